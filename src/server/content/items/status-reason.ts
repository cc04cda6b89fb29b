// Owns the reason that was given for an item's state: only its parties read the item in such a state.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { sees, type Viewed } from '#shared/access/field-read-access.ts'
import type { Caller } from '#shared/access/roles.ts'
import { findReasonTitle, isPublic, type Lifecycle } from '#shared/lifecycles/lifecycle.ts'

/** Of the steps to the state that it is in: not of its change, and of what was put back the step before. */
const LED = `log.to_status = item.status and log.action not like '%:%'`

/** What is public needs none, and lists of it shall not ask for one; `isPublic` is the condition that it is. */
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

/** What the reason is called for its readers; null where there is none. */
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

/** Whether the record of the step that led there, of which the words are a part, is for the asker. */
export function canReadReason(
  { transitions }: Lifecycle,
  item: Viewed & { readonly statusStep?: string | null },
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
