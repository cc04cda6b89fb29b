// Updates a directory entry when the account changes its answers, and erases it when the person leaves.
import { sql } from 'kysely'
import { replaceBody } from '#server/content/write/persist.ts'
import type { Body } from '#server/content/write/validate.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import type { DirectoryPlan } from './directory-of.ts'
import { changedFields, lacking } from './entry-body.ts'
import { auditEntry, type Entry, type EntryWork } from './entry-writer.ts'

/**
 * Writes only the changed answers; content of others stays, and an account that only joined the entry changes
 * nothing.
 */
export async function changeEntry(
  work: EntryWork,
  entry: Entry,
  before: JsonObject,
  after: JsonObject,
): Promise<void> {
  const { db, services } = work
  const changed = changedFields(services, entry, before, after)
  if (Object.keys(changed.given).length + changed.removed.length === 0) return
  const { name } = entry.plan.type
  const row = await db
    .selectFrom('item')
    .select(['id', 'type', 'status', 'ownerId', 'revision', 'body'])
    .where((eb) => eb.and({ id: entry.id, type: name }))
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  const { given, removed } = entry.keeps ? changed : { given: lacking(row.body, changed.given), removed: [] }
  if (Object.keys(given).length + removed.length === 0) return
  const kept = Object.entries(row.body).filter(([field]) => !removed.includes(field))
  const body: Body = { ...Object.fromEntries(kept), ...given }
  const revision = await replaceBody(
    { ...work, plan: entry.plan, call: work, origin: 'directory.update' },
    row,
    body,
  )
  await auditEntry(work, 'update', entry, { revision })
}

/** A person's entry without the person, and without its versions. */
export async function eraseEntry(
  { db, touched }: EntryWork,
  { plan }: DirectoryPlan,
  id: string,
): Promise<void> {
  const { name, title } = plan.type
  await sql`update item set body = '{}'::jsonb, title = ${title}, search = null, category = null, region = null,
    revision = revision + 1 where id = ${id} and type = ${name}`.execute(db)
  await sql`delete from item_version where item_id = ${id}`.execute(db)
  touched.add(name)
}
