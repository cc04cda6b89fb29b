// Owns which parts in items somebody has, or had: nobody hands on what he never was.
import { type RawBuilder, sql } from 'kysely'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import type { Services } from '#server/platform/call.ts'
import type { SignedIn } from '#server/platform/operations/require-signed-in.ts'
import type { HasPart } from '#shared/access/delegation.ts'
import { isHimself, isRelation, parentPartyAudience, regionalOf } from '#shared/access/roles.ts'
import type { Model } from '#shared/model/model.ts'

/** By type and part; what he is by his role he has without any item. */
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
        if (isHimself(caller, [regionalOf(part) ?? part])) held.add(`${name}/${part}`)
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

/** He stands so to one of its items now. */
const stands = ({ type, relations }: TypePlan, caller: SignedIn, part: string): RawBuilder<unknown> =>
  sql`exists (select 1 from item where type = ${type.name} and ${relations.standsTo(caller, part)})`

/** To one under which nothing lies yet: he would, as soon as something does. */
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

/** He took a step of one as that, though another may have come after him. */
const acted = (type: string, { id }: SignedIn, part: string): RawBuilder<unknown> =>
  sql`exists (select 1 from transition_log step join item on item.id = step.item_id
    where item.type = ${type} and step.part = ${part} and coalesce(step.behalf, step.actor) = ${id})`
