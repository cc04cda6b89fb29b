// Assigns files that were uploaded before sign-in to the account that names them.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Gives the waiting files among `ids` to the account, inside the transaction that makes it. */
export async function adoptFiles(
  db: Kysely<Schema>,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('file')
    .set({ ownerId: accountId, attached: true, visitor: null })
    .where('ownerId', 'is', null)
    .where('id', 'in', [...ids])
    .execute()
}
