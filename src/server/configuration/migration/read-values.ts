// Reads the values of one field in all records, a few thousand at a time.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { RecordSource } from './record-sources.ts'

const BATCH = 2_000

/** SQL: something is written there. */
export const fieldHasValue = ({ body }: RecordSource, field: string) =>
  sql`coalesce(${body} -> ${field}, 'null') not in ('null', '""', '[]', '{}')`

/** How many records of the source hold anything in the field; or, with `lacks`, nothing. */
export async function countWithValue(
  db: Kysely<Schema>,
  source: RecordSource,
  field: string,
  { lacks = false } = {},
): Promise<number> {
  const held = fieldHasValue(source, field)
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from ${source.from} and ${lacks ? sql`not (${held})` : held}`.execute(db)
  return rows[0]?.held ?? 0
}

/** In how many records of the source the value of the field is one that `isMeant` means. */
export async function countValues(
  db: Kysely<Schema>,
  source: RecordSource,
  field: string,
  isMeant: (value: unknown) => boolean,
): Promise<number> {
  return countRows(
    db,
    { ...source, value: sql`${source.body} -> ${field}` },
    fieldHasValue(source, field),
    isMeant,
  )
}

/** The same of several fields of one record, by name. */
export async function countTogether(
  db: Kysely<Schema>,
  source: RecordSource,
  fields: readonly string[],
  isMeant: (values: Readonly<Record<string, unknown>>) => boolean,
): Promise<number> {
  const values = sql`jsonb_build_object(${sql.join(fields.flatMap((field) => [sql.lit(field), sql`${source.body} -> ${sql.lit(field)}`]))})`
  const any = sql.join(
    fields.map((field) => fieldHasValue(source, field)),
    sql` or `,
  )
  return countRows(db, { ...source, value: values }, sql`(${any})`, (held) =>
    isMeant(held as Readonly<Record<string, unknown>>),
  )
}

/** The same of whole bodies of records that lack the field. */
export async function countLacking(
  db: Kysely<Schema>,
  source: RecordSource,
  field: string,
  isMeant: (body: unknown) => boolean,
): Promise<number> {
  return countRows(db, { ...source, value: source.body }, sql`not (${fieldHasValue(source, field)})`, isMeant)
}

async function countRows(
  db: Kysely<Schema>,
  { from, key, value }: Pick<RecordSource, 'from' | 'key'> & { readonly value: RecordSource['body'] },
  where: RecordSource['body'],
  isMeant: (value: unknown) => boolean,
): Promise<number> {
  let count = 0
  for (let last = ''; ; ) {
    const { rows } = await sql<{ key: string; value: unknown }>`
      select ${key} as key, ${value} as value from ${from} and ${where} and ${key} > ${last}
      order by 1 limit ${BATCH}`.execute(db)
    for (const { value: held } of rows) if (isMeant(held)) count += 1
    last = rows.at(-1)?.key ?? ''
    if (rows.length < BATCH) return count
  }
}
