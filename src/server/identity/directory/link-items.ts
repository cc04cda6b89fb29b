// Links the published items of members to their directory entry (`x-from`).
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Model } from '#shared/model/model.ts'

/** Fields that name the owner's entry in a directory of `directoryType`, by content type. */
function linkingFields(model: Model, directoryType: string): readonly (readonly [string, string])[] {
  return model.contentTypes.flatMap(({ name, fields }) =>
    fields.flatMap((field) =>
      field.from === 'owner.directory' && (field.ref ?? directoryType) === directoryType
        ? [[name, field.name] as const]
        : [],
    ),
  )
}

/** Links the items that the account published before it had an entry; returns the content types that were written. */
export function linkItems(
  transaction: Kysely<Schema>,
  model: Model,
  directoryType: string,
  accountId: string,
): Promise<readonly string[]> {
  return link(transaction, model, directoryType, sql`account.id = ${accountId}`)
}

/** The same for many accounts. */
export function linkItemsOf(
  transaction: Kysely<Schema>,
  model: Model,
  directoryType: string,
  accountIds: readonly string[],
): Promise<readonly string[]> {
  return link(transaction, model, directoryType, sql`account.id = any(${accountIds}::text[])`)
}

async function link(
  transaction: Kysely<Schema>,
  model: Model,
  directoryType: string,
  ownerCondition: RawBuilder<unknown>,
): Promise<readonly string[]> {
  const touched: string[] = []
  for (const [type, field] of linkingFields(model, directoryType)) {
    const { numAffectedRows } = await sql`
      update item set body = body || jsonb_build_object(${field}::text, account.directory_id)
      from account
      where ${ownerCondition} and account.directory_id is not null and item.owner_id = account.id and item.type = ${type}
        and coalesce(item.body ->> ${field}, '') = ''`.execute(transaction)
    if (numAffectedRows) touched.push(type)
  }
  return touched
}
