// Reads chat messages with the file and the item of each.

import { type Kysely, sql } from 'kysely'
import { canRead, type Read, readsAsItStands } from '#server/content/access/access.ts'
import { quote } from '#server/content/fields/field-expression.ts'
import { previousTitle } from '#server/content/fields/previous-version-sql.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import type { Call } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { fileAddress } from '#shared/addresses/file-address.ts'
import type { ChatItem, ChatMessage, MessageKind } from '#shared/calls/chat-answers.ts'
import type { ConversationRow } from './conversation.ts'

type Db = Kysely<Schema>

interface MessageRange {
  /** Numbers, both included. */
  readonly from?: number
  readonly to?: number
  readonly limit?: number
  /** Which of them when they are more; the newest unless said otherwise. */
  readonly oldest?: boolean
}

/** In their order. */
export async function readMessages(
  call: Call,
  db: Db,
  { id, ownId, otherId }: ConversationRow,
  { from, to, limit = 1, oldest = false }: MessageRange,
): Promise<readonly ChatMessage[]> {
  const rows = await db
    .selectFrom('chatMessage as message')
    .leftJoin('file', 'file.id', 'message.fileId')
    .select([
      'seq',
      'author',
      'clientId',
      'message.kind',
      'content',
      'itemType',
      'itemId',
      'message.createdAt',
    ])
    .select(['file.id as fileId', 'file.name as fileName', 'file.size as fileSize'])
    .where('chatId', '=', id)
    .$if(from !== undefined, (query) => query.where('seq', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('seq', '<=', to ?? 0))
    .orderBy('seq', oldest ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  const items = await readItems(call, db, rows)
  return rows
    .sort((first, second) => first.seq - second.seq)
    .map((row) => ({
      seq: row.seq,
      fromId: row.author,
      toId: row.author === ownId ? otherId : ownId,
      clientId: row.clientId,
      msgType: row.kind as MessageKind, // written by sendMessage
      content: row.content,
      sendTime: row.createdAt.toISOString(),
      ...(row.fileId === null
        ? {}
        : {
            file: {
              id: row.fileId,
              name: row.fileName ?? '',
              size: Number(row.fileSize),
              url: fileAddress(row.fileId),
            },
          }),
      ...(row.itemType === null || row.itemId === null
        ? {}
        : { item: items.get(row.itemId) ?? toDeletedItem(row.itemType, row.itemId) }),
    }))
}

const toDeletedItem = (dataType: string, dataId: string): ChatItem => ({ dataType, dataId, title: null })

interface Named {
  readonly itemType: string | null
  readonly itemId: string | null
}

/** Returns the titles, by id, of the items that the caller may read. */
async function readItems(
  { services, caller }: Call,
  db: Db,
  rows: readonly Named[],
): Promise<ReadonlyMap<string, ChatItem>> {
  const found = new Map<string, ChatItem>()
  for (const name of new Set(rows.flatMap(({ itemType }) => itemType ?? []))) {
    const plan = findPlan(services.model(), name)
    if (!plan) continue
    const ids = rows.flatMap(({ itemType, itemId }) => (itemType === name && itemId !== null ? [itemId] : []))
    const { columns, partners } = plan.relations
    const { rows: items } = await sql<
      Read & { readonly id: string; readonly title: string; readonly leftTitle: string | null }
    >`
      select id, title, status, owner_id, ${sql.raw(previousTitle('item'))} as left_title ${sql.raw(columns + partners)} from item
      where type = ${sql.raw(quote(name))} and id in (${sql.join([...new Set(ids)])})`.execute(db)
    for (const item of items) {
      if (!canRead(plan.type, item, caller)) continue
      const title = readsAsItStands(plan.type, item, caller) ? item.title : (item.leftTitle ?? item.title)
      found.set(item.id, { dataType: name, dataId: item.id, title })
    }
  }
  return found
}
