// Counts facets in the items, for queries that the projection does not cover.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ActionContext } from '#server/content/action.ts'
import { valueExpression } from '#server/content/fields/field-expression.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Counted, FacetRange } from '#server/content/parameters/count-facets.ts'
import type { Slots } from '#server/content/parameters/load-projected-columns.ts'
import { isNumber } from '#server/content/parameters/parameter-plan.ts'
import { bodyChoice, bodySort } from '#server/content/parameters/parameter-sql.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Field } from '#shared/model/content-model.ts'
import {
  type FacetField,
  facetFields,
  facetName,
  facetParameters,
  PROVINCE_DIGITS,
  toChoice,
  toRange,
} from './facet-fields.ts'
import type { ListQuery } from './list-query.ts'
import { countAll, listCondition } from './run-list.ts'

const MAX_CHOICES = 200

export interface FacetScope {
  readonly query: ListQuery
  /** The one category that is asked for. */
  readonly category: string | undefined
  readonly slots: Slots | undefined
}

export interface FacetResult {
  readonly total: number
  readonly facets: readonly FacetField[]
}

export async function itemFacets(context: ActionContext, scope: FacetScope): Promise<FacetResult> {
  const { db, plan, content } = context
  const { query, category, slots } = scope
  const facets: FacetField[] = []
  for (const field of facetFields(plan, content.fixed))
    facets.push(
      await facetOf(
        context,
        field,
        field.name,
        expressionOf(plan, field),
        listCondition(plan, without(plan, query, field), slots),
      ),
    )
  for (const field of facetParameters(plan, category)) {
    const where = listCondition(plan, withoutParameter(query, field.name), slots)
    const name = facetName(plan, field.name)
    facets.push(await facetOf(context, field, name, parameterExpression(plan, category ?? '', field), where))
  }
  return { total: query.search === null ? 0 : await countAll(db, plan, query, slots), facets }
}

/** The other filters; parameters are of the category that the chooser asks for, so they go with it. */
export function without({ parameters }: TypePlan, query: ListQuery, field: Field): ListQuery {
  const filters = query.filters.filter((filter) => filter.field !== field.name)
  if (parameters?.chooser.name !== field.name) return { ...query, filters }
  const { parameters: _requested, ...rest } = query
  return { ...rest, filters }
}

export function withoutParameter(query: ListQuery, key: string): ListQuery {
  const { parameters: requested } = query
  if (!requested) return query
  return {
    ...query,
    parameters: { ...requested, filters: requested.filters.filter((filter) => filter.key !== key) },
  }
}

function expressionOf({ type }: TypePlan, field: Field): string {
  const value = valueExpression(type, field) ?? 'null'
  return field.type === 'region' ? `left(${value}, ${PROVINCE_DIGITS})` : value
}

function parameterExpression({ type, parameters }: TypePlan, category: string, field: Field): string {
  if (!parameters) return 'null'
  return isNumber(field)
    ? bodySort(type, parameters, category, field.name)
    : bodyChoice(type, parameters, category, field.name)
}

async function facetOf(
  context: ActionContext,
  field: Field,
  name: string,
  expression: string,
  where: RawBuilder<unknown>,
): Promise<FacetField> {
  return isNumber(field)
    ? toRange(field, name, await rangeOf(context.db, expression, where))
    : toChoice(context, field, name, await countValues(context.db, field, expression, where))
}

async function rangeOf(
  db: Kysely<Schema>,
  expression: string,
  where: RawBuilder<unknown>,
): Promise<FacetRange> {
  const value = sql.raw(expression)
  const { rows } = await sql<FacetRange>`
    select min(${value})::float8 as min, max(${value})::float8 as max from item where ${where}`.execute(db)
  return rows[0] ?? { min: null, max: null }
}

async function countValues(
  db: Kysely<Schema>,
  { type }: Field,
  expression: string,
  where: RawBuilder<unknown>,
): Promise<readonly Counted[]> {
  const from =
    type === 'dict-list'
      ? `item, jsonb_array_elements_text(case jsonb_typeof(${expression}) when 'array' then ${expression} else '[]'::jsonb end) as one (value)`
      : `item, lateral (select ${expression} as value) one`
  const { rows } = await sql<Counted>`
    select one.value as value, count(*)::int as count from ${sql.raw(from)}
    where ${where} and one.value is not null group by 1 order by 2 desc, 1 limit ${MAX_CHOICES}`.execute(db)
  return rows
}
