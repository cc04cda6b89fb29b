// Lists the tables of chats, messages, notices, follows and timers.
import type {
  ChatMemberTable,
  ChatMessageTable,
  ChatReportTable,
  ChatTable,
  PresenceTable,
} from './chat-tables.ts'
import type { FollowDigestTable, FreshItemTable } from './dashboard-tables.ts'
import type { MessageCopyTable, MessageTable } from './message-tables.ts'
import type { DeliveryTable, NoticeSettingTable, NoticeTable } from './notice-tables.ts'
import type { TimerTable } from './timer-table.ts'

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
  message: MessageTable
  messageCopy: MessageCopyTable
  freshItem: FreshItemTable
  followDigest: FollowDigestTable
}
