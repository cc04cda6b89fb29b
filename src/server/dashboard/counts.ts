// Counts the to-dos of a person and the person's own items and records.

import { sql } from 'kysely'
import { isOpen } from '#server/content/fields/open-states.ts'
import type { Call } from '#server/platform/call.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { COMMENT } from '#shared/lifecycles/comment-state.ts'
import { ownDrafts } from './own-drafts.ts'
import { ownItems } from './own-items.ts'
import { isTodo } from './todo.ts'

const TITLES = {
  todo: '待我办理',
  items: '我的发布',
  drafts: '草稿',
  collections: '收藏',
  likes: '点赞',
  comments: '发表的评论',
} as const

export async function countOwn(call: Call): Promise<unknown> {
  const { services } = call
  const caller = requireSignedIn(call.caller)
  const { id } = caller
  const model = services.model()
  const now = services.clock()
  const reacted = (
    kind: string,
  ) => sql`(select count(*)::int from reaction join item on item.id = reaction.target_id
    where reaction.user_id = ${id} and reaction.kind = ${kind} and reaction.target_kind = 'item'
      and ${sql.raw(isOpen(model, 'item'))})`
  const { rows } = await sql<Record<keyof typeof TITLES, number>>`select
    (select count(*)::int from item where ${isTodo(model, caller, now)}) as todo,
    (select count(*)::int from item where ${ownItems(model, caller)}) as items,
    (select count(*)::int from ${ownDrafts(model, caller)} kept) as drafts,
    ${reacted('collect')} as collections,
    ${reacted('like')} as likes,
    (select count(*)::int from comment where owner_id = ${id} and status <> ${sql.lit(COMMENT.deleted)}) as comments`.execute(
    services.db,
  )
  const counts = rows[0]
  return Object.entries(TITLES).map(([type, title]) => ({
    type,
    title,
    count: counts?.[type as keyof typeof TITLES] ?? 0, // of the same object
  }))
}
