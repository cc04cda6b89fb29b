// Reads one conversation: its messages, the partner, and the reason why the caller may not write now.

import type { EngagedItem } from '#server/content/reactions/find-target.ts'
import type { Account, Call } from '#server/platform/call.ts'
import { readInteger, requireText } from '#server/platform/calls/read-parameter.ts'
import type { ChatHistory, ChatItem } from '#shared/calls/chat-answers.ts'
import { Failure } from '#shared/calls/errors.ts'
import {
  type ChatPerson,
  type ConversationRow,
  findConversation,
  findPerson,
  loadChatItem,
} from './conversation.ts'
import { isOnlineNow } from './presence.ts'
import { readMessages } from './read-messages.ts'
import { findChatRefusal, findSides, type Side } from './refusal.ts'

/** Messages of one answer, unless more are asked for. */
const PAGE = 50
const MAX_PAGE_SIZE = 200
const SEQ = { min: 0, max: 2_000_000_000 }

/** Newest first to be read, in their order to be shown; `before` and `after` are numbers of messages. */
export async function readHistory(call: Call, account: Account): Promise<ChatHistory> {
  const { services, params } = call
  const { db } = services
  const otherId = requireText(params, 'userId')
  const [person, conversation, item] = await Promise.all([
    findPerson(db, otherId),
    findConversation(db, account.id, otherId),
    findItem(call),
  ])
  if (!person && !conversation) throw new Failure('NOT_FOUND', { message: '对方不存在' })
  const [page, sides, online] = await Promise.all([
    readPage(call, conversation),
    conversation ? findSides(db, conversation.id) : [],
    isOnlineNow(services, otherId),
  ])
  const refusal = findChatRefusal({ account, otherId, person, conversation, sides, item })
  // Of a person who may not be written to, nothing is returned that a guessed id would reveal.
  const isKnown = conversation !== undefined || refusal === null
  return {
    other: toOther(otherId, { person, sides, online, isKnown }),
    ...page,
    item: item ? toItem(item) : null,
    refusal,
  }
}

async function readPage(
  call: Call,
  conversation: ConversationRow | undefined,
): Promise<Pick<ChatHistory, 'list' | 'hasMore'>> {
  if (!conversation) return { list: [], hasMore: false }
  const { services, params } = call
  const before = readInteger(params, 'before', SEQ)
  const after = readInteger(params, 'after', SEQ)
  const limit = readInteger(params, 'limit', { min: 1, max: MAX_PAGE_SIZE }) ?? PAGE
  const found = await readMessages(call, services.db, conversation, {
    ...(after === undefined ? {} : { from: after + 1, oldest: true }),
    ...(before === undefined ? {} : { to: before - 1 }),
    limit: limit + 1,
  })
  const hasMore = found.length > limit
  const extra = hasMore ? 1 : 0
  return { hasMore, list: after === undefined ? found.slice(extra) : found.slice(0, found.length - extra) }
}

/** Returns the item that the conversation begins from; undefined where the caller may not read it. */
function findItem(call: Call): Promise<EngagedItem | undefined> {
  return loadChatItem(call, call.params).catch((failure: unknown) => {
    if (failure instanceof Failure) return undefined
    throw failure
  })
}

const toItem = ({ plan, row }: EngagedItem): ChatItem => ({
  dataType: plan.type.name,
  dataId: row.id,
  title: row.title,
})

interface ConversationContext {
  readonly person: ChatPerson | undefined
  readonly sides: readonly Side[]
  readonly online: boolean
  /** A talk has begun, or may. */
  readonly isKnown: boolean
}

function toOther(
  userId: string,
  { person, sides, online, isKnown }: ConversationContext,
): ChatHistory['other'] {
  return {
    userId,
    nickName: isKnown ? (person?.name ?? '已注销的用户') : '未建立联系的用户',
    gone: person?.gone ?? true,
    // A blocked person does not see the online status of the person who blocks.
    online: online && isKnown && !sides.some(({ accountId, blocks }) => accountId === userId && blocks),
    readSeq: sides.find(({ accountId }) => accountId === userId)?.readSeq ?? 0,
    blocked: sides.some(({ accountId, blocks }) => accountId !== userId && blocks),
  }
}
