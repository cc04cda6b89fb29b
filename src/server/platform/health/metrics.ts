// Exposes the metrics that Prometheus collects: calls by operation, and the process itself.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { DatabaseHandle } from '#server/platform/database/database-handle.ts'
import { Failure } from '#shared/calls/errors.ts'
import { countUnhandledRejections } from './unhandled-rejections.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]

/** `token`: with which other machines may read them. */
export function addMetrics(app: FastifyInstance, token: string | null, database: DatabaseHandle): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'equipnet_request_duration_seconds',
    help: 'Duration of requests by operation and status',
    labelNames: ['operation', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  new Counter({
    name: 'equipnet_unhandled_rejections_total',
    help: 'Promise rejections that no code handled, since the process started',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(countUnhandledRejections())
    },
  })
  addReplicaMetrics(registry, database)
  app.addHook('onResponse', async (request, reply) => {
    duration.observe(
      { operation: request.match?.operation.id ?? 'other', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  app.addHook('onClose', async () => registry.clear())
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request) && !bears(request, token)) throw new Failure('NO_SUCH_ADDRESS')
    return reply.header('content-type', registry.contentType).send(await registry.metrics())
  })
}

function addReplicaMetrics(registry: Registry, database: DatabaseHandle): void {
  new Gauge({
    name: 'equipnet_replica_age_seconds',
    help: 'Age of the data of the replica, 0 without one; above 2 the primary answers visitors',
    registers: [registry],
    collect() {
      this.set((database.replica?.ageMs ?? 0) / 1000)
    },
  })
  new Counter({
    name: 'equipnet_replica_statements_total',
    help: 'Statements that the replica has answered',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(database.replica?.statements ?? 0)
    },
  })
}

/** A request that a proxy on this machine forwarded does not originate from this machine. */
const isLocal = ({ headers, socket }: FastifyRequest): boolean =>
  !('x-forwarded-for' in headers || 'forwarded' in headers) && LOOPBACK.has(socket.remoteAddress ?? '')

function bears({ headers }: FastifyRequest, token: string | null): boolean {
  if (token === null) return false
  const [given, wanted] = [headers.authorization ?? '', `Bearer ${token}`].map((text) =>
    createHash('sha256').update(text).digest(),
  ) as [Buffer, Buffer]
  return timingSafeEqual(given, wanted)
}
