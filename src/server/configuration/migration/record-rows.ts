// Reads the rows of records in batches and writes the changed rows back.
import { type Kysely, sql } from 'kysely'
import type { RecordRow } from '#config/records/migrate-record.ts'
import { columnValues } from '#server/content/items/item-columns.ts'
import { markRewritten } from '#server/content/items/item-versions.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import { sealFields, secretAnswers } from '#server/platform/secrets/seal-fields.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { RECORD_TABLES, type RecordKind } from './record-sources.ts'

const BATCH = 500

export interface StoredRow extends RecordRow {
  readonly key: string
}

type Db = Kysely<Schema>

/** Everything of the type or form in that place, a batch at a time; what changes meanwhile is not read again. */
export async function* readRows(
  db: Db,
  place: RecordKind,
  holder: string,
  secrets: Secrets,
): AsyncGenerator<StoredRow[]> {
  const { from, key, status, left, body } = RECORD_TABLES[place]
  for (let last = ''; ; ) {
    const { rows } = await sql<{ key: string; status: string | null; left: string | null; raw: string }>`
      select ${key} as key, ${status} as status, ${left} as left, ${body}::text as raw
      from ${from(holder)} and ${key} > ${last} order by 1 limit ${BATCH}`.execute(db)
    if (rows.length > 0)
      yield rows.map(({ raw, ...row }) => ({
        ...row,
        holder,
        isDraft: place === 'draft',
        body: secrets.parseJson(raw) as JsonObject, // the columns hold nothing else
      }))
    if (rows.length < BATCH) return
    last = rows.at(-1)?.key ?? ''
  }
}

interface Target {
  readonly db: Db
  readonly place: RecordKind
  /** The type or form that the rows were read under. */
  readonly holder: string
  readonly model: Pick<Model, 'contentTypes' | 'forms'>
  readonly secrets: Secrets
}

/** Rows as they are now, under the keys that they were read by. */
export async function writeRows(target: Target, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return
  const { db, place, model, secrets } = target
  const keys = rows.map(({ key }) => key)
  const holders = rows.map((row) => row.holder)
  const answers = secretAnswers(model as Model)
  const types = new Map(model.contentTypes.map((type) => [type.name, type]))
  const sealed = rows.map((row) => {
    const own = place === 'item' ? types.get(row.holder)?.fields.filter(isSecret) : answers
    return JSON.stringify(sealFields(secrets, own ?? answers, row.body as JsonObject))
  })
  const given = sql`unnest(${keys}::text[], ${holders}::text[], ${rows.map(({ status }) => status)}::text[],
    ${rows.map(({ left }) => left)}::text[], ${sealed}::text[]) as given (key, holder, status, "left", body)`
  const { table, set, match } = RECORD_TABLES[place]
  await sql`update ${table} set ${set} from ${given} where ${within(target)}${match}`.execute(db)
  if (place !== 'item') return
  await fileColumns(db, rows, types)
  await markRewritten(db, keys, 'records.migrate')
}

/** Drafts of the same key belong to several forms. */
const within = ({ place, holder }: Pick<Target, 'place' | 'holder'>) =>
  place === 'draft' ? sql`draft.form = ${holder} and ` : sql``

/** The columns that every write copies out of the body, of types that there are. */
async function fileColumns(
  db: Db,
  rows: readonly StoredRow[],
  types: ReadonlyMap<string, ContentType>,
): Promise<void> {
  const filed = rows.flatMap(({ key, holder, body }) => {
    const type = types.get(holder)
    return type ? [{ key, ...columnValues(type, body) }] : []
  })
  if (filed.length === 0) return
  await sql`update item set title = given.title, parent_id = given.parent, category = given.category, region = given.region
    from unnest(${filed.map(({ key }) => key)}::text[], ${filed.map(({ title }) => title)}::text[],
      ${filed.map(({ parentId }) => parentId)}::text[], ${filed.map(({ category }) => category)}::text[],
      ${filed.map(({ region }) => region)}::text[]) as given (key, title, parent, category, region)
    where item.id = given.key and (item.title, item.parent_id, item.category, item.region)
      is distinct from (given.title, given.parent, given.category, given.region)`.execute(db)
}

/** Takes whole rows out of their tables, into what the run has changed. What is part of another row is emptied there. */
export async function takeRows(
  { db, place, holder }: Pick<Target, 'db' | 'place' | 'holder'>,
  run: number,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  const { table, key, body, part } = RECORD_TABLES[place]
  const where = sql`${within({ place, holder })}${key} = any(${keys}::text[])`
  await sql`insert into record_change (run, place, key, before, archived)
    select ${run}, ${place}, ${key}, jsonb_build_object('holder', ${holder}::text,
        ${part ? sql`'body', ${body}` : sql`'row', to_jsonb(${table})`}),
      jsonb_build_object('holder', ${holder}::text, 'values', ${body})
    from ${table} where ${where}`.execute(db)
  if (part) await sql`update ${table} set form = null, ${part} = null where ${where}`.execute(db)
  else await sql`delete from ${table} where ${where}`.execute(db)
}

/** Puts back what was taken out. */
export async function putRows(
  db: Db,
  place: RecordKind,
  keys: readonly string[],
  run: number,
): Promise<void> {
  if (keys.length === 0) return
  const { table, match, part } = RECORD_TABLES[place]
  const taken = sql`given.run = ${run} and given.place = ${place} and given.after is null
    and given.key = any(${keys}::text[])`
  if (part)
    await sql`update ${table} set form = given.before ->> 'holder', ${part} = given.before -> 'body'
      from record_change given where ${taken} and ${match}`.execute(db)
  else
    await sql`insert into ${table} select made.* from record_change given,
      lateral jsonb_populate_record(null::${table}, given.before -> 'row') made
      where ${taken} on conflict do nothing`.execute(db)
}
