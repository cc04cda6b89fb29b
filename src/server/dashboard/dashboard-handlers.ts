// Handles the calls of the user centre: to-dos, drafts, comments, likes, history and folders of the caller.

import { decideComments } from '#server/content/comments/comment-state.ts'
import { lockItem } from '#server/content/comments/comments.ts'
import { forgetViews } from '#server/content/reactions/view-records.ts'
import { settle, transact } from '#server/content/write/write.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { type Parameters, readText } from '#server/platform/calls/read-parameter.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { Failure } from '#shared/calls/errors.ts'
import { COMMENT } from '#shared/lifecycles/comment-state.ts'
import { listCollections } from './collections.ts'
import { countOwn } from './counts.ts'
import { listDrafts } from './drafts.ts'
import { listFolders, moveToFolder, removeFolder, renameFolder } from './folders.ts'
import { listComments, listLikes, listReceivedComments, listViews } from './own-lists.ts'
import { listTodo } from './todo.ts'

const written = (call: Call): Parameters => (call.body ?? {}) as Parameters // validated as an object

/** Deletes a comment on any item, readable or not. */
async function removeComment(call: Call): Promise<unknown> {
  const { services, request } = call
  const userId = requireSignedIn(call.caller).id
  const id = readText(written(call), 'id') ?? ''
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
    return { deleted: await forgetViews(call.services.db, userId, readText(written(call), 'dataId')) }
  },
  'userPage.folders': listFolders,
  'userPage.renameFolder': renameFolder,
  'userPage.removeFolder': removeFolder,
  'userPage.moveToFolder': moveToFolder,
}
