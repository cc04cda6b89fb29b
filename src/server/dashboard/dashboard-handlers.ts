// Handles the calls of the user centre: counts, to-dos, drafts, comments, likes, history and folders of the caller.

import { sql } from 'kysely'
import { decideComments } from '#server/content/comments/comment-state.ts'
import { lockItem } from '#server/content/comments/comments.ts'
import { isOpenRow } from '#server/content/fields/open-states.ts'
import { forgetViews } from '#server/content/reactions/view-records.ts'
import { settle, transact } from '#server/content/write/write.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { fieldsOf } from '#server/platform/calls/body-of.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { Failure } from '#shared/calls/errors.ts'
import { COMMENT } from '#shared/lifecycles/comment-state.ts'
import { listDrafts, ownDrafts } from './drafts.ts'
import { listFolders, moveToFolder, removeFolder, renameFolder } from './folders.ts'
import { ownItems } from './own-items.ts'
import { listCollections, listComments, listLikes, listReceivedComments, listViews } from './own-lists.ts'
import { isTodo, listTodo } from './todo.ts'

/** Deletes a comment on any item, readable or not. */
async function removeComment(call: Call): Promise<unknown> {
  const { services, request } = call
  const userId = requireSignedIn(call.caller).id
  const id = readText(fieldsOf(call), 'id') ?? ''
  await transact(services, async (scope) => {
    const { db, touched } = scope
    const find = () =>
      db
        .selectFrom('comment')
        .select(['itemId', 'itemType'])
        .where((eb) => eb.and({ id, ownerId: userId }))
        .where('status', '<>', COMMENT.deleted)
        .executeTakeFirst()
    const known = await find()
    if (known) await lockItem(db, known.itemId)
    const comment = known && (await find())
    if (!comment) throw new Failure('NOT_FOUND')
    const decision = { status: COMMENT.deleted, reason: null, by: userId, at: services.clock() } as const
    const { reports } = await decideComments(db, services, comment.itemId, [id], decision)
    touched.add(comment.itemType)
    const entry = {
      actor: userId,
      action: 'userPage.removeComment',
      target: comment.itemId,
      result: 'ok',
    } as const
    const from = { address: request.address, requestId: request.id, detail: { comment: id, ...reports } }
    await settle(scope, services, [{ ...entry, ...from }])
  })
  return { id }
}

export const userPageHandlers: Handlers = {
  'engagement.collectList': listCollections,
  'userPage.todo': listTodo,
  'userPage.counts': countOwn,
  'userPage.drafts': listDrafts,
  'userPage.comments': listComments,
  'userPage.removeComment': removeComment,
  'userPage.receivedComments': listReceivedComments,
  'userPage.likes': listLikes,
  'userPage.views': listViews,
  'userPage.forgetViews': async (call) => {
    const userId = requireSignedIn(call.caller).id
    return { deleted: await forgetViews(call.services.db, userId, readText(fieldsOf(call), 'dataId')) }
  },
  'userPage.folders': listFolders,
  'userPage.renameFolder': renameFolder,
  'userPage.removeFolder': removeFolder,
  'userPage.moveToFolder': moveToFolder,
}

const TITLES = {
  todo: '待我办理',
  items: '我的发布',
  drafts: '草稿',
  collections: '收藏',
  likes: '点赞',
  comments: '发表的评论',
} as const

async function countOwn(call: Call): Promise<unknown> {
  const { services } = call
  const caller = requireSignedIn(call.caller)
  const { id } = caller
  const model = services.model()
  const now = services.clock()
  const reacted = (
    kind: string,
  ) => sql`(select count(*)::int from reaction join item on item.id = reaction.target_id
    where reaction.user_id = ${id} and reaction.kind = ${kind} and reaction.target_kind = 'item'
      and ${sql.raw(isOpenRow(model, 'item'))})`
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
