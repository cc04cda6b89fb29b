// Erases deleted items for good, with all that is stored with them; of those that nothing needs any more.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { holderOwners } from '#server/content/workflow/referential-integrity.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { FILE_ID } from './erase-items.ts'

/** What may still need a deleted item, each a condition on a row of `item`, with the message that refuses the erasure. */
export const neededBy = (
  model: Pick<Model, 'contentTypes'>,
  type: Pick<ContentType, 'name'>,
): readonly (readonly [RawBuilder<unknown>, string])[] => [
  [sql`exists (${holderOwners(model, type, sql`item.id`)})`, '仍被办理中的内容引用'],
  [
    sql`exists (select from item child where child.parent_id = item.id)`,
    '仍有下级内容，请先彻底删除下级内容',
  ],
  [
    sql`exists (select from account where account.directory_id = item.id)`,
    '是一个账号的名录条目，随账号注销',
  ],
]

/** These name an item and go by themselves, or belong to people who go on reading them. */
const NOT_WITH_ITEM = ['chat', 'item_change', 'notice', 'webhook_delivery']

/** With the rows locked. Files are deleted by their sweep, once nothing else names them. */
export async function eraseItems(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  const those = (column: string) => sql`${sql.ref(column)} = any(${[...ids]}::text[])`
  await releaseFiles(db, those)
  const ofComments = sql`(select id from comment where ${those('item_id')})`
  await sql`delete from comment_report where comment_id in ${ofComments}`.execute(db)
  await sql`delete from reaction where target_kind = 'comment' and target_id in ${ofComments}`.execute(db)
  await sql`delete from reaction where target_kind = 'item' and ${those('target_id')}`.execute(db)
  await sql`delete from follow where kind = 'item' and ${those('place')}`.execute(db)
  await sql`delete from draft where ${those('key')}`.execute(db)
  await sql`delete from record_change where place in ('item', 'version', 'left') and ${those('key')}`.execute(
    db,
  )
  for (const table of await findTablesOfItems(db))
    await sql`delete from ${sql.table(table)} where ${those('item_id')}`.execute(db)
  await sql`delete from item where ${those('id')}`.execute(db)
}

/** So a new table of parts of items needs no line here. */
async function findTablesOfItems(db: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select columns.table_name as name from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and column_name = 'item_id' and table_type = 'BASE TABLE'
      and table_name <> all(${NOT_WITH_ITEM}::text[])
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** All that the items, their versions and their drafts name, in rich text too. */
async function releaseFiles(
  db: Kysely<Schema>,
  those: (column: string) => RawBuilder<unknown>,
): Promise<void> {
  await sql`update file set attached = false where id in (
    select (regexp_matches(texts.body, ${FILE_ID.source}, 'g'))[1] from (
      select body::text as body from item where ${those('id')}
      union all select body::text from left_version where ${those('item_id')}
      union all select body::text from pending_version where ${those('item_id')}
      union all select changed::text from item_version where ${those('item_id')}
      union all select answers::text from transition_log where ${those('item_id')}
      union all select body::text from draft where ${those('key')}) texts)`.execute(db)
}
