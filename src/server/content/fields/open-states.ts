// Builds the SQL conditions that everybody may read an item row, or finds it in lists.
import type { Fact } from '#shared/access/facts.ts'
import { decideFor, inState } from '#shared/access/policy.ts'
import type { Predicate } from '#shared/expressions/condition.ts'
import { all } from '#shared/expressions/predicate.ts'
import { currentPolicy } from '#shared/lifecycles/item-policies.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'
import { quote } from './field-expression.ts'
import { predicateText } from './predicate-sql.ts'
import { inStates } from './public-states.ts'
import { isDisclosed } from './relations.ts'

/** The condition under which a visitor reads an item of the type; false where nobody reads it without signing in. */
const openPredicate = perModel(
  (type: ContentType): Predicate<Fact> => decideFor(currentPolicy(type), null, {}),
)

const toText = (model: Model, type: ContentType, predicate: Predicate<Fact>, row: string): string =>
  predicateText(predicate, (fact) =>
    fact.kind === 'state' ? inStates(fact.in, `${row}.status`) : isDisclosed(model, type, row),
  )

/**
 * Returns the SQL condition that everybody finds the row in lists: an item of the type in a public state, as far as
 * everybody may read it there. `row` is the alias of the item.
 */
export function isPublished(model: Model, type: ContentType, row = 'item'): string {
  const states = publicStates(type.lifecycle)
  const open = decideFor(currentPolicy(type), null, {}, (fact) =>
    fact.kind === 'state' ? states.every((state) => fact.in.includes(state)) : { fact },
  )
  return `${row}.type = ${quote(type.name)} and ${toText(model, type, all([inState(states), open]), row)}`
}

/**
 * Returns the SQL condition that everybody may read an item row, for any content type, or for the type `only`;
 * `false` if no state is open. `row` is the alias of the row in the query. The condition for all types is a CASE,
 * which uses no index: such rows are selected by id, and planning dozens of types takes longer than reading them.
 *
 * @example
 * const open = sql.raw(isOpenRow(model, 'item'))
 * const { rows } = await sql`select id from item where id = ${id} and ${open}`.execute(db)
 */
export function isOpenRow(model: Model, row: string, only?: string): string {
  const types = model.contentTypes.filter((type) => openPredicate(type) !== false)
  if (only !== undefined) {
    const type = types.find(({ name }) => name === only)
    return type
      ? `(${row}.type = ${quote(type.name)} and ${toText(model, type, openPredicate(type), row)})`
      : 'false'
  }
  const ways = types.map(
    (type) => `when ${quote(type.name)} then ${toText(model, type, openPredicate(type), row)}`,
  )
  return ways.length === 0 ? 'false' : `(case ${row}.type ${ways.join(' ')} else false end)`
}
