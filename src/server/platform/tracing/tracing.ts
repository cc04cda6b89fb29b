// Declares what the server needs of tracing, so that it starts without the packages of OpenTelemetry.
import type { FastifyInstance } from 'fastify'
import type { TraceStatement } from '#server/platform/database/database-handle.ts'

/**
 * Traces of a server process, as `startTracing` makes them.
 *
 * @example
 * const { startTracing } = await import('./platform/tracing/start-tracing.ts')
 * const tracing: Tracing = startTracing({ url: 'http://localhost:4318', trustProxy: [] })
 */
export interface Tracing {
  /** Adds a span for each request that a client sends; call it before other hooks are added. */
  traceRequests(app: FastifyInstance): void
  readonly traceStatement: TraceStatement
  /** Sends what has not been sent; resolves also where the receiver is out of reach. */
  stop(): Promise<void>
}
