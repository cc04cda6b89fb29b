// Refuses an agreement with an owner whose account cannot act, because the owner could not continue.
import { type Kysely, sql } from 'kysely'
import type { TransitionContext } from '#server/content/action.ts'
import { missedAmong } from '#server/content/fields/participants-sql.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'

/**
 * Checks a transition by others that makes the owner a partner, if the owner has no fallback assignee. Throws
 * `WRONG_STATE`.
 */
export async function requirePartner(
  db: Kysely<Schema>,
  { plan, caller }: Pick<TransitionContext, 'plan' | 'caller'>,
  row: Pick<ItemRow, 'id' | 'status' | 'title' | 'ownerId'>,
  { to, title }: Pick<Transition, 'to' | 'title'>,
): Promise<void> {
  const { states, vacancy } = plan.type.lifecycle
  if (!states[to]?.partner || states[row.status]?.partner || !caller || caller.id === row.ownerId) return
  if (vacancy?.some(({ part }) => part === 'owner')) return
  const { rows } = await sql<{ missed: { name: string } | null }>`
    select ${sql.raw(missedAmong('item.owner_id'))} as missed from item where id = ${row.id}`.execute(db)
  const missed = rows[0]?.missed
  if (!missed) return
  const what = plan.type.title
  throw new Failure('WRONG_STATE', {
    message: `${what}“${row.title}”的提交者“${missed.name}”的账号目前不可用，无法接收通知和继续办理，暂时不能“${title}”：请待账号恢复后办理，或另选其他${what}`,
  })
}
