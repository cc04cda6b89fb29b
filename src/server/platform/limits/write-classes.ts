// Declares the write limits of an account: the table of limits, and the class of each call.
import { type ContentAction, isContentAction, type Operation } from '#shared/model/operation-model.ts'
import type { Limit } from './quota.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

interface WriteClass {
  /** The name of the limited action in the refusal. */
  readonly title: string
  readonly limits: readonly Limit[]
  /** So many uses are fetched from the database at a time, so that most calls need not ask it. */
  readonly lease: number
}

const per = (minutes: number, most: number): Limit => ({ most, span: minutes * MINUTE })
const perDay = (most: number): Limit => ({ most, span: DAY })

export const WRITE_CLASSES = {
  post: { title: '发布', limits: [per(10, 20), perDay(200)], lease: 1 },
  edit: { title: '修改', limits: [per(10, 60), perDay(600)], lease: 4 },
  comment: { title: '评论', limits: [per(10, 30), perDay(300)], lease: 2 },
  reaction: { title: '点赞、收藏和支持', limits: [per(10, 120), perDay(1200)], lease: 10 },
  draft: { title: '保存草稿', limits: [per(10, 600), perDay(10_000)], lease: 50 },
  import: { title: '批量导入', limits: [per(10, 20), perDay(100)], lease: 1 },
  importStep: { title: '批量导入', limits: [per(10, 1200), perDay(20_000)], lease: 40 },
  bulk: { title: '批量办理', limits: [per(10, 600), perDay(5_000)], lease: 20 },
  message: { title: '发送站内信', limits: [per(10, 30), perDay(300)], lease: 1 },
  chat: { title: '发送消息', limits: [per(1, 60), perDay(5_000)], lease: 5 },
  chatMark: { title: '操作', limits: [per(1, 240), perDay(20_000)], lease: 20 },
  /** Nobody calls back more people, and who copies all numbers is stopped. */
  reveal: { title: '显示完整号码', limits: [per(10, 12), perDay(100)], lease: 1 },
  upload: { title: '上传', limits: [per(10, 120), perDay(600)], lease: 5 },
} as const satisfies Readonly<Record<string, WriteClass>>

export type WriteClassName = keyof typeof WRITE_CLASSES

/** Any other action that writes counts as an edit, so that a new one is not without limit. */
const OF_ACTION: Partial<Readonly<Record<ContentAction, WriteClassName>>> = {
  add: 'post',
  commentAdd: 'comment',
  like: 'reaction',
  commentLike: 'reaction',
  draftSave: 'draft',
  bulk: 'bulk',
}

const OF_OPERATION: Readonly<Record<string, WriteClassName>> = {
  'configuration.save': 'draft',
  'configuration.discard': 'draft',
  'configuration.check': 'edit',
  'comments.tryWords': 'draft',
  'msgNotice.try': 'draft',
  'configuration.publish': 'edit',
  'configuration.restore': 'edit',
  'configuration.decide': 'edit',
  'chat.sendmessage': 'chat',
  'chat.readMessage': 'chatMark',
  'chat.blockUser': 'chatMark',
  'chat.reportMessage': 'comment',
  'consoleView.save': 'draft',
  'consoleView.remove': 'draft',
  'draft.save': 'draft',
  'draft.remove': 'draft',
  'engagement.collect': 'reaction',
  'engagement.uncollect': 'reaction',
  'engagement.support': 'reaction',
  'publishing.take': 'bulk',
  'publishing.handOver': 'bulk',
  'publishing.release': 'bulk',
  'websiteMessage.send': 'message',
  'websiteMessage.reply': 'message',
  'personal.reveal': 'reveal',
  'file.upload': 'upload',
  'file.describe': 'draft',
  'version.restore': 'edit',
  'preview.create': 'edit',
  'preview.revoke': 'edit',
  'release.create': 'edit',
  'release.update': 'edit',
  'release.addItem': 'edit',
  'release.addFile': 'edit',
  'release.remove': 'edit',
  'release.check': 'edit',
  'release.schedule': 'edit',
  'release.unschedule': 'edit',
  'release.cancel': 'edit',
  'release.publish': 'edit',
  'release.rollback': 'edit',
  'release.planFiles': 'edit',
  'release.link': 'edit',
  'release.revokeLink': 'edit',
  'import.upload': 'import',
  'import.step': 'importStep',
  'import.confirm': 'import',
  'import.cancel': 'importStep',
}

type Classed = Pick<Operation, 'id' | 'content' | 'writes'>

/** Undefined for calls that have limits of their own, or none. */
export function writeClassOf({ id, content, writes }: Classed): WriteClassName | undefined {
  if (content) {
    const own = isContentAction(content.action) ? OF_ACTION[content.action] : undefined
    return own ?? (writes ? 'edit' : undefined)
  }
  return Object.hasOwn(OF_OPERATION, id) ? OF_OPERATION[id] : undefined
}
