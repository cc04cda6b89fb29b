// Owns the reason that was given for an item's state: only its parties read the item in such a state.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** What is online needs none, and lists of it shall not ask for one. */
export const STATUS_REASON_VALUE = `case when status = 'online' then null else (
    select log.reason from transition_log log where log.item_id = item.id order by log.id desc limit 1
  ) end`

export const STATUS_REASON = `${STATUS_REASON_VALUE} as status_reason`

interface Stated {
  readonly id: string
  readonly status: string
}

/** The rows of a page of a list with their reasons, asked for together and only where there may be any. */
export async function withReasons<T extends Stated>(
  db: Kysely<Schema>,
  rows: readonly T[],
): Promise<readonly (T & { readonly statusReason?: string | null })[]> {
  const ids = rows.filter(({ status }) => status !== 'online').map(({ id }) => id)
  if (ids.length === 0) return rows
  const found = await sql<{ itemId: string; reason: string | null }>`
    select distinct on (item_id) item_id, reason from transition_log
    where item_id in (${sql.join(ids)}) order by item_id, id desc`.execute(db)
  const reasons = new Map(found.rows.map(({ itemId, reason }) => [itemId, reason]))
  return rows.map((row) => ({ ...row, statusReason: reasons.get(row.id) ?? null }))
}
