// Counts each person's unread messages and notices by place.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export interface Unread {
  readonly notices: number
  readonly messages: number
  /** The unread chat messages of others. */
  readonly chats: number
  /** Of all kinds together. */
  readonly total: number
}

/** For every asked account, also where nothing waits. */
export async function countUnread(
  db: Kysely<Schema>,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Unread>> {
  if (accountIds.length === 0) return new Map()
  const { rows } = await sql<Omit<Unread, 'total'> & { readonly userId: string }>`
    select asked.id as user_id,
      (select count(*)::int from notice where user_id = asked.id and read_at is null and deleted_at is null) as notices,
      (select count(*)::int from message_copy where user_id = asked.id and read_at is null and deleted_at is null) as messages,
      (select coalesce(sum(unread), 0)::int from chat_member where account_id = asked.id) as chats
    from unnest(${[...new Set(accountIds)]}::text[]) asked (id)`.execute(db)
  return new Map(
    rows.map(({ userId, ...counts }) => {
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
      return [userId, { ...counts, total }]
    }),
  )
}
