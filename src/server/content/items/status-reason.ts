// Loads the reason for an item's state; only the parties of the item read it in such a state.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Related } from '#shared/access/facts.ts'
import { sees } from '#shared/access/policy.ts'
import type { Caller } from '#shared/access/roles.ts'
import { isPublic, type Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import { findReasonTitle } from '#shared/lifecycles/transition-reason.ts'

/** Of the steps to the state that it is in: not of its change, and of what was put back the step before. */
const LED = `log.to_status = item.status and log.action not like '%:%'`

/**
 * SQL for the reason. It is null for public items, so that lists of them do not query it; `isPublic` is the condition
 * that the item is public.
 */
export function statusReasonValue(isPublic: string): string {
  return `case when ${isPublic} then null else (
    select log.reason from transition_log log where log.item_id = item.id and ${LED}
    order by log.id desc limit 1
  ) end`
}

/** The step with which it was given: the state before and the action, of which neither holds a space. */
export const STATUS_STEP_VALUE = `(select log.from_status || ' ' || log.action from transition_log log
    where log.item_id = item.id and ${LED} order by log.id desc limit 1)`

export function statusReason(isPublic: string): string {
  return `${statusReasonValue(isPublic)} as status_reason, ${STATUS_STEP_VALUE} as status_step`
}

/** Returns the title of the reason for its readers; null if there is no reason. */
export function statusReasonTitle(
  lifecycle: Lifecycle,
  {
    statusReason,
    statusStep,
  }: { readonly statusReason?: string | null; readonly statusStep?: string | null },
): string | null {
  if (!statusReason) return null
  const [from = '', action = ''] = (statusStep ?? '').split(' ')
  return findReasonTitle(lifecycle, from, action)
}

/**
 * Returns true if the caller may read the log entry of the transition into the current state, which holds the reason.
 */
export function canReadReason(
  { transitions }: Lifecycle,
  item: Related & { readonly statusStep?: string | null },
  caller: Caller,
): boolean {
  const [from = '', action] = item.statusStep?.split(' ') ?? []
  const step = transitions.find((one) => one.action === action && one.from.includes(from))
  return step?.readers === undefined || sees(caller, step.readers, item)
}

interface Reasoned {
  readonly statusReason?: string | null
  readonly statusStep?: string | null
}

interface Stated {
  readonly id: string
  readonly status: string
}

/** The rows of a page of a list with their reasons, asked for together and only where there may be any. */
export async function withReasons<T extends Stated>(
  db: Kysely<Schema>,
  lifecycle: Lifecycle,
  rows: readonly T[],
): Promise<readonly (T & Reasoned)[]> {
  const ids = rows.filter(({ status }) => !isPublic(lifecycle, status)).map(({ id }) => id)
  if (ids.length === 0) return rows
  const found = await sql<{ itemId: string } & Reasoned>`
    select distinct on (log.item_id) log.item_id, log.reason as status_reason,
      log.from_status || ' ' || log.action as status_step
    from transition_log log join item on item.id = log.item_id
    where log.item_id in (${sql.join(ids)}) and ${sql.raw(LED)} order by log.item_id, log.id desc`.execute(db)
  const reasons = new Map(found.rows.map(({ itemId, ...reasoned }) => [itemId, reasoned]))
  return rows.map((row) => ({ ...row, ...reasons.get(row.id) }))
}
