// Builds the condition that a column equals one of several texts, with one plan for any number of texts.
import { type RawBuilder, sql } from 'kysely'

/**
 * A planner that sees how few texts there are thinks a plan of its own is worth making each time, and making it takes
 * longer than reading the rows. Here it cannot see them, and still uses the column's index.
 */
export function isAmong(column: string, texts: readonly string[]): RawBuilder<unknown> {
  return sql`${sql.ref(column)} = any((select ${texts}::text[])::text[])`
}
