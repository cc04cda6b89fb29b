// Deletes the record changes that migrations stored for a person, when the person's account is deleted.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Before the records themselves are changed: whose an item is says the item, or what was taken out with it. */
export async function forgetChanges(db: Kysely<Schema>, accountId: string): Promise<void> {
  await sql`delete from record_change where (place = 'application' and key = ${accountId})
    or (place = 'draft' and starts_with(key, ${`${accountId} `}))
    or (place in ('item', 'version', 'left') and (before -> 'row' ->> 'owner_id' = ${accountId}
      or key in (select id from item where owner_id = ${accountId})))`.execute(db)
}
