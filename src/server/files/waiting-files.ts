// Assigns files that were uploaded before sign-in to the account that names them.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/**
 * Assigns the files among `ids` that have no owner yet to the account. Call it inside the transaction that creates
 * the account.
 *
 * @example
 * await adoptFiles(transaction, accountId, ['1f0c6d0e-6f0b-4c5e-9a57-2f4a2f0b8f11'])
 */
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
