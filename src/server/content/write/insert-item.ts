// Inserts new items.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ActionContext } from '#server/content/action.ts'
import type { ItemColumns } from '#server/content/items/item-columns.ts'
import { auditStatement } from '#server/platform/audit/append-audit.ts'
import { bumpStatement } from '#server/platform/cache/content-versions.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { sealItem } from '#server/platform/secrets/seal-fields.ts'
import { isPublic } from '#shared/lifecycles/lifecycle.ts'
import { toAuditEntry } from './write.ts'

export interface NewItem extends ItemColumns {
  readonly id: string
  readonly status: string
  readonly ownerId: string | null
  readonly now: Date
}

/** Row, audit entry and version in one statement, which is one round trip and one commit. */
export async function insertItem(db: Kysely<Schema>, context: ActionContext, item: NewItem): Promise<void> {
  const { name } = context.plan.type
  const { head, insert } = auditStatement(toAuditEntry(context, item.id), item.now)
  await sql`
    with ${head}, log as (${insert} returning lane), bump as (${bumpStatement(name, 'log')})
    ${toStatement(context, item)}`.execute(db)
}

/** The row alone, for a transaction that does the rest. */
export async function insertRow(
  db: Kysely<Schema>,
  context: Pick<ActionContext, 'plan' | 'services'>,
  item: NewItem,
): Promise<void> {
  await toStatement(context, item).execute(db)
}

function toStatement(
  { plan: { type }, services }: Pick<ActionContext, 'plan' | 'services'>,
  item: NewItem,
): RawBuilder<unknown> {
  const body = sealItem(services, type, item.body)
  const published = isPublic(type.lifecycle, item.status) ? item.now : null
  return sql`
    insert into item (id, type, status, owner_id, parent_id, category, region, title, body, search,
      published_at, created_at, updated_at)
    values (${item.id}, ${type.name}, ${item.status}, ${item.ownerId}, ${item.parentId}, ${item.category}, ${item.region},
      ${item.title}, ${JSON.stringify(body)}::jsonb, ${item.search}::tsvector,
      ${published}, ${item.now}, ${item.now})`
}
