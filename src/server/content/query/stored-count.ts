// Selects the number of items by state and category from stored counters, without counting.
import { type RawBuilder, sql } from 'kysely'
import { columnOf, quote } from '#server/content/fields/field-expression.ts'
import { toCondition } from '#server/content/fields/filter.ts'
import { inStates } from '#server/content/fields/public-states.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { ListQuery } from './list-query.ts'

/** Selects `total`; undefined where more is asked than states and categories. */
export function storedCount(plan: TypePlan, query: ListQuery): RawBuilder<unknown> | undefined {
  const { type, byName } = plan
  const { page: _page, limit: _limit, sort: _sort, searched: _searched, day: _day, ...asking } = query
  const { statuses, filters, ...rest } = asking
  const { parameters: requested, ...others } = rest
  const isNarrow =
    Object.values(others).some((value) => value !== undefined) || (requested?.filters.length ?? 0) > 0
  const byCategory = filters.every((filter) => {
    const field = byName.get(filter.field)
    return (
      field !== undefined && 'in' in filter && !filter.in.includes('') && columnOf(type, field) === 'category'
    )
  })
  if (isNarrow || !byCategory || statuses.length === 0) return undefined
  const conditions = filters.map((filter) => toCondition(plan, filter))
  const where = sql.join(
    [sql.raw(`type = ${quote(type.name)}`), sql.raw(inStates(statuses)), ...conditions],
    sql` and `,
  )
  return sql`select coalesce(sum(n), 0)::int as total from item_count where ${where}`
}
