// Adds the region to the parameter indexes, for ranges of a parameter within a region (migration 240).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const PLACES = Array.from({ length: 16 }, (_, index) => `n${index + 1}`)

/**
 * "Pumps of so much flow in Guangdong" is what the parameters are there for. The region stands behind the item, so
 * that the order of those with the same value stays; what is elsewhere is passed over without reading its row, which
 * for one province is 96 of 100.
 */
export async function findByParameterAndRegion(db: Kysely<Schema>): Promise<void> {
  for (const place of PLACES) {
    await sql.raw(`drop index if exists parameter_value_${place}`).execute(db)
    await sql
      .raw(
        `create index parameter_value_${place} on parameter_value (set_no, ${place}, item_id, region) where ${place} is not null`,
      )
      .execute(db)
  }
}
