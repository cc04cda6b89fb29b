// Checks if an account follows an item.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function isFollowed(db: Kysely<Schema>, userId: string, itemId: string): Promise<boolean> {
  const row = await db
    .selectFrom('follow')
    .select('id')
    .where((eb) => eb.and({ userId, kind: 'item', place: itemId }))
    .executeTakeFirst()
  return row !== undefined
}
