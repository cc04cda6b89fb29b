// Loads the rows of comments and maps them to a reader's view.

import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { ANONYMOUS_NAME } from '#shared/access/anonymous-name.ts'
import { Failure } from '#shared/calls/errors.ts'
import { COMMENT } from '#shared/lifecycles/comment-state.ts'

export interface CommentRow {
  readonly id: string
  readonly itemId: string
  readonly ownerId: string
  readonly ownerName: string | null
  readonly replyTo: string | null
  readonly content: string
  readonly status: string
  readonly reason: string | null
  readonly likeCount: number
  readonly createdAt: Date
}

/** Replies shown under one comment; the oldest come first. */
const MAX_REPLIES = 50
/** Text in place of a deleted comment that still has replies. */
const GONE = '该评论已删除'

const COLUMNS = sql`comment.id, comment.item_id, comment.owner_id, comment.reply_to, comment.body as content,
  comment.status, comment.reason, comment.like_count, comment.created_at,
  (select account.name from account where account.id = comment.owner_id) as owner_name`

const SHOWN = sql.lit(COMMENT.shown)

/**
 * Condition for the comments that everybody reads. An author also reads their own comments that are hidden or
 * waiting.
 */
function isVisible(viewer: string | undefined): RawBuilder<unknown> {
  return viewer === undefined
    ? sql`comment.status = ${SHOWN}`
    : sql`(comment.status = ${SHOWN} or (comment.owner_id = ${viewer}
        and comment.status in (${sql.lit(COMMENT.waiting)}, ${sql.lit(COMMENT.refused)})))`
}

/** A comment that is gone keeps its place while replies stand below it. */
function isPlaced(itemId: string, viewer: string | undefined): RawBuilder<unknown> {
  return sql`comment.item_id = ${itemId} and comment.reply_to is null and (${isVisible(viewer)} or exists (
    select from comment reply where reply.item_id = ${itemId} and reply.reply_to = comment.id and reply.status = ${SHOWN}))`
}

export async function loadComments(
  db: Kysely<Schema>,
  itemId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
  viewer?: string,
): Promise<readonly CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${COLUMNS} from comment where ${isPlaced(itemId, viewer)}
    order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return rows
}

export async function commentCountSql(db: Kysely<Schema>, itemId: string, viewer?: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from comment where ${isPlaced(itemId, viewer)}`.execute(db)
  return rows[0]?.total ?? 0
}

export async function loadReplies(
  db: Kysely<Schema>,
  itemId: string,
  to: readonly string[],
  viewer?: string,
): Promise<readonly CommentRow[]> {
  if (to.length === 0) return []
  const { rows } = await sql<CommentRow>`
    select ${COLUMNS} from (
      select *, row_number() over (partition by reply_to order by created_at, id) as place
      from comment where item_id = ${itemId} and ${isVisible(viewer)} and reply_to in (${sql.join(to)})
    ) comment where place <= ${MAX_REPLIES} order by created_at, id`.execute(db)
  return rows
}

interface Reader {
  /** Ids of the comments that the reader likes, and of those that the reader reported. */
  readonly liked: ReadonlySet<string>
  readonly reported: ReadonlySet<string>
  readonly id?: string | undefined
  /** The person whose name the reader must not learn: the anonymous publisher of the item. */
  readonly unknown?: string | null
}

export function toCommentAnswer(row: CommentRow, reader: Reader): Record<string, unknown> {
  const { id, likeCount, replyTo, status, createdAt } = row
  const isOwn = reader.id !== undefined && row.ownerId === reader.id
  const isWithheld = status !== COMMENT.shown && (!isOwn || status === COMMENT.deleted)
  const isUnnamed = isWithheld || row.ownerId === reader.unknown
  return {
    id,
    dataId: row.itemId,
    content: isWithheld ? GONE : row.content,
    ownerId: isUnnamed ? null : row.ownerId,
    ownerName: isWithheld ? null : isUnnamed ? ANONYMOUS_NAME : row.ownerName,
    replyTo,
    status: isWithheld ? COMMENT.deleted : status,
    reason: isOwn && !isWithheld ? row.reason : null,
    likeCount: isWithheld ? 0 : likeCount,
    liked: reader.liked.has(id),
    mine: isOwn && !isWithheld,
    reported: reader.reported.has(id),
    createdAt: createdAt.toISOString(),
  }
}

/** Returns those of `ids` that the person has reported and that are not decided yet. */
export async function reportedBy(
  db: Kysely<Schema>,
  reporter: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('commentReport')
    .select('commentId')
    .where('reporter', '=', reporter)
    .where('commentId', 'in', ids)
    .where('settledAt', 'is', null)
    .execute()
  return new Set(rows.map(({ commentId }) => commentId))
}

/** A comment of the type that is not deleted. */
export async function requireComment(db: Kysely<Schema>, type: string, id: string) {
  const comment = await db
    .selectFrom('comment')
    .select(['id', 'itemId', 'ownerId', 'status'])
    .where('id', '=', id)
    .where('itemType', '=', type)
    .where('status', '!=', COMMENT.deleted)
    .executeTakeFirst()
  if (!comment) throw new Failure('NOT_FOUND')
  return comment
}

/** Locks the item, because comment writes change its counter one after the other. */
export async function lockItem(transaction: Kysely<Schema>, itemId: string): Promise<void> {
  await sql`select id from item where id = ${itemId} for update`.execute(transaction)
}
