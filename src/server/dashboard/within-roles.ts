// Limits a list over all content types to the items of the roles by which its caller may make the call.
import { type RawBuilder, sql } from 'kysely'
import { findPlan } from '#server/content/items/type-plan.ts'
import { decideFor, member } from '#shared/access/policy.ts'
import type { Caller } from '#shared/access/roles.ts'
import type { Model } from '#shared/model/model.ts'

/** Condition on a row of `item`; true for a caller whose own role admits them. */
export function isWithinRoles(model: Model, caller: Caller, operation: string): RawBuilder<unknown> {
  const access = model.operations.find(({ id }) => id === operation)?.access ?? []
  const types = model.contentTypes.flatMap(({ name, lifecycle: { vacancy } }) => {
    const within = decideFor(member(access), caller, { type: name, vacancy })
    const plan = findPlan(model, name)
    return within === false || !plan ? [] : [{ name, within, plan }]
  })
  if (types.length === model.contentTypes.length && types.every(({ within }) => within === true))
    return sql`true`
  if (types.length === 0) return sql`false`
  const parts = types.map(
    ({ name, within, plan }) => sql`when ${sql.lit(name)} then ${plan.relations.where(within)}`,
  )
  return sql`case item.type ${sql.join(parts, sql` `)} else false end`
}
