// Lists what a person has collected, liked, viewed and commented on, of all types, and the answers of others.

import { type RawBuilder, sql } from 'kysely'
import { isAnonymous } from '#server/content/fields/anonymity.ts'
import { isOpenRow } from '#server/content/fields/open-states.ts'
import { isOpenOrOwn, isReadableOwn } from '#server/content/query/readable-titles.ts'
import type { Call } from '#server/platform/call.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { lexiconOf } from '#server/platform/text/lexicon.ts'
import { textsMatch } from '#server/platform/text/match-texts.ts'
import { ANONYMOUS_NAME } from '#shared/access/anonymous-name.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'
import { COMMENT } from '#shared/lifecycles/comment-state.ts'

/** The name of the item's publisher, unless the item was published anonymously. */
const ownerName = ({ services }: Call, userId: string) => sql`
  case when ${sql.raw(isAnonymous(services.model(), 'item'))} and item.owner_id is distinct from ${userId}
    then ${ANONYMOUS_NAME}::text
    else (select account.name from account where account.id = item.owner_id) end as owner_name`

function ofType({ params }: Call, column: string): RawBuilder<unknown> {
  const only = readText(params, 'dataType')
  return only === undefined ? sql`` : sql`and ${sql.ref(column)} = ${only}`
}

/** Lists the likes. Items that are no longer public are not listed, but keep their likes. */
export function listLikes(call: Call): Promise<Paged<unknown>> {
  const userId = requireSignedIn(call.caller).id
  const keyword = readText(call.params, 'keyword')
  return readPage(call, {
    columns: sql`item.id, item.type, item.type as data_type, item.title, item.published_at,
      reaction.created_at as liked_at, ${ownerName(call, userId)}`,
    from: sql`from reaction join item on item.id = reaction.target_id
      where reaction.user_id = ${userId} and reaction.kind = 'like' and reaction.target_kind = 'item'
        and ${sql.raw(isOpenRow(call.services.model(), 'item'))} ${ofType(call, 'item.type')}
        ${keyword === undefined ? sql`` : sql`and ${textsMatch([sql`item.title`], keyword, lexiconOf(call.services.model()))}`}`,
    order: sql`reaction.created_at desc, item.id desc`,
  })
}

/** Also what is one's own and not public; what others took off line has left the history. */
export function listViews(call: Call): Promise<Paged<unknown>> {
  const caller = requireSignedIn(call.caller)
  return readPage(call, {
    columns: sql`item.id, item.type, item.type as data_type, item.title, record.times, record.viewed_at`,
    from: sql`from view_record record join item on item.id = record.item_id
      where record.user_id = ${caller.id} ${ofType(call, 'item.type')}
        and ${isOpenOrOwn(call.services.model(), caller)}`,
    order: sql`record.viewed_at desc, item.id`,
  })
}

export function listComments(call: Call): Promise<Paged<unknown>> {
  const caller = requireSignedIn(call.caller)
  const isShown = isOpenOrOwn(call.services.model(), caller)
  return readPage(call, {
    columns: sql`comment.id, comment.body as content, comment.item_type as type, comment.item_type as data_type,
      comment.item_id as data_id, case when ${isShown} then item.title end as data_title,
      comment.status, comment.reason as status_reason, comment.like_count, comment.created_at`,
    from: sql`from comment join item on item.id = comment.item_id
      where comment.owner_id = ${caller.id} and comment.status <> ${sql.lit(COMMENT.deleted)} ${ofType(call, 'comment.item_type')}`,
    order: sql`comment.created_at desc, comment.id desc`,
  })
}

/** On what is one's own, and in answer to one's own comments; of others, and only what everybody reads. */
export function listReceivedComments(call: Call): Promise<Paged<unknown>> {
  const caller = requireSignedIn(call.caller)
  const userId = caller.id
  const isOwn = sql`item.owner_id = ${userId}`
  const model = call.services.model()
  return readPage(call, {
    columns: sql`comment.id, comment.body as content, comment.item_type as type, comment.item_type as data_type,
      comment.item_id as data_id, item.title as data_title, comment.created_at,
      case when answered.id is null then '评论' else '回复' end as kind,
      case when ${sql.raw(isAnonymous(model, 'item'))} and comment.owner_id = item.owner_id and not ${isOwn}
        then ${ANONYMOUS_NAME}::text
        else (select account.name from account where account.id = comment.owner_id) end as owner_name`,
    from: sql`from comment join item on item.id = comment.item_id
      left join comment answered on answered.id = comment.reply_to and answered.owner_id = ${userId}
      where comment.status = ${sql.lit(COMMENT.shown)} and comment.owner_id <> ${userId} ${ofType(call, 'comment.item_type')}
        and (${isReadableOwn(model, caller, model.contentTypes)}
          or (answered.id is not null and ${sql.raw(isOpenRow(model, 'item'))}))`,
    order: sql`comment.created_at desc, comment.id desc`,
  })
}

interface CollectedRow {
  readonly type: string
  readonly publishedAt: Date | null
  readonly collectedAt: Date
}

/** Lists the collected items. Items taken offline stay collected but are not listed. */
export async function listCollections(call: Call): Promise<Paged<unknown>> {
  const { caller, params, services } = call
  const userId = requireOwn(requireSignedIn(caller).id, readText(params, 'userId'))
  const [keyword, folder] = [readText(params, 'keyword'), readText(params, 'folderId')]
  const model = services.model()
  return readPage(
    call,
    {
      columns: sql`item.id, item.type, item.title, item.published_at, reaction.created_at as collected_at,
        (select folder.name from collect_folder folder where folder.id = reaction.folder_id) as folder_name,
        ${ownerName(call, userId)}`,
      from: sql`from reaction join item on item.id = reaction.target_id
        where reaction.user_id = ${userId} and reaction.kind = 'collect' and reaction.target_kind = 'item'
          and ${sql.raw(isOpenRow(model, 'item', readText(params, 'dataType')))}
          ${keyword === undefined ? sql`` : sql`and ${textsMatch([sql`item.title`], keyword, lexiconOf(model))}`}
          ${folder === undefined ? sql`` : sql`and reaction.folder_id = ${folder}`}`,
      order: sql`reaction.created_at desc, item.id desc`,
    },
    ({ publishedAt, collectedAt, ...row }: CollectedRow) => ({
      ...row,
      dataType: row.type,
      publishedAt: publishedAt?.toISOString() ?? null,
      collectedAt: collectedAt.toISOString(),
    }),
  )
}

/** Throws where the requested list belongs to another user; collections are private. */
function requireOwn(ownId: string, requestedId: string | undefined): string {
  if (requestedId !== undefined && requestedId !== ownId)
    throw new Failure('FORBIDDEN', { message: '只能查看本人的收藏，请去掉 userId 或填写本人的编号' })
  return ownId
}
