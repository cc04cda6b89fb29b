// Builds SQL for parameters, in the columns of the projection or in the items.
import { type RawBuilder, sql } from 'kysely'
import { quote, valueExpression } from '#server/content/fields/field-expression.ts'
import { convert } from '#shared/formats/units.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { ParameterSet } from '#shared/parameters/parameter-model.ts'
import type { SetSlots, Slots } from './load-projected-columns.ts'
import { isNumber, type ParameterPlan } from './parameter-plan.ts'
import type { ParameterFilter, RequestedParameters } from './requested-parameters.ts'

/** One set of the last level, beside the category in whose units is spoken. */
export interface ParameterLeaf {
  readonly set: ParameterSet
  readonly of: ParameterSet
}

export interface SlottedLeaf extends ParameterLeaf, SetSlots {}

export function leavesOf(plan: ParameterPlan, id: string): ParameterLeaf[] {
  const of = plan.sets.get(id)
  return of ? plan.leavesOf(id).map((set) => ({ set, of })) : []
}

/** The leaves with their columns; undefined unless all that is named by `keys` can be read there. */
export function slottedLeaves(
  plan: ParameterPlan,
  slots: Slots | undefined,
  id: string,
  keys: readonly string[],
): SlottedLeaf[] | undefined {
  const leaves = leavesOf(plan, id)
  const found = leaves.flatMap((leaf) => {
    const known = slots?.sets.get(leaf.set.id)
    return known && keys.every((key) => known.slots.has(key)) ? [{ ...leaf, ...known }] : []
  })
  return found.length === leaves.length && found.length > 0 ? found : undefined
}

/** How many of the category's unit one of the leaf's is. */
export function factorOf({ set, of }: ParameterLeaf, key: string): number {
  return convert(1, fieldOf(set, key)?.unit, fieldOf(of, key)?.unit)
}

function fieldOf({ fields }: ParameterSet, key: string): Field | undefined {
  return fields.find(({ name }) => name === key)
}

/** Conditions on the columns of one leaf, its mark included. */
export function slotConditions(leaf: SlottedLeaf, filters: readonly ParameterFilter[]): RawBuilder<unknown> {
  const parts = filters.map((filter) => toCondition(leaf, filter, leaf.slots.get(filter.key) ?? 'null'))
  return sql.join([sql.raw(`set_no = ${leaf.no}`), ...parts], sql` and `)
}

/** Condition on `item` by the projection. */
export function inProjection(
  leaves: readonly SlottedLeaf[],
  { filters }: RequestedParameters,
): RawBuilder<unknown> {
  const any = leaves.map((leaf) => sql`(${slotConditions(leaf, filters)})`)
  return sql`id in (select item_id from parameter_value where ${sql.join(any, sql` or `)})`
}

/** Condition on the body of `item`, in any state. */
export function bodyParameter(
  type: ContentType,
  plan: ParameterPlan,
  { of, filters }: RequestedParameters,
): RawBuilder<unknown> {
  const chooser = sql.raw(valueExpression(type, plan.chooser) ?? 'null')
  const any = leavesOf(plan, of).map((leaf) => {
    const parts = filters.map((filter) => toCondition(leaf, filter, bodyValue(plan, leaf, filter.key)))
    return sql`(${sql.join([sql`${chooser} = ${sql.raw(quote(leaf.set.id))}`, ...parts], sql` and `)})`
  })
  return any.length > 0 ? sql`(${sql.join(any, sql` or `)})` : sql`false`
}

/** Sort expression for items that are not read from the projection. */
export function bodySort(type: ContentType, plan: ParameterPlan, of: string, key: string): string {
  const chooser = valueExpression(type, plan.chooser) ?? 'null'
  const cases = leavesOf(plan, of).map(
    (leaf) =>
      `when ${quote(leaf.set.id)} then ${bodyValue(plan, leaf, key)} * ${factorOf(leaf, key)}::float8`,
  )
  return `(case ${chooser} ${cases.join(' ')} end)`
}

/** The value of a choice, as text. */
export function bodyChoice(type: ContentType, plan: ParameterPlan, of: string, key: string): string {
  const chooser = valueExpression(type, plan.chooser) ?? 'null'
  const cases = leavesOf(plan, of).map(
    (leaf) => `when ${quote(leaf.set.id)} then ${bodyValue(plan, leaf, key)}`,
  )
  return `(case ${chooser} ${cases.join(' ')} end)`
}

export function bodyValue(
  { field }: ParameterPlan,
  { set }: Pick<ParameterLeaf, 'set'>,
  key: string,
): string {
  const value = `body->${quote(field.name)}->${quote(key)}`
  const text = `(body->${quote(field.name)}->>${quote(key)})`
  const known = fieldOf(set, key)
  return known && isNumber(known)
    ? `(case when jsonb_typeof(${value}) = 'number' then ${text}::float8 end)`
    : text
}

function toCondition(leaf: ParameterLeaf, filter: ParameterFilter, expression: string): RawBuilder<unknown> {
  const value = sql.raw(expression)
  if ('in' in filter) {
    const [only] = filter.in
    return filter.in.length === 1 ? sql`${value} = ${only}` : sql`${value} in (${sql.join(filter.in)})`
  }
  const own = (limit: number) =>
    convert(limit, fieldOf(leaf.of, filter.key)?.unit, fieldOf(leaf.set, filter.key)?.unit)
  const parts = [
    ...(filter.from === undefined ? [] : [sql`${value} >= ${own(filter.from)}::float8`]),
    ...(filter.to === undefined ? [] : [sql`${value} <= ${own(filter.to)}::float8`]),
  ]
  return sql.join(parts, sql` and `)
}
