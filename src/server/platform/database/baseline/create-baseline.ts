// Creates the whole schema in an empty database.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { ACCOUNT_TABLES } from './account-tables.ts'
import { CONTENT_TABLES } from './content-tables.ts'
import { PARAMETER_TABLES } from './parameter-tables.ts'
import { SYSTEM_TABLES } from './system-tables.ts'

export async function createBaseline(db: Kysely<Schema>): Promise<void> {
  for (const statement of [...CONTENT_TABLES, ...PARAMETER_TABLES, ...ACCOUNT_TABLES, ...SYSTEM_TABLES])
    await sql.raw(statement).execute(db)
}
