// Owns the telling of where somebody stands to an item: who he is to it, and whether he looks after it.
import { sql } from 'kysely'
import { publicStates } from '../../../shared/lifecycle.ts'
import { isInAudience } from '../../../shared/roles.ts'
import { readText } from '../../operations/read-parameter.ts'
import { requireSignedIn } from '../../operations/require-signed-in.ts'
import { requireItem } from '../access.ts'
import type { Action, ActionContext } from '../action.ts'
import { type ItemRow, loadRow } from '../item-row.ts'

/** Without a number the newest public item is meant; where there is none, he stands as he does to any. */
export const standing: Action = async (context) => {
  const asker = requireSignedIn(context.asker)
  const { content } = context
  const row = await findMeant(context)
  const told = Object.entries(content.standing ?? {}).map(([name, rule]) => {
    const isAmong = (audiences: readonly string[]) => isInAudience(asker, audiences, row ?? { ownerId: null })
    if (isAudiences(rule)) return [name, isAmong(rule)]
    return [name, Object.keys(rule).find((value) => isAmong(rule[value] ?? [])) ?? null]
  })
  return { id: row?.id ?? null, ...Object.fromEntries(told) }
}

const isAudiences = (rule: unknown): rule is readonly string[] => Array.isArray(rule)

async function findMeant(context: ActionContext): Promise<ItemRow | undefined> {
  const { db, plan, params, content } = context
  const id = ['id', ...(content.by ?? [])]
    .map((name) => readText(params, name))
    .find((text) => text !== undefined)
  if (id !== undefined) return requireItem(context, id)
  const states = publicStates(plan.type.lifecycle)
  if (states.length === 0) return undefined
  return loadRow(
    db,
    plan,
    sql`status in (${sql.join(states)}) order by published_at desc nulls last, id desc limit 1`,
  )
}
