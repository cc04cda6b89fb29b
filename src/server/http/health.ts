// Owns the calls for those who run the server: alive, ready, metrics.
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { Failure } from '../../shared/errors.ts'
import type { Services } from '../call.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

export function addHealth(app: FastifyInstance, services: Services): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    duration.observe({ method: request.method, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await sql`select 1`.execute(services.db)
    return { status: 'ready' }
  })
  app.get('/metrics', async (request, reply) => {
    if (!LOOPBACK.has(request.socket.remoteAddress ?? '') || request.headers['x-forwarded-for'] !== undefined)
      throw new Failure('NO_SUCH_ADDRESS')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
