// Chooses the id of a request: the one that a trusted proxy sends, else a new one.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { compile } from '@fastify/proxy-addr'
import type { Settings } from '#server/platform/settings.ts'

/** As proxies write them: a UUID, or the digits of one. */
const ID = /^[\w.:=-]{8,100}$/

/** Returns true for a request that a proxy of `TRUST_PROXY` forwarded itself. */
export function buildIsTrusted({ trustProxy }: Pick<Settings, 'trustProxy'>) {
  const trusts = compile([...trustProxy])
  return ({ socket }: Pick<IncomingMessage, 'socket'>): boolean =>
    trustProxy.length > 0 && socket.remoteAddress !== undefined && trusts(socket.remoteAddress, 0)
}

/** A sender that is not trusted could give two requests one id, and lead whoever reads the log astray. */
export function buildRequestId(settings: Pick<Settings, 'trustProxy'>): (request: IncomingMessage) => string {
  const isTrusted = buildIsTrusted(settings)
  return (request) => {
    const id = request.headers['x-request-id']
    return typeof id === 'string' && ID.test(id) && isTrusted(request) ? id : randomUUID()
  }
}
