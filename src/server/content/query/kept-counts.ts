// Reads the kept numbers of items by the values of the fields that are counted at each write.
import { type Kysely, sql } from 'kysely'
import { countPlanOf, markOf } from '#server/content/fields/count-sql.ts'
import { inStates } from '#server/content/fields/public-states.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Every } from '#shared/formats/periods.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Counted } from './facet-fields.ts'
import { isPublicQuery } from './find-projected.ts'
import type { ListQuery } from './list-query.ts'
import { keptConditions } from './run-list.ts'

/** How many items have each value of a field, of the `most` frequent values; undefined where that is not kept. */
export async function loadKeptValues(
  db: Kysely<Schema>,
  plan: TypePlan,
  query: ListQuery,
  field: Field,
  { every, most }: { readonly every?: Every; readonly most?: number } = {},
): Promise<readonly Counted[] | undefined> {
  if (!isPublicQuery(plan, query)) return undefined
  const conditions = keptConditions(plan, query)
  const counts = countPlanOf(plan.type, plan.calls)
  const key = counts?.keyOf(field, every)
  if (!conditions || !counts || key === undefined) return undefined
  // Processes of another configuration may have ended the counting.
  const isThere = sql`exists (select from item_count where type = ${plan.type.name} and field = ${markOf(counts)})`
  const { rows } = await sql<{ counts: Readonly<Record<string, number>> | null; kept: boolean }>`
    select jsonb_object_agg(value, count) as counts, ${isThere} as kept from (
      select value, sum(n)::int as count from item_count
      where ${sql.join(conditions, sql` and `)} and field = ${key} and ${sql.raw(inStates(query.statuses))}
      group by 1 having sum(n) > 0 order by 2 desc, 1 limit ${most ?? null}::int) summed`.execute(db)
  const [row] = rows
  if (!row?.kept) return undefined
  return Object.entries(row.counts ?? {}).map(([value, count]) => ({ value, count }))
}
