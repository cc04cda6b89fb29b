// Writes notices in the transaction of their cause: one per person, with outside deliveries.
import { type Kysely, sql } from 'kysely'
import { readSetting } from '#server/content/fields/read-setting.ts'
import type { NoticeText } from '#server/content/items/format-notice.ts'
import type { Services } from '#server/platform/call.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Model } from '#shared/model/model.ts'
import type { Channel, NoticeTemplate } from '#shared/model/notice-model.ts'
import { notifyUnread } from './unread/notify-unread.ts'

/** Fewer than the parameters that one statement takes. */
const BATCH_SIZE = 500

interface NoticeDraft {
  readonly template: NoticeTemplate
  readonly spelled: NoticeText
  /** The key of the event; persons who were notified of it already are left out. */
  readonly cause: string
  readonly item?: { readonly id: string; readonly type: string }
}

export function findTemplate({ notices }: Model, id: string): NoticeTemplate | undefined {
  return notices.find((template) => template.id === id)
}

export async function writeNotices(
  transaction: Kysely<Schema>,
  services: Pick<Services, 'clock' | 'model'>,
  { template, spelled, cause, item }: NoticeDraft,
  userIds: readonly string[],
): Promise<void> {
  const now = services.clock()
  const open = await findOpen(transaction, services.model(), template)
  for (let at = 0; at < userIds.length; at += BATCH_SIZE) {
    const written = await transaction
      .insertInto('notice')
      .values(
        userIds.slice(at, at + BATCH_SIZE).map((userId) => ({
          id: newId(now),
          userId,
          template: template.id,
          kind: template.kind,
          title: spelled.title,
          content: spelled.content,
          itemType: item?.type ?? null,
          itemId: item?.id ?? null,
          params: JSON.stringify(spelled.params),
          cause,
          createdAt: now,
        })),
      )
      .onConflict((conflict) => conflict.columns(['userId', 'cause']).doNothing())
      .returning('userId')
      .execute()
    const recipientIds = written.map(({ userId }) => userId)
    await queueDeliveries(transaction, { ...template, channels: open }, spelled, recipientIds, now)
    await notifyUnread(transaction, recipientIds)
  }
}

/** Without the ways that a setting has turned off. */
async function findOpen(
  db: Kysely<Schema>,
  model: Model,
  { channels, only = {} }: NoticeTemplate,
): Promise<readonly Channel[]> {
  const open: Channel[] = []
  for (const channel of channels) {
    const setting = channel === 'sms' || channel === 'mail' ? only[channel] : undefined
    if (setting === undefined || (await readSetting(db, model, setting)) === true) open.push(channel)
  }
  return open
}

/** A way out is taken where the notice offers it, the person wants it for this kind, and an address is known. */
async function queueDeliveries(
  transaction: Kysely<Schema>,
  { channels, kind }: NoticeTemplate,
  { title, content }: NoticeText,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return
  for (const channel of channels) {
    if (channel === 'portal' || channel === 'webhook') continue
    const addresses = await findAddresses(transaction, channel, kind, userIds)
    if (addresses.length === 0) continue
    const rows = addresses.map(({ accountId, address }) => ({
      id: newId(now),
      accountId,
      channel,
      address,
      title,
      content,
      dueAt: now,
    }))
    await transaction.insertInto('delivery').values(rows).execute()
  }
}

/** Text messages come unless somebody does not want them; e-mail goes to who has given an address for it. */
async function findAddresses(
  transaction: Kysely<Schema>,
  channel: 'sms' | 'mail',
  kind: string,
  userIds: readonly string[],
): Promise<readonly { readonly accountId: string; readonly address: string }[]> {
  const [address, isWanted] =
    channel === 'sms'
      ? [sql.ref('account.mobile'), sql`(wish.user_id is null or wish.sms ? ${kind})`]
      : [sql.ref('wish.email'), sql`wish.mail ? ${kind}`]
  const { rows } = await sql<{ accountId: string; address: string }>`
    select account.id as account_id, ${address} as address
    from account left join notice_setting wish on wish.user_id = account.id
    where account.id = any(${[...userIds]}::text[]) and ${address} is not null and ${isWanted}`.execute(
    transaction,
  )
  return rows
}
