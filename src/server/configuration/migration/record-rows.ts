// Reads the rows of records in batches and writes the changed rows back.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { RecordRow } from '#config/records/migrate-record.ts'
import { columnValues } from '#server/content/items/item-columns.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import { sealFields, secretAnswers } from '#server/platform/secrets/seal-fields.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import type { RecordKind } from './record-sources.ts'

const BATCH = 500

export interface StoredRow extends RecordRow {
  readonly key: string
}

type Db = Kysely<Schema>

interface Table {
  readonly from: (holder: string) => RawBuilder<unknown>
  readonly key: RawBuilder<unknown>
  readonly status: RawBuilder<unknown>
  readonly left: RawBuilder<unknown>
  readonly body: RawBuilder<unknown>
}

const NONE = sql`null::text`

/** Rows kept beside an item are found by the item's type, so they come before the items. */
const TABLES: Readonly<Record<RecordKind, Table>> = {
  version: {
    from: (holder) => sql`pending_version join item on item.id = item_id where item.type = ${holder}`,
    key: sql`item_id`,
    status: sql`pending_version.status`,
    left: NONE,
    body: sql`pending_version.body`,
  },
  left: {
    from: (holder) => sql`left_version join item on item.id = item_id where item.type = ${holder}`,
    key: sql`item_id`,
    status: NONE,
    left: NONE,
    body: sql`left_version.body`,
  },
  item: {
    from: (holder) => sql`item where type = ${holder}`,
    key: sql`id`,
    status: sql`status`,
    left: sql`left_status`,
    body: sql`body`,
  },
  draft: {
    from: (holder) => sql`draft where form = ${holder}`,
    key: sql`user_id || ' ' || key`,
    status: NONE,
    left: NONE,
    body: sql`body`,
  },
  application: {
    from: (holder) => sql`account where form = ${holder} and application is not null`,
    key: sql`id`,
    status: NONE,
    left: NONE,
    body: sql`application`,
  },
  answers: {
    from: (holder) => sql`transition_log where form = ${holder} and answers is not null`,
    key: sql`lpad(id::text, 20, '0')`,
    status: NONE,
    left: NONE,
    body: sql`answers`,
  },
}

export const RECORD_PLACES = Object.keys(TABLES) as readonly RecordKind[]

/** Everything of the type or form in that place, a batch at a time; what changes meanwhile is not read again. */
export async function* readRows(
  db: Db,
  place: RecordKind,
  holder: string,
  secrets: Secrets,
): AsyncGenerator<StoredRow[]> {
  const { from, key, status, left, body } = TABLES[place]
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
  const { db, place, holder, model, secrets } = target
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
  switch (place) {
    case 'item':
      await sql`update item set type = given.holder, status = given.status, left_status = given.left,
        body = given.body::jsonb from ${given} where item.id = given.key`.execute(db)
      return fileColumns(db, rows, types)
    case 'version':
      await sql`update pending_version set status = given.status, body = given.body::jsonb
        from ${given} where item_id = given.key`.execute(db)
      return
    case 'left':
      await sql`update left_version set body = given.body::jsonb from ${given} where item_id = given.key`.execute(
        db,
      )
      return
    case 'draft':
      await sql`update draft set form = given.holder, body = given.body::jsonb
        from ${given} where draft.form = ${holder} and draft.user_id || ' ' || draft.key = given.key`.execute(
        db,
      )
      return
    case 'application':
      await sql`update account set form = given.holder, application = given.body::jsonb
        from ${given} where account.id = given.key`.execute(db)
      return
    case 'answers':
      await sql`update transition_log set form = given.holder, answers = given.body::jsonb
        from ${given} where transition_log.id = given.key::bigint`.execute(db)
  }
}

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

const STORED: Readonly<Record<RecordKind, RawBuilder<unknown>>> = {
  item: sql`item`,
  version: sql`pending_version`,
  left: sql`left_version`,
  draft: sql`draft`,
  application: sql`account`,
  answers: sql`transition_log`,
}

/** Takes whole rows out of their tables, into what the run has changed. What is part of another row is emptied there. */
export async function takeRows(
  { db, place, holder }: Pick<Target, 'db' | 'place' | 'holder'>,
  run: number,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  const table = STORED[place]
  const { key, body } = TABLES[place]
  const isPart = place === 'application' || place === 'answers'
  const own = place === 'draft' ? sql`draft.form = ${holder} and ` : sql``
  const where = sql`${own}${key} = any(${keys}::text[])`
  await sql`insert into record_change (run, place, key, before, archived)
    select ${run}, ${place}, ${key}, jsonb_build_object('holder', ${holder}::text,
        ${isPart ? sql`'body', ${body}` : sql`'row', to_jsonb(${table})`}),
      jsonb_build_object('holder', ${holder}::text, 'values', ${body})
    from ${table} where ${where}`.execute(db)
  if (place === 'application')
    await sql`update account set form = null, application = null where ${where}`.execute(db)
  else if (place === 'answers')
    await sql`update transition_log set form = null, answers = null where ${where}`.execute(db)
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
  const table = STORED[place]
  const taken = sql`record_change taken where taken.run = ${run} and taken.place = ${place}
    and taken.after is null and taken.key = any(${keys}::text[])`
  if (place === 'application')
    await sql`update account set form = taken.before ->> 'holder', application = taken.before -> 'body'
      from ${taken} and account.id = taken.key`.execute(db)
  else if (place === 'answers')
    await sql`update transition_log set form = taken.before ->> 'holder', answers = taken.before -> 'body'
      from ${taken} and transition_log.id = taken.key::bigint`.execute(db)
  else
    await sql`insert into ${table} select made.* from record_change taken,
      lateral jsonb_populate_record(null::${table}, taken.before -> 'row') made
      where taken.run = ${run} and taken.place = ${place} and taken.after is null
        and taken.key = any(${keys}::text[]) on conflict do nothing`.execute(db)
}
