// Finds the parts that an account has or had in items, since only these can be delegated.
import { type RawBuilder, sql } from 'kysely'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import type { Services } from '#server/platform/call.ts'
import type { SignedIn } from '#server/platform/operations/require-signed-in.ts'
import type { HasPart } from '#shared/access/delegation.ts'
import { isRelation, membership, parentPartyAudience, regionalOf } from '#shared/access/roles.ts'
import type { Model } from '#shared/model/model.ts'

/** Returns the parts by type; parts that come with the role need no item. */
export async function loadOwnParts(
  { db, model }: Pick<Services, 'db' | 'model'>,
  caller: SignedIn,
): Promise<HasPart> {
  const held = new Set<string>()
  for (const { name, lifecycle } of model().contentTypes)
    for (const { part } of lifecycle.delegation ?? []) {
      const plan = findPlan(model(), name)
      if (!plan) continue
      if (!isRelation(part) || regionalOf(part) !== undefined) {
        if (membership(caller, [part]) !== false) held.add(`${name}/${part}`)
        continue
      }
      const ways = [
        stands(plan, caller, part),
        ...childConditions(model(), plan, caller, part),
        acted(name, caller, part),
      ]
      const { rows } = await sql<{ is: boolean }>`select ${sql.join(ways, sql` or `)} as is`.execute(db)
      if (rows[0]?.is) held.add(`${name}/${part}`)
    }
  return (type, part) => held.has(`${type}/${part}`)
}

/** The account has the part in one of the type's items now. */
const stands = ({ type, relations }: TypePlan, caller: SignedIn, part: string): RawBuilder<unknown> =>
  sql`exists (select 1 from item where type = ${type.name} and ${relations.isRelated(part, caller.id)})`

/** The account would have the part in a child item, once one exists. */
function childConditions(
  model: Model,
  { type, byName }: TypePlan,
  caller: SignedIn,
  part: string,
): RawBuilder<unknown>[] {
  const above = findPlan(model, byName.get(type.parent ?? '')?.ref ?? '')
  const own = part === 'parent.owner' ? 'owner' : parentPartyAudience(part)
  return above && own !== undefined ? [stands(above, caller, own)] : []
}

/** The account once took a transition in that part, though somebody else may have it now. */
const acted = (type: string, { id }: SignedIn, part: string): RawBuilder<unknown> =>
  sql`exists (select 1 from transition_log step join item on item.id = step.item_id
    where item.type = ${type} and step.part = ${part} and coalesce(step.behalf, step.actor) = ${id})`
