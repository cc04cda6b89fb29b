// Counts the items of each map layer by region, with one statement for all layers.
import { type Kysely, sql } from 'kysely'
import { valueExpression } from '#server/content/fields/field-expression.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { LayerRows } from './map-layers.ts'

export interface RegionCount {
  readonly kind: string
  /** The first digits of the code as stored; null for items without a region. */
  readonly region: string | null
  readonly count: number
}

/** `digits` is the precision of regions: 2 provinces, 4 cities, 6 districts. */
export async function loadCounts(
  db: Kysely<Schema>,
  layers: readonly LayerRows[],
  digits: number,
): Promise<readonly RegionCount[]> {
  if (layers.length === 0) return []
  const parts = layers.map(
    ({ layer, plan, where }) => sql`select ${sql.lit(layer.kind)} as kind,
      left(${sql.raw(regionColumn(plan))}, ${sql.lit(digits)}) as region, count(*)::int as count
      from item where ${where} group by 2`,
  )
  const { rows } = await sql<RegionCount>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}

/** The column, as the index of the region's filter has it. */
export function regionColumn({ type, byName }: LayerRows['plan']): string {
  const field = byName.get(type.region ?? '')
  return (field && valueExpression(type, field)) ?? 'null::text'
}
