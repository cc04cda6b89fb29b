// Stores reactions: one row per person, target and kind, and a counter that equals the number of rows.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'

export interface ReactionTarget {
  readonly kind: 'item' | 'comment'
  readonly id: string
}

export interface LikeState {
  readonly liked: boolean
  readonly likeCount: number
}

export type Reaction = 'like' | 'support' | 'collect'

export interface ReactionState {
  readonly on: boolean
  readonly count: number
  /** It was as wished already. */
  readonly unchanged: boolean
}

/** Comments are liked; items are supported and collected too. */
const COUNTERS = {
  like: 'like_count',
  support: 'support_count',
  collect: 'collect_count',
} as const satisfies Record<Reaction, string>

/** `toggle` takes a reaction back that is there; the others say how it shall be. */
export type Wanted = 'toggle' | 'on' | 'off'

/** The target's row is locked first, so that parallel reactions come one after the other. */
export async function react(
  transaction: Kysely<Schema>,
  userId: string,
  target: ReactionTarget,
  kind: Reaction,
  wanted: Wanted,
): Promise<ReactionState> {
  const table = sql.table(target.kind)
  const counter = sql.ref(COUNTERS[kind])
  const locked = await sql<{ count: number }>`
    select ${counter} as count from ${table} where id = ${target.id} for update`.execute(transaction)
  const before = locked.rows[0]
  if (!before) throw new Failure('NOT_FOUND')
  const row = { userId, targetKind: target.kind, targetId: target.id, kind }
  const isThere =
    (await transaction
      .selectFrom('reaction')
      .select('kind')
      .where((eb) => eb.and(row))
      .executeTakeFirst()) !== undefined
  const on = wanted === 'toggle' ? !isThere : wanted === 'on'
  if (on === isThere) return { on, count: before.count, unchanged: true }
  if (on) await transaction.insertInto('reaction').values(row).execute()
  else
    await transaction
      .deleteFrom('reaction')
      .where((eb) => eb.and(row))
      .execute()
  const { rows } = await sql<{ count: number }>`
    update ${table} set ${counter} = ${counter} + ${on ? 1 : -1}::int where id = ${target.id}
    returning ${counter} as count`.execute(transaction)
  return { on, count: rows[0]?.count ?? 0, unchanged: false }
}

/** Takes the like back when it is there, unless `keep` says that a second one changes nothing. */
export async function toggleLike(
  transaction: Kysely<Schema>,
  userId: string,
  target: ReactionTarget,
  { keep }: { readonly keep: boolean },
): Promise<{ readonly answer: LikeState; readonly unchanged: boolean }> {
  const { on, count, unchanged } = await react(transaction, userId, target, 'like', keep ? 'on' : 'toggle')
  return { answer: { liked: on, likeCount: count }, unchanged }
}

export async function hasReaction(
  db: Kysely<Schema>,
  userId: string,
  target: ReactionTarget,
  kind: Reaction = 'like',
): Promise<boolean> {
  return (await reactedTo(db, userId, target.kind, [target.id], kind)).has(target.id)
}

/** The kinds in which the person has reacted to an item; `follow` among them where the person follows it. */
export async function reactionsTo(
  db: Kysely<Schema>,
  userId: string,
  itemId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('reaction')
    .select('kind')
    .where((eb) => eb.and({ userId, targetKind: 'item', targetId: itemId }))
    .unionAll(
      db
        .selectFrom('follow')
        .select(sql.lit('follow').as('kind'))
        .where((eb) => eb.and({ userId, kind: 'item', place: itemId })),
    )
    .execute()
  return new Set(rows.map(({ kind }) => kind))
}

/** Which of `ids` the person has reacted to. */
export async function reactedTo(
  db: Kysely<Schema>,
  userId: string,
  targetKind: ReactionTarget['kind'],
  ids: readonly string[],
  kind: Reaction = 'like',
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('reaction')
    .select('targetId')
    .where('userId', '=', userId)
    .where('targetKind', '=', targetKind)
    .where('targetId', 'in', ids)
    .where('kind', '=', kind)
    .execute()
  return new Set(rows.map(({ targetId }) => targetId))
}
