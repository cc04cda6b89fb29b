// Answers the health checks of operators: liveness and readiness for calls.
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '#server/platform/call.ts'
import { JSON_TYPE } from '#server/platform/http/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'

const PATIENCE = 3_000

export function addHealthRoutes(app: FastifyInstance, { db, database }: Services): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.get('/healthz', async (_request, reply) =>
    reply.header('content-type', JSON_TYPE).send('{"status":"ok"}'),
  )
  app.get('/readyz', async (_request, reply) => {
    if (isClosing || !(await answers())) throw new Failure('UNAVAILABLE')
    const { replica } = database
    const report = {
      status: 'ready',
      ...(replica ? { replica: replica.isServing ? 'serving' : 'behind' } : {}),
    }
    return reply.header('content-type', JSON_TYPE).send(JSON.stringify(report))
  })

  async function answers(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), PATIENCE)
    })
    const probe = sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    return Promise.race([probe, tooLate]).finally(() => clearTimeout(timer))
  }
}
