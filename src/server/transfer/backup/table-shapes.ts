// Reads the structure of the database for backups: tables with columns, and sequences.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

interface ColumnShape {
  readonly name: string
  /** As SQL says it, such as `timestamp(3) with time zone`. */
  readonly type: string
}

export interface TableShape {
  readonly name: string
  readonly columns: readonly ColumnShape[]
}

export interface SequenceValue {
  readonly name: string
  /** The value as text, since it may exceed a number. Null for a sequence that was never used. */
  readonly value: string | null
}

/** In the order of their names; columns that the database computes are left out. */
export async function loadTables(db: Kysely<Schema>): Promise<TableShape[]> {
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attname`.execute(db)
  const tables = new Map<string, ColumnShape[]>()
  for (const { table, name, type } of rows) {
    const columns = tables.get(table) ?? []
    tables.set(table, columns)
    columns.push({ name, type })
  }
  return [...tables].map(([name, columns]) => ({ name, columns }))
}

export async function loadSequences(db: Kysely<Schema>): Promise<SequenceValue[]> {
  const { rows } = await sql<SequenceValue>`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() order by sequencename`.execute(db)
  return rows.map(({ name, value }) => ({ name, value }))
}
