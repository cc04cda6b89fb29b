// Describes why an account may not write to another, with the same words before and when it sends.
import type { Kysely } from 'kysely'
import type { EngagedItem } from '#server/content/reactions/find-target.ts'
import type { Account } from '#server/platform/call.ts'
import type { ChatMemberTable } from '#server/platform/database/tables/chat-tables.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import { type ChatPerson, type ConversationRow, requireChatReason } from './conversation.ts'

export type Side = Pick<ChatMemberTable, 'accountId'> & { readonly blocks: boolean; readonly readSeq: number }

export function findSides(db: Kysely<Schema>, chatId: string): Promise<readonly Side[]> {
  return db
    .selectFrom('chatMember')
    .select(['accountId', 'readSeq', 'blocks'])
    .where('chatId', '=', chatId)
    .execute()
}

/** Of a conversation whose sides these are. */
export function describeBlock(sides: readonly Side[], ownId: string): string | null {
  const blocks = (isOwn: boolean) => sides.some((side) => (side.accountId === ownId) === isOwn && side.blocks)
  if (blocks(true)) return '您已屏蔽对方，取消屏蔽后才能发送消息'
  return blocks(false) ? '对方暂不接收您的消息' : null
}

interface Talk {
  readonly account: Account
  readonly otherId: string
  readonly person: ChatPerson | undefined
  readonly conversation: ConversationRow | undefined
  readonly sides: readonly Side[]
  readonly item: EngagedItem | undefined
}

/** Null where nothing stands against it. */
export function findChatRefusal({
  account,
  otherId,
  person,
  conversation,
  sides,
  item,
}: Talk): string | null {
  if (otherId === account.id) return '不能给自己发消息'
  if (!person || person.gone) return '对方已注销，不能再发送消息'
  if (conversation) return describeBlock(sides, account.id)
  try {
    requireChatReason(account, person, item)
    return null
  } catch (failure) {
    if (failure instanceof Failure) return failure.message
    throw failure
  }
}
