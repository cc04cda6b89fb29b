// Erases personal data and deleted items whose retention has ended: daily, by one process, in small transactions, with audited counts.
import { settle, transact } from '#server/content/write/write.ts'
import type { Call, Handlers, Services } from '#server/platform/call.ts'
import { readPaging } from '#server/platform/calls/read-parameter.ts'
import { dailyAt, type Task } from '#server/platform/scheduler/task.ts'
import { toPaged } from '#shared/calls/envelope.ts'
import { type RetentionRule, retentionRules } from './retention-rules.ts'

/** At night, when few are at work. */
const HOUR = 3
const BATCH_SIZE = 200

export const retentionTask: Task = {
  name: 'personal.retention',
  next: dailyAt(HOUR),
  // Operators see what it will erase before it does so.
  first: dailyAt(HOUR),
  run: async ({ services, signal }) => {
    const failures: unknown[] = []
    for (const rule of retentionRules(services))
      await runRule(services, rule, signal).catch((error: unknown) => failures.push(error))
    // The others are done; what failed is tried again.
    if (failures.length > 0) throw failures[0]
  },
}

/** Each batch with its audit entry: what is deleted is on record, though the process stops in between. */
async function runRule(
  services: Services,
  rule: RetentionRule,
  signal: AbortSignal | undefined,
): Promise<void> {
  let entries = BATCH_SIZE
  while (entries === BATCH_SIZE && !signal?.aborted)
    entries = await transact(services, async (scope) => {
      const count = await rule.erase(scope.db, services.clock(), BATCH_SIZE)
      if (count === 0) return count
      if (rule.type !== undefined) scope.touched.add(rule.type)
      const detail = { name: rule.title, period: rule.period, entries: count }
      await settle(scope, services, [
        { actor: null, action: 'retention.erase', target: rule.target, result: 'ok', detail },
      ])
      return count
    })
}

export const retentionHandlers: Handlers = { 'personal.retention': previewRetention }

/** As operators see it. */
interface DueRule {
  readonly title: string
  readonly period: string
  readonly entries: number
  readonly nextRun: string
}

/** What the next run will erase, without erasing it; what has the most first. */
async function previewRetention({ services, params }: Call): Promise<unknown> {
  const now = services.clock()
  const nextRun = retentionTask.next(now).toISOString()
  const rules: DueRule[] = []
  for (const { title, period, count } of retentionRules(services))
    rules.push({ title, period, entries: await count(services.db, now), nextRun })
  rules.sort((one, other) => other.entries - one.entries)
  const paging = readPaging(params)
  const { page, limit } = paging
  return toPaged(rules.slice((page - 1) * limit, page * limit), rules.length, paging)
}
