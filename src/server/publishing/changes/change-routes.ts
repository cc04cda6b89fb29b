// Serves the stream of public changes at /newapi/changes as Server-Sent Events, to programs and pages of partner sites.
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/platform/call.ts'
import { allowOrigin } from '#server/platform/http/cross-origin.ts'
import { originOf } from '#server/platform/http/require-host.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import type { Settings } from '#server/platform/settings.ts'
import { sharedPages } from '#server/publishing/pages/shared-pages.ts'
import { Failure } from '#shared/calls/errors.ts'
import { ChangeStream, type StreamLimits } from './change-stream.ts'

interface ChangeParts {
  readonly services: Services
  readonly settings: Settings
  /** Those of service unless a test says otherwise. */
  readonly limits?: StreamLimits
}

/**
 * Adds the stream: events `published`, `changed` and `removed`, as a visitor may know of them, whoever asks. `type` names
 * content types, separated by commas. With `Last-Event-ID` it goes on after that event; where that is not known any more,
 * the event `reset` asks the client to read the lists anew.
 *
 * @example
 * addChangeRoutes(app, { services, settings }) // curl -N https://portal.example/newapi/changes?type=news
 */
export function addChangeRoutes(app: FastifyInstance, { services, settings, limits }: ChangeParts): void {
  const changes = new ChangeStream(app, services, limits)
  app.addHook('preClose', async () => changes.close())
  app.get<{ Querystring: { type?: unknown } }>('/newapi/changes', async (request, reply) => {
    allowOrigin(request, reply, { access: ['anyone'], writes: false }, settings.corsOrigins)
    const types = readTypes(request.query.type, new Set(sharedPages(services.model()).keys()))
    const { 'last-event-id': lastEventId } = request.headers
    if (request.method === 'HEAD') return reply.type('text/event-stream').send('')
    const stream = await changes.open({
      network: networkOf(request.ip),
      origin: originOf(request, settings),
      types,
      lastEventId: typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : undefined,
    })
    const { socket } = request.raw
    // A client that left meanwhile is not answered, so nothing else would end its stream.
    if (socket.destroyed) stream.destroy()
    else socket.once('close', () => stream.destroy())
    // The server waits for every connection that is open when it closes.
    stream.once('close', () => socket.destroy())
    return (
      reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        // Nothing follows on the connection, which ends with the stream.
        .header('connection', 'close')
        // nginx would gather events before it passes them on.
        .header('x-accel-buffering', 'no')
        .send(stream)
    )
  })
}

function readTypes(given: unknown, known: ReadonlySet<string>): ReadonlySet<string> | undefined {
  if (given === undefined || given === '') return undefined
  const types = typeof given === 'string' ? given.split(',') : []
  const unknown = types.find((type) => !known.has(type))
  if (types.length > 0 && unknown === undefined) return new Set(types)
  throw new Failure('BAD_PARAMETER', {
    message: `参数 type 应为逗号分隔的内容类型（${[...known].join('、')}）${unknown ? `，“${unknown.slice(0, 40)}”不是其中之一` : ''}`,
  })
}
