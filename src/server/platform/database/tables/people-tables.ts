// Lists the tables of chats, messages, notices, webhooks, programs, follows and timers.

import type { ColumnType, Generated } from 'kysely'
import type {
  ChatMemberTable,
  ChatMessageTable,
  ChatReportTable,
  ChatTable,
  PresenceTable,
} from './chat-tables.ts'
import type { FollowDigestTable, FreshItemTable } from './dashboard-tables.ts'
import type { DeliveryTable, NoticeSettingTable, NoticeTable } from './notice-tables.ts'
import type { RoleAssignmentTable } from './role-table.ts'
import type { ServiceAccountTable } from './service-table.ts'
import type { WebhookDeliveryTable, WebhookTable } from './webhook-tables.ts'

export interface PeopleTables {
  chat: ChatTable
  chatMember: ChatMemberTable
  chatMessage: ChatMessageTable
  chatReport: ChatReportTable
  presence: PresenceTable
  timer: TimerTable
  notice: NoticeTable
  noticeSetting: NoticeSettingTable
  delivery: DeliveryTable
  serviceAccount: ServiceAccountTable
  roleAssignment: RoleAssignmentTable
  webhook: WebhookTable
  webhookDelivery: WebhookDeliveryTable
  message: MessageTable
  messageCopy: MessageCopyTable
  freshItem: FreshItemTable
  followDigest: FollowDigestTable
}

type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

interface MessageTable {
  id: string
  /** The message that its conversation began with. */
  threadId: string
  senderId: string
  /** How the receivers were named. */
  addressed: string
  kind: string
  title: string
  content: string
  /** Ids of files: write them as JSON text, read them parsed. */
  attachments: ColumnType<readonly string[], string, string>
  senderDeletedAt: OptionalTime
  createdAt: DefaultTime
}

/** A receiver's copy. */
interface MessageCopyTable {
  messageId: string
  userId: string
  readAt: OptionalTime
  deletedAt: OptionalTime
}

type Time = ColumnType<Date, Date | string, Date | string>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** A scheduled task; `claim` names the run that has claimed it, until the claim expires. */
interface TimerTable {
  name: string
  task: string
  subject: Optional<string>
  dueAt: Time
  claim: Optional<string>
  claimedUntil: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  /** How often it was begun since it last went well. */
  attempts: Generated<number>
  /** The error of the last attempt. */
  failure: Optional<string>
}
