// Provides everything that lies in a database, as text.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { loadTables } from '#server/transfer/backup/table-shapes.ts'

export async function dump(db: Kysely<Schema>): Promise<string> {
  const texts: string[] = []
  for (const { name } of await loadTables(db)) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.id(name)} t`.execute(db)
    texts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return texts.join('\n')
}
