// Lists the items that a person has collected, over all content types.

import { sql } from 'kysely'
import { isAnonymous } from '#server/content/fields/anonymity.ts'
import { isOpen } from '#server/content/fields/open-states.ts'
import type { Call } from '#server/platform/call.ts'
import { readPaging, readText } from '#server/platform/calls/read-parameter.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { lexiconOf } from '#server/platform/text/lexicon.ts'
import { textsMatch } from '#server/platform/text/match-texts.ts'
import { ANONYMOUS_NAME } from '#shared/access/anonymous-name.ts'
import { type Paged, toPaged } from '#shared/calls/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'

interface CollectedRow {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly ownerName: string | null
  readonly publishedAt: Date | null
  readonly collectedAt: Date
  readonly folderName: string | null
}

/** Lists the collected items. Items taken offline stay collected but are not listed. */
export async function listCollections({ caller, params, services }: Call): Promise<Paged<unknown>> {
  const userId = requireOwn(requireSignedIn(caller).id, readText(params, 'userId'))
  const [keyword, folder] = [readText(params, 'keyword'), readText(params, 'folderId')]
  const paging = readPaging(params)
  const model = services.model()
  const matching = sql`from reaction join item on item.id = reaction.target_id
    where reaction.user_id = ${userId} and reaction.kind = 'collect' and reaction.target_kind = 'item'
      and ${sql.raw(isOpen(model, 'item', readText(params, 'dataType')))}
      ${keyword === undefined ? sql`` : sql`and ${textsMatch([sql`item.title`], keyword, lexiconOf(model))}`}
      ${folder === undefined ? sql`` : sql`and reaction.folder_id = ${folder}`}`
  const [{ rows }, counted] = await Promise.all([
    sql<CollectedRow>`
      select item.id, item.type, item.title, item.published_at, reaction.created_at as collected_at,
        (select folder.name from collect_folder folder where folder.id = reaction.folder_id) as folder_name,
        case when ${sql.raw(isAnonymous(model, 'item'))} and item.owner_id is distinct from ${userId}
          then ${ANONYMOUS_NAME}::text
          else (select account.name from account where account.id = item.owner_id) end as owner_name
      ${matching} order by reaction.created_at desc, item.id desc
      limit ${paging.limit} offset ${(paging.page - 1) * paging.limit}`.execute(services.db),
    sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(services.db),
  ])
  const list = rows.map(({ publishedAt, collectedAt, ...row }) => ({
    ...row,
    dataType: row.type,
    publishedAt: publishedAt?.toISOString() ?? null,
    collectedAt: collectedAt.toISOString(),
  }))
  return toPaged(list, counted.rows[0]?.total ?? 0, paging)
}

/** Throws where the requested list belongs to another user; collections are private. */
function requireOwn(ownId: string, requestedId: string | undefined): string {
  if (requestedId !== undefined && requestedId !== ownId)
    throw new Failure('FORBIDDEN', { message: '只能查看本人的收藏，请去掉 userId 或填写本人的编号' })
  return ownId
}
