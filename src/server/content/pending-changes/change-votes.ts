// Loads who has reviewed a pending change.
import { sql } from 'kysely'
import type { ActionContext } from '#server/content/action.ts'
import { reviewActions } from '#server/content/fields/votes-column.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { CHANGE_SUBMITTED } from '#server/content/write/log.ts'

/** Those who have reviewed the pending change since its author handed it in. */
export async function loadChangeVotes(
  { db, plan }: Pick<ActionContext, 'db' | 'plan'>,
  itemId: string,
): Promise<ItemRow['votes']> {
  const actions = reviewActions(plan.type.lifecycle)
  if (actions.length === 0) return null
  const { rows } = await sql<{ action: string; by: string; as: string }>`
    select substr(log.action, 8) as action, log.actor as by, coalesce(log.behalf, log.actor) as "as"
    from transition_log log
    where log.item_id = ${itemId} and log.action = any(${actions.map((action) => `change:${action}`)}::text[])
      and log.id > coalesce((select max(led.id) from transition_log led
        where led.item_id = ${itemId} and led.action = ${CHANGE_SUBMITTED}), 0)`.execute(db)
  return Object.fromEntries(actions.map((action) => [action, rows.filter((row) => row.action === action)]))
}
