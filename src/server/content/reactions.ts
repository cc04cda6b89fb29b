// Owns likes: one row for each person and target, and a counter that equals the rows.
import { type Kysely, sql } from 'kysely'
import { Failure } from '../../shared/errors.ts'
import type { Schema } from '../database/schema.ts'

export interface Target {
  readonly kind: 'item' | 'comment'
  readonly id: string
}

export interface LikeState {
  readonly liked: boolean
  readonly likeCount: number
}

const LIKE = 'like'

/**
 * Takes the like back when it is there, unless `keep` says that a second one changes nothing.
 * The target's row is locked first, so that parallel likes come one after the other.
 */
export async function toggleLike(
  transaction: Kysely<Schema>,
  userId: string,
  target: Target,
  { keep }: { readonly keep: boolean },
): Promise<LikeState> {
  const locked = await transaction
    .selectFrom(target.kind)
    .select('likeCount')
    .where('id', '=', target.id)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw new Failure('NOT_FOUND')
  const row = { userId, targetKind: target.kind, targetId: target.id, kind: LIKE }
  const inserted = await transaction
    .insertInto('reaction')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const isNew = (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
  if (!isNew && keep) return { liked: true, likeCount: locked.likeCount }
  if (!isNew)
    await transaction
      .deleteFrom('reaction')
      .where((eb) => eb.and(row))
      .execute()
  const { likeCount } = await transaction
    .updateTable(target.kind)
    .set({ likeCount: sql<number>`like_count + ${isNew ? 1 : -1}::int` })
    .where('id', '=', target.id)
    .returning('likeCount')
    .executeTakeFirstOrThrow()
  return { liked: isNew, likeCount }
}

export async function hasReaction(db: Kysely<Schema>, userId: string, target: Target): Promise<boolean> {
  return (await reactedTo(db, userId, target.kind, [target.id])).has(target.id)
}

/** Which of `ids` the person likes. */
export async function reactedTo(
  db: Kysely<Schema>,
  userId: string,
  kind: Target['kind'],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('reaction')
    .select('targetId')
    .where('userId', '=', userId)
    .where('targetKind', '=', kind)
    .where('targetId', 'in', ids)
    .where('kind', '=', LIKE)
    .execute()
  return new Set(rows.map(({ targetId }) => targetId))
}
