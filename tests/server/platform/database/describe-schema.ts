// Describes the schema of a database in lines: two schemas are the same when their lines are.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Each answers lines; white space within functions says nothing. */
const QUERIES = [
  `select format('column %s.%s %s %s%s%s default %s identity %s', c.relname, a.attnum - (
      select count(*) from pg_attribute gone where gone.attrelid = a.attrelid and gone.attisdropped and gone.attnum < a.attnum),
      a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' end,
      (select ' collate ' || collname from pg_collation l where l.oid = a.attcollation and collname <> 'default'),
      pg_get_expr(d.adbin, d.adrelid), a.attidentity) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`,
  `select format('relation %s %s %s', relkind, relname, reloptions) as line from pg_class
    where relnamespace = current_schema()::regnamespace`,
  `select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line from pg_constraint
    where connamespace = current_schema()::regnamespace`,
  `select 'index ' || indexdef as line from pg_indexes where schemaname = current_schema()`,
  `select 'trigger ' || pg_get_triggerdef(oid) as line from pg_trigger where not tgisinternal`,
  `select 'function ' || regexp_replace(pg_get_functiondef(oid), '\\s+', ' ', 'g') as line from pg_proc
    where pronamespace = current_schema()::regnamespace`,
  `select format('sequence %s %s', sequencename, data_type) as line from pg_sequences where schemaname = current_schema()`,
  `select format('head %s %s %s', lane, position, hash) as line from audit_head`,
]

export async function describeSchema(db: Kysely<Schema>): Promise<string[]> {
  const lines: string[] = []
  for (const query of QUERIES)
    lines.push(...(await sql.raw<{ line: string }>(query).execute(db)).rows.map(({ line }) => line))
  return lines.sort()
}
