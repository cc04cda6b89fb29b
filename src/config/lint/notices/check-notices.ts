// Checks that each notice can be written, reaches a reader of the item, and leads to a page that its receiver can
// open.

import { isMiswritten, toBracesMessage } from '#config/compile/common/placeholder-syntax.ts'
import { checkRemindedDate } from '#config/compile/fields/past-dates.ts'
import { checkItemCondition } from '#config/compile/forms/form-conditions.ts'
import { refersToSetting } from '#config/compile/forms/setting-rules.ts'
import type { WrittenPageHead } from '#config/compile/links/compile-context.ts'
import type { CompiledNotice } from '#config/compile/notices/compile-notices.ts'
import {
  findNoticeUses,
  isReferenceLocked,
  isSubmissionTarget,
  type NoticeUse,
} from '#config/compile/notices/notice-uses.ts'
import type { WrittenNotice } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import {
  type Audience,
  isForMembers,
  isInAudience,
  isOnlyReader,
  isRelation,
  type RoleModel,
  toRoleCaller,
} from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { SystemEvent } from '#shared/model/notice-events.ts'
import { ABOUT_ITEMS, EVENT_VALUES, type NoticeEvent, type Receiver } from '#shared/model/notice-events.ts'
import type { Channel, NoticeTemplate } from '#shared/model/notice-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Page } from '#shared/model/page-model.ts'
import { checkFormerReaders } from './check-former-readers.ts'
import { checkNoticeReceivers } from './check-notice-receivers.ts'
import { checkNoticeSubject } from './check-notice-subject.ts'
import { checkNoticeText } from './check-notice-text.ts'
import { canReceiveNotice, receiverTitle } from './notice-readers.ts'

/**
 * `account.approved` concerns roles whose accounts are approved; other events concern every role that is not
 * read-only.
 */
const isNotifiable = (on: SystemEvent, role: RoleModel): boolean =>
  on === 'account.approved' ? role.registers?.approval === true : !isOnlyReader(toRoleCaller(role))

function checkSystemOpens(
  context: Context,
  { document, template: { on, open } }: CompiledNotice,
  pages: ReadonlyMap<string, Pick<WrittenPageHead, 'access'>>,
): void {
  const { access } = pages.get(open?.page ?? '') ?? {}
  if (on === undefined || access === undefined || access.some(isRelation)) return
  const kept = context.roles.filter(
    (role) => isNotifiable(on, role) && !isInAudience(toRoleCaller(role), access),
  )
  if (kept.length === 0) return
  const { open: written } = document.value as Partial<WrittenNotice>
  context.report(document, ['open', ...(typeof written === 'object' ? ['page'] : [])], {
    slug: 'notice_opens',
    message: `通知发给${kept.map(({ title }) => title).join('、')}，但其无权打开页面“${open?.page ?? ''}”（${access.join('、')}）：请将 open 改为接收人能打开的页面`,
    found: open?.page ?? '',
  })
}

/** Field types whose values a text can show in a few words. */
const SPELLED: readonly Field['type'][] = ['text', 'dict', 'date', 'date-time', 'number', 'integer', 'region']
const ALWAYS = ['id', 'title', 'type']

/** The pages that a notice may lead to, and the calls that tell who owns items. */
interface Reached {
  readonly pages: readonly Page[]
  readonly operations: ReadonlyMap<string, Operation>
}

export function checkNotices(
  context: Context,
  notices: ReadonlyMap<string, CompiledNotice>,
  types: readonly ContentType[],
  { pages, operations }: Reached,
): void {
  const known = new Map([...notices].map(([id, { template }]) => [id, template]))
  for (const { document, template } of notices.values())
    if (template.on) {
      const fields = ABOUT_ITEMS.has(template.on) ? ALWAYS : []
      checkTexts(context, document, template, {
        values: EVENT_VALUES[template.on],
        fields,
        about: '系统事件',
      })
    }
  const heads = new Map(pages.map((page) => [page.id, page]))
  for (const notice of notices.values()) checkSystemOpens(context, notice, heads)
  const uses = findNoticeUses(context, types)
  // The subject of notices is unknown for types with a wrong parent.
  const isTornOff = context.problems.some(({ slug }) => slug === 'parent_other')
  for (const notice of notices.values()) {
    const own = uses.filter(({ written }) => written.notify === notice.template.id)
    checkNoticeReceivers(context, notice, own, types)
  }
  checkTitles(context, notices, uses)
  for (const notice of notices.values()) checkOnly(context, notice, types)
  for (const use of uses) {
    const { document, path, written, type } = use
    if (!context.refers(document, [...path, 'notify'], 'notice', '通知', written.notify, known)) continue
    const notice = notices.get(written.notify) as CompiledNotice
    const fields = [...new Set([...ALWAYS, ...type.fields.filter(isPrintable).map(({ name }) => name)])]
    const placeholders = { values: EVENT_VALUES[use.event], fields, about: type.title }
    const others = uses.filter((one) => one !== use && one.written.notify === written.notify)
    if (!isTornOff && checkNoticeSubject(context, use, notice.template, types)) continue
    if (!checkEvent(context, use, notice.template, others))
      checkTexts(context, notice.document, notice.template, placeholders)
    checkDue(context, use)
    checkEnds(context, use)
    if ('when' in written)
      checkItemCondition(context, document, [...path, 'when'], written.when as Condition, type.fields)
    checkNoticeText(context, use, notice, operations, others)
    for (const [at, receiver] of written.to.entries()) {
      const place = [...path, 'to', at]
      checkReceiver(context, use, types, place, receiver)
      checkFormerReaders(context, use, place, receiver, notice)
      checkOpen(context, use, place, receiver, notice.template, { pages, operations })
    }
  }
}

function checkOnly(
  context: Context,
  { document, template: { channels, only = {} } }: CompiledNotice,
  types: readonly ContentType[],
): void {
  for (const [channel, setting] of Object.entries(only)) {
    const path = ['only', channel]
    refersToSetting(context, document, path, setting, types, 'boolean')
    if (!channels.includes(channel as Channel))
      context.report(document, path, {
        slug: 'notice_only',
        message: `该通知不经 ${channel} 送达，写在 only 中不起作用：请写入 channels，或从 only 中去掉`,
        found: channel,
        key: true,
      })
  }
}

/** Warns if notices of different outcomes go to the same receivers under the same title. */
function checkTitles(
  context: Context,
  notices: ReadonlyMap<string, CompiledNotice>,
  uses: readonly NoticeUse[],
): void {
  const transitionUses = uses.filter(({ event }) => event === 'transition')
  const titleOf = ({ written }: NoticeUse) => notices.get(written.notify)?.template.title ?? ''
  const isDuplicate = (one: NoticeUse, other: NoticeUse) =>
    one.type === other.type &&
    one.written.notify !== other.written.notify &&
    titleOf(one) === titleOf(other) &&
    !titleOf(one).includes('{event.state}') &&
    !one.states?.some((state) => other.states?.includes(state)) &&
    one.written.to.some((receiver) => other.written.to.includes(receiver))
  const named = new Set<string>()
  for (const use of transitionUses) {
    const duplicate = named.has(use.written.notify)
      ? undefined
      : transitionUses.find((other) => isDuplicate(use, other))
    if (!duplicate) continue
    named.add(use.written.notify)
    context.report((notices.get(use.written.notify) as CompiledNotice).document, ['title'], {
      slug: 'title_twice',
      message: `“${use.type.title}”变为不同状态时，通知“${use.written.notify}”与“${duplicate.written.notify}”的标题相同（${titleOf(use)}），接收人无法区分：请改其一，或写入 {event.state}`,
      found: titleOf(use),
      warning: true,
    })
  }
}

/**
 * Returns true, and reports it, if the text names values of other events that also send this notice: this event names
 * the wrong notice.
 */
function checkEvent(
  context: Context,
  { document, path, event, type }: NoticeUse,
  { id, title, text }: NoticeTemplate,
  others: readonly NoticeUse[],
): boolean {
  const lacks = (one: NoticeEvent) =>
    placeholdersOf(`${title}${text}`).find(
      (name) => name.startsWith('event.') && !EVENT_VALUES[one].includes(name.slice('event.'.length)),
    )
  const lacking = lacks(event)
  if (lacking === undefined || !others.some((other) => lacks(other.event) === undefined)) return false
  context.report(document, [...path, 'notify'], {
    slug: 'notice_event',
    message: `通知“${id}”引用 {${lacking}}，“${type.title}”的该事件却没有此值，通知中会留空：请换用其他通知`,
    found: id,
  })
  return true
}

/** The values and fields that texts may name as `{event.…}` and `{item.…}`, and a description of the subject. */
interface Sayable {
  readonly values: readonly string[]
  readonly fields: readonly string[]
  readonly about: string
}

function checkTexts(
  context: Context,
  document: Document,
  { title, text, open }: NoticeTemplate,
  { values, fields, about }: Sayable,
): void {
  const check = (path: Path, written: unknown) => {
    if (typeof written === 'string' && isMiswritten(written))
      context.report(document, path, {
        slug: 'placeholder_written',
        message: toBracesMessage(written),
        found: written,
      })
    for (const placeholder of typeof written === 'string' ? placeholdersOf(written) : []) {
      const [root = '', name = '', more] = placeholder.split('.')
      const known = root === 'event' ? values : root === 'item' ? fields : undefined
      if (more === undefined && known?.includes(name)) continue
      context.report(document, path, {
        slug: 'notice_placeholder',
        message: `占位符“{${placeholder}}”${known ? `在“${about}”的通知中没有值，只能用公开的简单字段` : '无效，只能以 item 或 event 开头'}`,
        found: known ? name : root,
        known: known ?? ['item', 'event'],
      })
    }
  }
  check(['title'], title)
  check(['text'], text)
  for (const [name, value] of Object.entries(open?.params ?? {})) check(['open', 'params', name], value)
}

/** Returns true if a notice may show the field: every receiver reads it, and so does anyone who sees their screen. */
const isPrintable = (field: Field): boolean =>
  !field.system && SPELLED.includes(field.type) && field.visible === undefined && !isSecret(field)

function checkDue(context: Context, { document, path, event, type, written }: NoticeUse): void {
  if (event !== 'due') return
  const { field: name, states } = written as typeof written & { field: string; states: readonly string[] }
  const field = type.fields.find((one) => one.name === name && !one.system)
  if (field?.type !== 'date')
    context.report(document, [...path, 'field'], {
      slug: 'notice_due',
      message: `“${type.title}”没有日期字段“${name}”`,
      found: name,
      known: type.fields.flatMap((one) => (one.type === 'date' ? [one.name] : [])),
    })
  else checkRemindedDate({ context, document, path: [...path, 'field'], type: type.name }, field)
  for (const [at, state] of states.entries())
    context.refers(
      document,
      [...path, 'states', at],
      'state',
      '状态',
      state,
      new Map(Object.entries(type.lifecycle.states)),
    )
}

/** A step tells nothing where it does not end. */
function checkEnds(context: Context, { document, path, event, type, written }: NoticeUse): void {
  const [, index] = path
  const step = event === 'transition' ? type.lifecycle.transitions[Number(index)] : undefined
  if (!step) return
  const ends = [step.to, ...(step.back ?? [])]
  for (const [at, state] of (written.in ?? []).entries())
    if (!ends.includes(state))
      context.report(document, [...path, 'in', at], {
        slug: 'notice_never',
        message: `“${step.title}”不会到达状态“${type.lifecycle.states[state]?.title ?? state}”，通知“${written.notify}”不会发出：请改为此步到达的状态，或删去`,
        found: state,
        known: ends,
      })
}

function checkReceiver(
  context: Context,
  use: NoticeUse,
  types: readonly ContentType[],
  place: Path,
  receiver: Receiver,
): void {
  const { document, type, event } = use
  const report = (message: string, found: string) =>
    context.report(document, place, { slug: 'notice_receiver', message, found })
  if (typeof receiver === 'object') {
    const field = type.fields.find(({ name }) => name === receiver.field)
    if (field?.from !== 'owner' && field?.from !== 'parent.owner')
      report(`“${type.title}”的字段“${receiver.field}”不记录账号，不能作为接收人`, receiver.field)
    return
  }
  if (receiver === 'author' && !/^(?:reply|comment)/.test(event))
    report('author 是评论人，只有评论的事件才有', receiver)
  if (receiver === 'anyone')
    report('通知只能发给有账号的用户：请写 registered、角色或与内容有关的人', receiver)
  if (receiver === 'applicants' && !isSubmissionTarget(type, types))
    report(
      `没有向“${type.title}”提交的内容类型（以其为 parent 且写有 admission），不能写 applicants`,
      receiver,
    )
  if (receiver === 'holders' && !isReferenceLocked(type, types))
    report(`没有内容类型的引用在办结前保留“${type.title}”（x-holds），不能写 holders`, receiver)
  if (receiver === 'parent.owner' && type.parent === undefined)
    report(`“${type.title}”没有上级内容（parent），不能写 parent.owner`, receiver)
  // Former readers do not read the item any more.
  for (const state of use.before ? [] : (use.states ?? [])) {
    const known = type.lifecycle.states[state]
    if (known && !canReceiveNotice(known, receiver))
      context.report(document, place, {
        slug: 'notice_unread',
        message: `“${type.title}”处于“${known.title}”时${receiverTitle(context, receiver)}无权查看，通知无人接收`,
        found: receiver,
      })
  }
}

function checkOpen(
  context: Context,
  { document, type }: NoticeUse,
  place: Path,
  receiver: Receiver,
  { id, open }: NoticeTemplate,
  { pages, operations }: Reached,
): void {
  if (!open || (open.pages && context.invalidIds('page').length > 0)) return
  const path = open.pages ? open.pages[type.name] : open.path
  // A notice about a type without such a page is valid; it only opens nothing.
  const page = pages.find((one) => one.path === path)
  if (!page) return
  const { access } = page
  const isOneOfAll = typeof receiver === 'object' || !isRole(receiver)
  if (access.includes('anyone') || isForMembers(access)) return
  if (typeof receiver !== 'object' && (access as readonly string[]).includes(receiver)) return
  if (receiver === 'owner' && ownersOf(type, operations).every((who) => access.includes(who))) return
  context.report(document, place, {
    slug: 'notice_page',
    message: `通知“${id}”打开页面“${page.id}”，${isOneOfAll ? '接收人不一定' : '接收人不'}能打开该页面`,
    found: typeof receiver === 'object' ? receiver.field : receiver,
  })
}

const isRole = (receiver: Exclude<Receiver, object>): boolean =>
  !['followers', 'author', 'applicants', 'holders'].includes(receiver) && !isRelation(receiver)

/** Returns the audiences that may submit items of the type. */
function ownersOf({ name }: ContentType, operations: ReadonlyMap<string, Operation>): Audience[] {
  return [...operations.values()].flatMap(({ content, access }) =>
    content?.type === name && (content.action === 'add' || content.action === 'save') ? access : [],
  )
}
