// Owns the websocket's address, the telling of open browsers about the configuration, their sessions.
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../shared/errors.ts'
import type { Services } from '../call.ts'
import type { ConfigurationSource } from '../configuration/configuration-source.ts'
import { networkOf } from '../http/network-of.ts'
import type { Sessions } from '../session/sessions.ts'
import type { Settings } from '../settings.ts'
import { isOwnOrigin } from './is-own-origin.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { SessionSockets } from './session-sockets.ts'
import { SOCKET_LIMITS, type SocketLimits } from './socket-limits.ts'
import { Sockets } from './sockets.ts'

const MOST_PROBLEMS = 50
/** As registered for "try again later". */
const TRY_AGAIN = 1013

export interface WebsocketParts {
  readonly source: ConfigurationSource
  readonly settings: Settings
  readonly services: Services
  readonly sessions: Sessions
  /** Those of service unless a test says otherwise. */
  readonly limits?: SocketLimits
}

export function addWebsocketRoute(
  app: FastifyInstance,
  { source, settings, services, sessions, limits = SOCKET_LIMITS }: WebsocketParts,
): void {
  const sockets = new Sockets(limits)
  const ofSessions = new SessionSockets(services, sessions)
  const toConfig = () => ({ type: 'config', hash: source.model.hash })
  const toProblems = () => ({ type: 'config-problems', problems: source.problems.slice(0, MOST_PROBLEMS) })
  const announce = () => sockets.sendAll(toConfig())
  const complain = () => settings.dev && sockets.sendAll(toProblems())
  source.on('swapped', announce).on('mended', announce).on('refused', complain)
  app.addHook('preClose', () => sockets.close())
  app.addHook('onClose', async () => {
    ofSessions.stop()
    source.off('swapped', announce).off('mended', announce).off('refused', complain)
  })
  app.route({
    method: 'GET',
    url: '/websocket',
    preValidation: async (request) => {
      const { origin, host } = request.headers
      if (!isOwnOrigin(origin, host, settings.publicUrl)) throw new Failure('FORBIDDEN')
      if (!sockets.mayOpen(networkOf(request.ip ?? ''))) throw new Failure('TOO_MANY_REQUESTS')
    },
    handler: async () => {
      throw new Failure('BAD_PARAMETER', { message: '此地址只接受 WebSocket 连接' })
    },
    // A browser that was away learns at once whether the configuration changed meanwhile.
    wsHandler: (socket, request) => {
      const bind = oneAtATime(async (token: string) => {
        try {
          if (socket.readyState !== socket.OPEN || !(await ofSessions.bind(socket, token))) return
          sockets.welcome(socket)
          sockets.send(socket, { type: 'session', state: 'open' })
        } catch {
          socket.close(TRY_AGAIN)
        }
      })
      const isIn = sockets.add(socket, {
        network: networkOf(request.ip ?? ''),
        stream: request.raw.socket,
        hear: (message) => message.kind === 'session' && bind(message.token),
      })
      if (!isIn) return
      sockets.send(socket, toConfig())
      if (settings.dev && source.problems.length > 0) sockets.send(socket, toProblems())
    },
  })
}
