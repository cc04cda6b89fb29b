// Updates a directory entry when the account changes its answers, and erases it when the person leaves.
import { type Kysely, sql } from 'kysely'
import { replaceBody } from '#server/content/write/persist.ts'
import type { Body } from '#server/content/write/validate.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import type { DirectoryPlan } from './directory-of.ts'
import { changedFields, lacking } from './entry-body.ts'
import { auditEntry, type Entry, type EntryCall } from './entry-writer.ts'

/**
 * Writes only the changed answers; content of others stays, and an account that only joined the entry changes
 * nothing.
 */
export async function changeEntry(
  transaction: Kysely<Schema>,
  call: EntryCall,
  entry: Entry,
  before: JsonObject,
  after: JsonObject,
): Promise<readonly string[]> {
  const { services } = call
  const changed = changedFields(services, entry, before, after)
  if (Object.keys(changed.given).length + changed.removed.length === 0) return []
  const { name } = entry.plan.type
  const row = await transaction
    .selectFrom('item')
    .select(['id', 'revision', 'body'])
    .where((eb) => eb.and({ id: entry.id, type: name }))
    .forUpdate()
    .executeTakeFirst()
  if (!row) return []
  const { given, removed } = entry.keeps ? changed : { given: lacking(row.body, changed.given), removed: [] }
  if (Object.keys(given).length + removed.length === 0) return []
  const kept = Object.entries(row.body).filter(([field]) => !removed.includes(field))
  const body: Body = { ...Object.fromEntries(kept), ...given }
  const context = { db: transaction, plan: entry.plan, services, touched: new Set<string>() }
  const revision = await replaceBody(context, row, body)
  await auditEntry(transaction, call, 'update', entry, { revision })
  return [...context.touched]
}

/** A person's entry without the person. */
export async function eraseEntry(
  transaction: Kysely<Schema>,
  { plan }: DirectoryPlan,
  id: string,
): Promise<readonly string[]> {
  const { name, title } = plan.type
  await sql`update item set body = '{}'::jsonb, title = ${title}, search = null, category = null, region = null,
    revision = revision + 1 where id = ${id} and type = ${name}`.execute(transaction)
  return [name]
}
