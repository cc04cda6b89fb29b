// Declares the personal data in letters and conversations.
import { ITSELF, type PersonalTables, YEAR } from './personal-table.ts'

export const MESSAGE_DATA = {
  message: {
    title: '站内信',
    data: '发信人、标题、内容、附件',
    purpose: '用户之间通信',
    readers: '发信人、收信人',
    exported: 'sentMessages',
    afterwards: '保留至期满，不再署名',
    expires: [{ days: 3 * YEAR, since: 'createdAt' }],
  },
  messageCopy: {
    title: '收到的站内信',
    data: '收信人、阅读时间',
    purpose: '用户之间通信',
    readers: ITSELF,
    exported: 'receivedMessages',
    deletedWith: ['userId'],
    partOf: { table: 'message', column: 'messageId' },
    kept: '与站内信相同',
  },
  chat: {
    title: '会话',
    data: '会话的双方',
    purpose: '即时沟通',
    readers: '会话双方',
    afterwards: '保留，不再署名',
    kept: '双方账号存续期间',
  },
  chatMember: {
    title: '会话的一方',
    data: '读到哪一条、是否拒收',
    purpose: '即时沟通',
    readers: ITSELF,
    exported: 'chats',
    afterwards: '保留，不再署名',
    kept: '双方账号存续期间',
  },
  chatMessage: {
    title: '聊天消息',
    data: '发送者、内容、文件',
    purpose: '即时沟通',
    readers: '会话双方；被举报的，运营人员',
    exported: 'chatMessages',
    afterwards: '对方保留至期满，不再署名',
    expires: [
      {
        days: 3 * YEAR,
        since: 'createdAt',
        which: '没有待处理举报的',
        where: `not exists (select from chat_report open where open.chat_id = chat_message.chat_id
          and open.seq = chat_message.seq and open.settled_at is null)`,
      },
    ],
  },
  chatReport: {
    title: '对聊天的举报',
    data: '举报人、原因、处理人',
    purpose: '处理举报',
    readers: '运营人员',
    exported: 'chatReports',
    afterwards: '保留至期满',
    expires: [
      { days: YEAR, since: 'settledAt', which: '已处理的', where: 'chat_report.settled_at is not null' },
    ],
  },
  presence: {
    title: '在线状态',
    data: '谁在线',
    purpose: '显示对方是否在线',
    readers: '会话的对方',
    kept: '断开后一分钟内',
  },
} satisfies Partial<PersonalTables>
