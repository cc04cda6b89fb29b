// Returns the caller's relation to an item: the roles in it, and responsibility for it.
import { sql } from 'kysely'
import { requireItem } from '#server/content/access/access.ts'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { type ItemRow, loadRow } from '#server/content/items/item-row.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { isAllowed, member } from '#shared/access/policy.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'

/**
 * Without an id it uses the newest public item. If there is none, it returns the relations that the caller has to any
 * item.
 */
export const relation: ContentActionHandler = async (context) => {
  const caller = requireSignedIn(context.caller)
  const { content } = context
  const row = await findMeant(context)
  const relations = Object.entries(content.standing ?? {}).map(([name, rule]) => {
    const isAmong = (audiences: readonly string[]) =>
      isAllowed(member(audiences), caller, row ?? { ownerId: null })
    if (isAudiences(rule)) return [name, isAmong(rule)]
    return [name, Object.keys(rule).find((value) => isAmong(rule[value] ?? [])) ?? null]
  })
  return { id: row?.id ?? null, ...Object.fromEntries(relations) }
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
