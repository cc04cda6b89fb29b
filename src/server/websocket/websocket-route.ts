// Owns the websocket's address, and the telling of open browsers about the configuration.
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../shared/errors.ts'
import type { ConfigurationSource } from '../configuration/configuration-source.ts'
import type { Settings } from '../settings.ts'
import { isOwnOrigin } from './is-own-origin.ts'
import { Sockets } from './sockets.ts'

const MOST_PROBLEMS = 50

export function addWebsocketRoute(
  app: FastifyInstance,
  source: ConfigurationSource,
  settings: Settings,
): void {
  const sockets = new Sockets()
  const toConfig = () => ({ type: 'config', hash: source.model.hash })
  const toProblems = () => ({ type: 'config-problems', problems: source.problems.slice(0, MOST_PROBLEMS) })
  const announce = () => sockets.sendAll(toConfig())
  const complain = () => settings.dev && sockets.sendAll(toProblems())
  source.on('swapped', announce).on('mended', announce).on('refused', complain)
  app.addHook('preClose', () => sockets.close())
  app.addHook('onClose', async () => {
    source.off('swapped', announce).off('mended', announce).off('refused', complain)
  })
  app.route({
    method: 'GET',
    url: '/websocket',
    preValidation: async (request) => {
      const { origin, host } = request.headers
      if (!isOwnOrigin(origin, host, settings.publicUrl)) throw new Failure('FORBIDDEN')
    },
    handler: async () => {
      throw new Failure('BAD_PARAMETER', { message: '此地址只接受 WebSocket 连接' })
    },
    // A browser that was away learns at once whether the configuration changed meanwhile.
    wsHandler: (socket) => {
      sockets.add(socket)
      sockets.send(socket, toConfig())
      if (settings.dev && source.problems.length > 0) sockets.send(socket, toProblems())
    },
  })
}
