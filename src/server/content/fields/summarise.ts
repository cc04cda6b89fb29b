// Builds the SQL that summarises numbers of many items, and reads its result.

import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Measure, NumberSummary } from '#shared/content/statistics.ts'
import type { Field } from '#shared/model/content-model.ts'
import { valueExpression } from './field-expression.ts'

/** Columns bear the place of their field: names of fields may hold what names of columns do not. */
export type Summed = Readonly<Record<string, unknown>>

const FUNCTIONS: Readonly<Record<Measure, string>> = {
  sum: 'sum',
  average: 'avg',
  minimum: 'min',
  maximum: 'max',
}

/** Further columns of a select, each after a comma. */
export function summaryColumns({ type }: Pick<TypePlan, 'type'>, fields: readonly Field[]): string {
  return fields
    .map((field, place) => {
      const value = valueExpression(type, field) ?? 'null'
      const columns = Object.entries(FUNCTIONS).map(
        ([measure, name]) => `${name}(${value})::float8 as ${measure}${place}`,
      )
      return `, count(${value})::int as known${place}, ${columns.join(', ')}`
    })
    .join('')
}

export function toSummaries(row: Summed, fields: readonly Field[]): NumberSummary[] {
  return fields.map(({ name }, place) => {
    const of = (measure: Measure): number | null => {
      const value = row[`${measure}${place}`]
      return typeof value === 'number' ? value : null
    }
    return {
      field: name,
      count: Number(row[`known${place}`] ?? 0),
      sum: of('sum'),
      average: of('average'),
      minimum: of('minimum'),
      maximum: of('maximum'),
    }
  })
}
