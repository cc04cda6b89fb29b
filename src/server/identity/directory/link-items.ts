// Links the published items of members to their directory entry (`x-from`).
import { sql } from 'kysely'
import type { WriteScope } from '#server/content/action.ts'
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

/** Links the items that the accounts published before they had an entry. */
export async function linkItems(
  { db, touched }: WriteScope,
  model: Model,
  directoryType: string,
  accountIds: readonly string[],
): Promise<void> {
  for (const [type, field] of linkingFields(model, directoryType)) {
    const { numAffectedRows } = await sql`
      update item set body = body || jsonb_build_object(${field}::text, account.directory_id)
      from account
      where account.id = any(${accountIds}::text[]) and account.directory_id is not null and item.owner_id = account.id and item.type = ${type}
        and coalesce(item.body ->> ${field}, '') = ''`.execute(db)
    if (numAffectedRows) touched.add(type)
  }
}
