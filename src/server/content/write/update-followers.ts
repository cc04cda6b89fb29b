// Updates fields of children that follow a field of their parent.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'

interface Follower {
  readonly type: string
  readonly field: string
  /** Of the item above. */
  readonly source: string
}

const PARENT = 'parent.'

/** By the name of the type above. */
const followersIn = perModel((model: Model): ReadonlyMap<string, readonly Follower[]> => {
  const followers = new Map<string, Follower[]>()
  for (const { name: type, parent, fields } of model.contentTypes) {
    const above = fields.find(({ name }) => name === parent)?.ref ?? ''
    for (const { name: field, from, follows } of fields)
      if (follows && from)
        followers.set(above, [
          ...(followers.get(above) ?? []),
          { type, field, source: from.slice(PARENT.length) },
        ])
  }
  return followers
})

/**
 * With the item above as its write leaves it. Those who fill in the items below see what they saw, but for this: their
 * revisions stay. Answers the types that were written to.
 */
export async function updateFollowers(
  transaction: Kysely<Schema>,
  model: Model,
  above: string,
  id: string,
): Promise<readonly string[]> {
  const written: string[] = []
  for (const { type, field, source } of followersIn(model).get(above) ?? []) {
    const { numAffectedRows } = await sql`update item set body = case
        when above.body ? ${source} then item.body || jsonb_build_object(${field}::text, above.body->${source})
        else item.body - ${field}::text end
      from item above
      where above.id = ${id} and item.type = ${type} and item.parent_id = above.id
        and item.body->${field} is distinct from above.body->${source}`.execute(transaction)
    if (numAffectedRows) written.push(type)
  }
  return written
}
