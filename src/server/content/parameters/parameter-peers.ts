// Selects the data for comparing an item: its numbers, and the public items of its category.
import { type RawBuilder, sql } from 'kysely'
import { valueExpression } from '#server/content/fields/field-expression.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Services } from '#server/platform/call.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { ParameterSet } from '#shared/parameters/parameter-model.ts'
import { loadProjectedColumns } from './load-projected-columns.ts'
import { isNumber, type ParameterPlan } from './parameter-plan.ts'
import type { Measured } from './parameter-ranks.ts'
import { bodyValue } from './parameter-sql.ts'

type Body = Readonly<Record<string, unknown>>

export interface PeerMeasure extends Measured {
  readonly field: Field
}

export interface Peers {
  /** The rows to count, as far as its columns are ready those of the projection. */
  readonly from: RawBuilder<unknown>
  /** Numbers that the item has. */
  readonly measures: readonly PeerMeasure[]
}

/** Condition on `item`: everybody may read it, and it is of the category. */
export function isPeer(
  plan: TypePlan,
  { chooser }: ParameterPlan,
  { id }: ParameterSet,
): RawBuilder<unknown> {
  return sql`${sql.raw(plan.published)} and ${sql.raw(valueExpression(plan.type, chooser) ?? 'null')} = ${id}`
}

export async function loadPeers(
  { db, model }: Pick<Services, 'db' | 'model'>,
  plan: TypePlan,
  parameters: ParameterPlan,
  set: ParameterSet,
  body: Body,
): Promise<Peers> {
  const held = (body[parameters.field.name] ?? {}) as Body
  const fields = set.fields.filter((field) => isNumber(field) && typeof held[field.name] === 'number')
  const known = (await loadProjectedColumns(db, model(), plan.type.name)).sets.get(set.id)
  const isProjected = known !== undefined && fields.every(({ name }) => known.slots.has(name))
  const expressionOf = ({ name }: Field): string =>
    isProjected ? (known.slots.get(name) ?? 'null') : bodyValue(parameters, { set }, name)
  return {
    from: isProjected
      ? sql`from parameter_value where ${sql.raw(`set_no = ${known.no}`)}`
      : sql`from item where ${isPeer(plan, parameters, set)}`,
    measures: fields.map((field) => toPeerMeasure(field, held, expressionOf(field))),
  }
}

export function toPeerMeasure(field: Field, body: Body, expression: string): PeerMeasure {
  const value = body[field.name]
  return { field, own: typeof value === 'number' ? value : null, expression }
}
