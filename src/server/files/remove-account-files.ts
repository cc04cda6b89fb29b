// Deletes the files of an account that ends, except those that a public item shows.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Model } from '#shared/model/model.ts'

/** In the transaction that ends the account, after its items were stripped; answers whose bytes to remove afterwards. */
export async function dropFilesOf(db: Kysely<Schema>, model: Model, ownerId: string): Promise<string[]> {
  const files = await db.selectFrom('file').select('id').where('ownerId', '=', ownerId).execute()
  if (files.length === 0) return []
  const items = await db
    .selectFrom('item')
    .select(['type', 'status', 'body'])
    .where('ownerId', '=', ownerId)
    .execute()
  const shown = items
    .filter(({ type, status }) => isPublic(model, type, status))
    .map(({ body }) => JSON.stringify(body))
  const deletedIds = files.map(({ id }) => id).filter((id) => !shown.some((text) => text.includes(id)))
  if (deletedIds.length > 0) await db.deleteFrom('file').where('id', 'in', deletedIds).execute()
  return deletedIds
}

function isPublic(model: Model, type: string, status: string): boolean {
  const states = model.contentTypes.find(({ name }) => name === type)?.lifecycle.states ?? {}
  return Object.hasOwn(states, status) && states[status]?.readers === undefined
}
