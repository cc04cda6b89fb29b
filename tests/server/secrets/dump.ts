// Owns everything that lies in a database, as text.
import { type Kysely, sql } from 'kysely'
import { loadTables } from '../../../src/server/backup/table-shapes.ts'
import type { Schema } from '../../../src/server/database/schema.ts'

export async function dump(db: Kysely<Schema>): Promise<string> {
  const texts: string[] = []
  for (const { name } of await loadTables(db)) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.id(name)} t`.execute(db)
    texts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return texts.join('\n')
}
