// Owns the rows of comments and what a reader gets of them.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { ANONYMOUS_NAME } from './anonymous.ts'

export interface CommentRow {
  readonly id: string
  readonly itemId: string
  readonly ownerId: string
  readonly ownerName: string | null
  readonly replyTo: string | null
  readonly content: string
  readonly likeCount: number
  readonly createdAt: Date
}

/** Replies shown under one comment; the oldest come first. */
const MAX_REPLIES = 50

const COLUMNS = sql`comment.id, comment.item_id, comment.owner_id, comment.reply_to, comment.body as content,
  comment.like_count, comment.created_at,
  (select account.name from account where account.id = comment.owner_id) as owner_name`

export async function loadComments(
  db: Kysely<Schema>,
  itemId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<readonly CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${COLUMNS} from comment where item_id = ${itemId} and status = 'online' and reply_to is null
    order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return rows
}

export async function countComments(db: Kysely<Schema>, itemId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from comment
    where item_id = ${itemId} and status = 'online' and reply_to is null`.execute(db)
  return rows[0]?.total ?? 0
}

export async function loadReplies(
  db: Kysely<Schema>,
  itemId: string,
  to: readonly string[],
): Promise<readonly CommentRow[]> {
  if (to.length === 0) return []
  const { rows } = await sql<CommentRow>`
    select ${COLUMNS} from (
      select *, row_number() over (partition by reply_to order by created_at, id) as place
      from comment where item_id = ${itemId} and status = 'online' and reply_to in (${sql.join(to)})
    ) comment where place <= ${MAX_REPLIES} order by created_at, id`.execute(db)
  return rows
}

interface Reader {
  /** Ids of the comments that he likes. */
  readonly liked: ReadonlySet<string>
  /** The person whose name he must not learn: who published the item anonymously. */
  readonly unknown?: string | null
}

export function toComment(row: CommentRow, { liked, unknown }: Reader): Record<string, unknown> {
  const isHidden = row.ownerId === unknown
  return {
    id: row.id,
    dataId: row.itemId,
    content: row.content,
    ownerId: isHidden ? null : row.ownerId,
    ownerName: isHidden ? ANONYMOUS_NAME : row.ownerName,
    replyTo: row.replyTo,
    likeCount: row.likeCount,
    liked: liked.has(row.id),
    createdAt: row.createdAt.toISOString(),
  }
}
