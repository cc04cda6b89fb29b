// Owns files that were uploaded before signing in: taken over by an account, or removed when nobody does.
import type { Kysely } from 'kysely'
import type { Services } from '../call.ts'
import type { Schema } from '../database/schema.ts'
import type { FileStore } from './file-store.ts'

const WAIT = 24 * 3_600_000
/** So many at a time that an upload does not notice. */
const MOST_SWEPT = 20

/** Gives the waiting files among `ids` to the account, inside the transaction that makes it. */
export async function adoptFiles(
  db: Kysely<Schema>,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('file')
    .set({ ownerId: accountId })
    .where('ownerId', 'is', null)
    .where('id', 'in', [...ids])
    .execute()
}

export async function sweepFiles({ db, clock }: Services, store: FileStore): Promise<void> {
  const before = new Date(clock().getTime() - WAIT)
  const old = await db
    .selectFrom('file')
    .select('id')
    .where('ownerId', 'is', null)
    .where('createdAt', '<', before)
    .limit(MOST_SWEPT)
    .execute()
  if (old.length === 0) return
  const gone = await db
    .deleteFrom('file')
    .where('ownerId', 'is', null)
    .where(
      'id',
      'in',
      old.map(({ id }) => id),
    )
    .returning('id')
    .execute()
  await Promise.all(gone.map(({ id }) => store.remove(id)))
}
