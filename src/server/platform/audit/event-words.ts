// Describes the contents of the audit log in Chinese: events that are not operations, and the details of entries.

import { ACCOUNT_STATUS_TITLES } from '#server/platform/accounts/account-status.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { ERRORS, type ErrorName } from '#shared/calls/errors.ts'
import { labelOf } from '#shared/content/dictionary-label.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

/** Titles of events that are not operations. Operations declare their own title (`deed`). */
export const EVENT_TITLES: Readonly<Record<string, string>> = {
  'auth.login': '登录',
  'auth.register': '提交注册申请',
  'auth.role': '统一认证调整用户类型',
  'sms.send': '发送短信',
  'mail.send': '发送邮件',
  'webhook.send': '推送事件',
  'portal.backup': '备份门户',
  'audit.seal': '封存校验链之外的旧记录',
  'content.due': '到期由系统办理',
  'pins.end': '到期或不再公开，由系统取消置顶',
  'content.moveUp': '有名额后由系统递补',
  'engine.add': '系统新增内容',
  'engine.update': '系统修改内容',
  'engine.transition': '系统办理流转',
  'directory.enter': '账号进入名录',
  'directory.join': '账号并入名录中已有的条目',
  'directory.update': '按账号资料更新名录条目',
  'directory.offline': '名录条目随账号下线',
  'directory.online': '名录条目随账号恢复上线',
  'directory.backfill': '为已通过的账号补建名录条目',
  'retention.erase': '删除保存期限届满的个人信息与内容',
  'records.migrate': '执行迁移',
  'records.undo': '撤回迁移',
  'configuration.import': '由命令发布配置文件',
  'version.before': '启用版本记录之前的内容',
  'version.system': '系统保存',
  'audit.overflow': '短时间内过多而未逐条记录的事件',
}

const KEYS: Readonly<Record<string, string>> = {
  reason: '原因',
  way: '方式',
  type: '用户类型',
  role: '用户类型',
  formerRole: '原用户类型',
  receiptNo: '受理编号',
  operation: '接口',
  refusal: '未通过',
  further: '一分钟内重复次数',
  fields: '查看的信息',
  subject: '所属账号',
  entries: '条数',
  columns: '导出的列',
  reports: '举报人数',
  reported: '举报原因',
  revision: '修订号',
  digest: '摘要',
  form: '表单',
  version: '版本',
  change: '修改稿版本',
  changes: '改动',
  status: '状态',
  step: '步骤',
  dueAt: '到期时间',
  from: '原状态',
  to: '现状态',
  comment: '评论',
  comments: '评论',
  items: '随之删除的内容数',
  dropped: '随之作废的修改稿版本',
  name: '名称',
  period: '保存期限',
  url: '地址',
  event: '事件',
  events: '推送的事件',
  delivery: '消息编号',
  mode: '权限',
  operations: '可用的接口',
  expiresOn: '有效期至',
  confirmedWarnings: '核对后仍然提交的提示',
  link: '预览链接',
  days: '有效天数',
  words: '说明',
  files: '文件',
}

/** Of the values of details. */
const DICTIONARIES: Readonly<Record<string, string>> = {
  type: 'role',
  role: 'role',
  formerRole: 'role',
  status: DICTIONARY.states,
  from: DICTIONARY.states,
  to: DICTIONARY.states,
  reason: DICTIONARY.reportReasons,
  reported: DICTIONARY.reportReasons,
  event: DICTIONARY.webhookEvents,
  events: DICTIONARY.webhookEvents,
}

const VALUES: Readonly<Record<string, string>> = {
  ...ACCOUNT_STATUS_TITLES,
  password: '密码',
  sms: '短信验证码',
  ticket: '统一认证',
  locked: '连续输错，暂时锁定',
  service: '接口账号不能登录',
  read: '只读',
  write: '读取和提交',
  captcha: '图形验证码',
  expired: '临时密码已过期',
  FORBIDDEN: '没有权限',
  BLACKLISTED: '在黑名单中',
  OWN_ITEM: '不能审核自己的内容',
  SESSION_REJECTED: '登录已失效',
  SIGN_IN_REQUIRED: '登录已失效',
  KEY_REJECTED: '访问密钥无效',
}

/** The states of a transition, as far as they are known. */
interface Move {
  readonly from?: unknown
  readonly to?: unknown
}

/**
 * Returns the title of an event or an operation. Several transitions may be one operation, as the stages of a review
 * are: the states say which of them it was.
 *
 * @example
 * describeAction(model, 'news.pass', { from: 'secondReview' }) // → '复审通过装备资讯'
 */
export function describeAction(model: Model, action: string, move: Move = {}): string {
  const event = EVENT_TITLES[action]
  if (event !== undefined) return event
  const operation = model.operations.find(({ id }) => id === action)
  if (operation === undefined) return '已不提供的操作'
  const type = model.contentTypes.find(({ name }) => name === operation.content?.type)
  const steps = type?.lifecycle.transitions.filter((step) => step.action === operation.content?.action) ?? []
  const [first] = steps
  const step = steps.find(
    ({ from, to }) =>
      (move.from === undefined || from.includes(String(move.from))) &&
      (move.to === undefined || to === move.to),
  )
  const { deed } = operation
  // A title that the endpoint gives itself stays.
  return first && step && deed === `${first.title}${type?.title}` ? `${step.title}${type?.title}` : deed
}

interface Detailed {
  readonly action: string
  readonly detail: JsonObject | null
  /** Of the account that `detail.subject` names. */
  readonly subjectName: string | null
  /** Content type of the target. */
  readonly targetType: string | null
}

export function describeDetail(
  model: Model,
  { action, detail, subjectName, targetType }: Detailed,
): string | null {
  if (detail === null) return null
  const type = targetType ?? action.split('.')[0] ?? ''
  const entries = subjectName === null ? detail : { ...detail, subject: subjectName }
  // The database keeps keys in an order of its own.
  const order = Object.keys(KEYS)
  return Object.entries(entries)
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([key, value]) => `${KEYS[key] ?? '其他'}：${describeValue(model, type, key, value)}`)
    .join('；')
}

function describeValue(model: Model, type: string, key: string, value: unknown): string {
  if (Array.isArray(value)) {
    const words = value.map((one) => describeValue(model, type, key, one))
    return words.join('、')
  }
  if (key === 'changes' && isChange(value)) return describeChange(model, type, value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (key === 'operation') return describeAction(model, value)
  if (key === 'fields') return fieldOf(model, type, value)?.title ?? value
  if (key === 'form') return model.forms.find(({ id }) => id === value)?.title ?? value
  if (key === 'comment' || key === 'comments') return `编号 ${value}`
  const items = model.dictionaries.find(({ name }) => name === DICTIONARIES[key])?.items
  const refusal =
    key === 'refusal' && Object.hasOwn(ERRORS, value) ? ERRORS[value as ErrorName].message : value
  return items?.find((item) => item.value === value)?.label ?? VALUES[value] ?? refusal
}

/** Entries of readings keep titles already; those of changes keep the names of a content type's fields. */
function fieldOf({ contentTypes }: Model, type: string, name: string): Field | undefined {
  const fields = contentTypes.find((candidate) => candidate.name === type)?.fields
  return fields?.find((field) => field.name === name)
}

interface Change {
  readonly field: string
  readonly old: string | null
  readonly new: string | null
}

const isChange = (value: unknown): value is Change =>
  typeof value === 'object' && value !== null && 'field' in value && 'old' in value

function describeChange(model: Model, type: string, change: Change): string {
  const field = fieldOf(model, type, change.field)
  const words = (value: string | null) =>
    value === null ? '空' : `“${labelOf(model, field?.dict, value) || value}”`
  return `${field?.title ?? change.field}由${words(change.old)}改为${words(change.new)}`
}
