// Deletes unreferenced files: uploaded but never submitted or sent, or left by a killed process.
import { type Kysely, sql } from 'kysely'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { takeQuota } from '#server/platform/limits/quota.ts'
import { type FileStore, STORE_PARTS } from './file-store.ts'
import { CHAT_UPLOAD_FORM } from './message-access.ts'

const HOUR = 3_600_000
/** The time after the upload in which the form can be submitted or saved as a draft. */
const WAIT = 24 * HOUR
/** Of all processes one looks, once in so long: it reads all that may name a file. */
const ONCE = { most: 1, span: HOUR }
const BATCH_SIZE = 200

type Needs = Pick<Services, 'db' | 'clock' | 'model'>

/** Answers how many were removed. */
export async function sweepFiles(services: Needs, store: FileStore): Promise<number> {
  const { db, clock } = services
  const now = clock()
  if ((await takeQuota(db, 'file-sweep', ONCE, now)) > 0) return 0
  const before = new Date(now.getTime() - WAIT)
  return (await sweepUnnamed(services, store, before)) + (await sweepOrphans(db, store, before))
}

/** Each file is looked for once: where something names it, it stays for good. */
async function sweepUnnamed({ db, model }: Needs, store: FileStore, before: Date): Promise<number> {
  const waiting = await db
    .selectFrom('file')
    .select(['id', 'ownerId', 'form'])
    .where('attached', '=', false)
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(BATCH_SIZE)
    .execute()
  if (waiting.length === 0) return 0
  const isContent = new Set(model().contentTypes.map(({ name }) => name))
  // The search for ids does not find every file of a registration, because its answers may be stored differently.
  const unsure = waiting.filter(
    ({ ownerId, form }) => ownerId === null || form === CHAT_UPLOAD_FORM || isContent.has(form),
  )
  const named = await findNamed(
    db,
    unsure.map(({ id }) => id),
  )
  const deletableIds = unsure.filter(({ id }) => !named.has(id)).map(({ id }) => id)
  const kept = waiting.map(({ id }) => id).filter((id) => !deletableIds.includes(id))
  if (kept.length > 0) await db.updateTable('file').set({ attached: true }).where('id', 'in', kept).execute()
  if (deletableIds.length === 0) return 0
  // Keeps files that were submitted or sent while the sweep searched.
  const rows = await db
    .deleteFrom('file')
    .where('id', 'in', deletableIds)
    .where('attached', '=', false)
    .returning('id')
    .execute()
  for (const { id } of rows) await store.remove(id)
  return rows.length
}

/** Returns the ids that any document of the database names; the audit log does not count. */
async function findNamed(db: Kysely<Schema>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows: columns } = await sql<{ place: string; name: string }>`
    select quote_ident(table_name) as place, quote_ident(column_name) as name from information_schema.columns
    where table_schema = current_schema() and data_type in ('jsonb', 'json')
      and table_name not in ('audit', 'idempotency', 'setting')`.execute(db)
  const named = new Set<string>()
  const any = sql`array[${sql.join(ids.map((id) => `%${id}%`))}]::text[]`
  for (const { place, name } of columns) {
    const column = sql.raw(`${name}::text`)
    const { rows } = await sql<{ text: string }>`
      select ${column} as text from ${sql.raw(place)} where ${column} like any (${any})`.execute(db)
    for (const { text } of rows) for (const id of ids) if (text.includes(id)) named.add(id)
  }
  return named
}

const idOf = (name: string): string => name.slice(0, 36)

/** Bytes without a row: the process was killed between the two. One part of the store at a time, another each hour. */
async function sweepOrphans(db: Kysely<Schema>, store: FileStore, before: Date): Promise<number> {
  const old = await store.listOld(Math.floor(before.getTime() / HOUR) % STORE_PARTS, before.getTime())
  const names = old.filter((name) => /^[0-9a-f-]{36}(\.[\w.-]+)?$/.test(name))
  if (names.length === 0) return 0
  const ids = [...new Set(names.map(idOf))]
  const rows = await db.selectFrom('file').select('id').where('id', 'in', ids).execute()
  const known = new Set(rows.map(({ id }) => id))
  // Sizes of a picture stay with it; what was never finished goes.
  const orphans = names.filter((name) => !known.has(idOf(name)) || name.endsWith('.part'))
  for (const name of orphans) await store.discard(name)
  return orphans.length
}
