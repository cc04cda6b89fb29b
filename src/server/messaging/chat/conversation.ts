// Finds and begins conversations between two accounts, and decides who may begin one.
import type { Kysely } from 'kysely'
import { hidesOwner } from '#server/content/fields/anonymity.ts'
import { type EngagedItem, findEngaged } from '#server/content/reactions/find-target.ts'
import type { Account, Call } from '#server/platform/call.ts'
import type { Parameters } from '#server/platform/calls/read-parameter.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { GRANTS, isGranted } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'

export interface ConversationRow {
  readonly id: string
  readonly ownId: string
  readonly otherId: string
}

type Db = Kysely<Schema>

const pairOf = (ownId: string, otherId: string) =>
  ownId < otherId ? { low: ownId, high: otherId } : { low: otherId, high: ownId }

export async function findConversation(
  db: Db,
  ownId: string,
  otherId: string,
): Promise<ConversationRow | undefined> {
  const found = await db
    .selectFrom('chat')
    .select('id')
    .where((eb) => eb.and(pairOf(ownId, otherId)))
    .executeTakeFirst()
  return found && { id: found.id, ownId, otherId }
}

/** Two that begin at once begin the same. */
export async function beginConversation(
  db: Db,
  ownId: string,
  otherId: string,
  now: Date,
): Promise<ConversationRow> {
  const id = newId(now)
  await db
    .insertInto('chat')
    .values({ id, ...pairOf(ownId, otherId), createdAt: now })
    .onConflict((conflict) => conflict.columns(['low', 'high']).doNothing())
    .execute()
  const conversation = await findConversation(db, ownId, otherId)
  if (!conversation) throw new Error('a conversation that was just begun is missing')
  await db
    .insertInto('chatMember')
    .values([
      { chatId: conversation.id, accountId: ownId, otherId },
      { chatId: conversation.id, accountId: otherId, otherId: ownId },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return conversation
}

export interface ChatPerson {
  readonly id: string
  readonly name: string
  /** True where the person has left or may not sign in. */
  readonly gone: boolean
}

const LEFT = '已注销的用户'

export async function findPerson(db: Db, id: string): Promise<ChatPerson | undefined> {
  const found = await db
    .selectFrom('account')
    .select(['id', 'name', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  return { id, name: found.status === 'active' ? found.name : LEFT, gone: found.status !== 'active' }
}

/** The item that a message names, which its writer has to be able to read; undefined where it names none. */
export async function loadChatItem(call: Call, given: Parameters): Promise<EngagedItem | undefined> {
  if (given.dataType === undefined || given.dataId === undefined) return undefined
  return findEngaged(call, given)
}

/**
 * Throws where the caller has no reason to begin the conversation: it must start from an item whose publisher is
 * known. Accounts that received a message may answer, and moderators may write to everybody.
 */
export function requireChatReason(account: Account, other: ChatPerson, item: EngagedItem | undefined): void {
  if (isGranted(account, GRANTS.moderate)) return
  const isHis =
    item !== undefined && item.row.ownerId === other.id && !hidesOwner(item.plan.type, item.row, account)
  if (!isHis)
    throw new Failure('FORBIDDEN', {
      message: '请从对方发布的内容页面发起沟通，不能直接给陌生人发消息',
    })
}
