// Rules over notices: their values are there, their events come, and they open a page.

import { isMiswritten, toBracesMessage } from '#config/compile/common/placeholder-syntax.ts'
import { checkRemindedDate } from '#config/compile/fields/past-dates.ts'
import { checkItemCondition } from '#config/compile/forms/form-conditions.ts'
import { refersToSetting } from '#config/compile/forms/setting-rules.ts'
import { typeById } from '#config/compile/links/check-item-type.ts'
import { findNoticeUses, type NoticeUse } from '#config/compile/notices/notice-uses.ts'
import { Place } from '#config/load/place.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import { isInAudience, isOnlyReader, isRelation, toRoleCaller } from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { Field } from '#shared/model/content-model.ts'
import { ABOUT_ITEMS, EVENT_VALUES, type NoticeEvent } from '#shared/model/notice-events.ts'
import type { Channel, NoticeTemplate } from '#shared/model/notice-model.ts'
import { defineRule, type Rule } from '../rule.ts'
import { opensItem, stateTitle, stepOf } from './receiver-rules.ts'

/**
 * A notice of the system opens a page for everybody who gets it. `account.approved` concerns roles whose accounts are
 * approved; other events concern every role that is not read-only.
 */
const systemOpens = defineRule({
  codes: ['notice_opens'],
  on: 'notice',
  check({ at, notice: { template } }, { roles, pageOf }) {
    const { on, open } = template
    const { access } = pageOf.get(open?.page ?? '') ?? {}
    if (on === undefined || access === undefined || access.some(isRelation)) return
    const kept = roles.filter(
      (role) =>
        (on === 'account.approved' ? role.registers?.approval : !isOnlyReader(toRoleCaller(role))) &&
        !isInAudience(toRoleCaller(role), access),
    )
    const { open: written } = at.document.value as { readonly open?: unknown }
    if (kept.length > 0)
      at.at('open', ...(typeof written === 'object' ? ['page'] : [])).report(
        'notice_opens',
        `通知发给${kept.map(({ title }) => title).join('、')}，但其无权打开页面“${open?.page ?? ''}”（${access.join('、')}）：请将 open 改为接收人能打开的页面`,
        { found: open?.page ?? '' },
      )
  },
})

/** Field types whose values a text can show in a few words. */
const SPELLED: readonly Field['type'][] = ['text', 'dict', 'date', 'date-time', 'number', 'integer', 'region']
const ALWAYS = ['id', 'title', 'type']

/** Returns true if a notice may show the field: every receiver reads it, and so does anyone who sees their screen. */
const isPrintable = (field: Field): boolean =>
  !field.system && SPELLED.includes(field.type) && field.visible === undefined && !isSecret(field)

/** The texts of system notices name only values of their event. */
const systemTexts = defineRule({
  codes: ['notice_placeholder', 'placeholder_written'],
  on: 'notice',
  check({ at, notice: { template } }) {
    const { on } = template
    if (on) checkTexts(at, template, EVENT_VALUES[on], ABOUT_ITEMS.has(on) ? ALWAYS : [], '系统事件')
  },
})

function checkTexts(
  at: Place,
  { title, text, open }: NoticeTemplate,
  values: readonly string[],
  fields: readonly string[],
  about: string,
): void {
  const check = (place: Place, written: unknown) => {
    if (typeof written !== 'string') return
    if (isMiswritten(written))
      place.report('placeholder_written', toBracesMessage(written), { found: written })
    for (const placeholder of placeholdersOf(written)) {
      const [root = '', name = '', more] = placeholder.split('.')
      const known = root === 'event' ? values : root === 'item' ? fields : undefined
      if (more === undefined && known?.includes(name)) continue
      place.report(
        'notice_placeholder',
        `占位符“{${placeholder}}”${known ? `在“${about}”的通知中没有值，只能用公开的简单字段` : '无效，只能以 item 或 event 开头'}`,
        { found: known ? name : root, known: known ?? ['item', 'event'] },
      )
    }
  }
  check(at.at('title'), title)
  check(at.at('text'), text)
  for (const [name, value] of Object.entries(open?.params ?? {})) check(at.at('open', 'params', name), value)
}

/** A channel that is used only where a setting says so is one of the notice's channels. */
const optionalChannels = defineRule({
  codes: ['notice_only'],
  on: 'notice',
  check({ at, notice: { template } }, { contentTypes }) {
    for (const [channel, setting] of Object.entries(template.only ?? {})) {
      const place = at.at('only', channel)
      refersToSetting(at.context, at.document, place.path, setting, contentTypes, 'boolean')
      if (!template.channels.includes(channel as Channel))
        place.report(
          'notice_only',
          `该通知不经 ${channel} 送达，写在 only 中不起作用：请写入 channels，或从 only 中去掉`,
          { found: channel, key: true },
        )
    }
  },
})

/** Notices of different outcomes to the same receivers have different titles. */
const titles = defineRule({
  codes: ['title_alike'],
  on: 'model',
  check({ context, contentTypes, notices }) {
    const byId = new Map(notices.map((template) => [template.id, template]))
    const uses = findNoticeUses(context, contentTypes).filter(({ event }) => event === 'transition')
    const titleOf = ({ written }: NoticeUse) => byId.get(written.notify)?.title ?? ''
    const isDuplicate = (one: NoticeUse, other: NoticeUse) =>
      one.type === other.type &&
      one.written.notify !== other.written.notify &&
      titleOf(one) === titleOf(other) &&
      !titleOf(one).includes('{event.state}') &&
      !one.states?.some((state) => other.states?.includes(state)) &&
      one.written.to.some((receiver) => other.written.to.includes(receiver))
    const named = new Set<string>()
    for (const use of uses) {
      const { notify } = use.written
      const duplicate = named.has(notify) ? undefined : uses.find((other) => isDuplicate(use, other))
      const document = context.of('notice').get(notify)
      if (!duplicate || !document) continue
      named.add(notify)
      new Place(context, document, ['title']).report(
        'title_alike',
        `“${use.type.title}”变为不同状态时，通知“${notify}”与“${duplicate.written.notify}”的标题相同（${titleOf(use)}），接收人无法区分：请改其一，或写入 {event.state}`,
        { found: titleOf(use) },
      )
    }
  },
})

/** Event values that the taker of a transition writes. */
const WORDS = ['event.reason', 'event.words']

/** Every event that sends a notice has the values, pages and texts that the notice names. */
const useTexts = defineRule({
  codes: [
    'notice_unknown',
    'notice_event',
    'notice_placeholder',
    'placeholder_written',
    'notice_other_type',
    'notice_reason',
  ],
  on: 'use',
  check({ at, use, notice, uses }, lint) {
    const { context, notices, operationOf: operations } = lint
    const { type, event, written } = use
    const known = new Map(notices.map((template) => [template.id, template]))
    if (!at.at('notify').refers('notice', '通知', written.notify, known) || !notice) return
    const { template, document } = notice
    const { id, title, text, open } = template
    const report = (slug: 'notice_event' | 'notice_reason', message: string) =>
      at.at('notify').report(slug, message, { found: id })
    const others = uses.filter((one) => one !== use)
    // If other events that send this notice have the value, this event names the wrong notice.
    const quoted = placeholdersOf(`${title}${text}`)
    const lacks = (one: NoticeEvent) =>
      quoted.find(
        (name) => name.startsWith('event.') && !EVENT_VALUES[one].includes(name.slice('event.'.length)),
      )
    const lacking = lacks(event)
    if (lacking !== undefined && others.some((other) => lacks(other.event) === undefined))
      report(
        'notice_event',
        `通知“${id}”引用 {${lacking}}，“${type.title}”的该事件却没有此值，通知中会留空：请换用其他通知`,
      )
    else {
      const fields = type.fields.filter(isPrintable).map(({ name }) => name)
      checkTexts(
        new Place(context, document),
        template,
        EVENT_VALUES[event],
        [...new Set([...ALWAYS, ...fields])],
        type.title,
      )
    }
    const shown = open && opensItem(template) ? typeById({ context, operations }, open.page) : undefined
    if (open && shown !== undefined && shown !== type.name) {
      // If the page shows the type of other uses, this transition names the wrong notice.
      const isOfOthers = others.some((other) => other.type.name === shown)
      const place = isOfOthers ? at.at('notify') : new Place(context, document, ['open', 'page'])
      place.report(
        'notice_other_type',
        isOfOthers
          ? `通知“${id}”打开的页面“${open.page}”不显示“${type.title}”，查不到内容：请换用其他通知`
          : `“${type.title}”也使用该通知，页面“${open.page}”却不显示该类内容：请换用其他通知`,
        { found: isOfOthers ? id : open.page },
      )
    }
    const step = stepOf(use)
    const words =
      step && !step.reason && !step.words ? quoted.find((name) => WORDS.includes(name)) : undefined
    if (words !== undefined)
      report(
        'notice_reason',
        `通知“${id}”引用附言 {${words}}，流转“${step?.title}”却不要求填写，通知中会留空：请写 reason，或换用其他通知`,
      )
  },
})

/** The calls without which an event never comes. */
const COMES_BY: Readonly<Record<string, readonly [action: string, title: string]>> = {
  comment: ['commentAdd', '发表评论'],
  reply: ['commentAdd', '发表评论'],
  commentRefused: ['commentAdd', '发表评论'],
  commentRemoved: ['commentAdd', '发表评论'],
  like: ['like', '点赞'],
}

/** The event that sends a notice comes, on a date and in states that are there. */
const useEvents = defineRule({
  codes: ['notice_due', 'notice_never', 'event_never', 'state_unknown'],
  on: 'use',
  check({ at, use, notice }) {
    const { event, type, written } = use
    if (!notice) return
    const step = stepOf(use)
    const ends = step ? [step.to, ...(step.back ?? [])] : []
    for (const [index, state] of step ? (written.in ?? []).entries() : [])
      at.at('in', index).expect(
        ends,
        state,
        'notice_never',
        `“${step?.title}”不会到达状态“${stateTitle(type, state)}”，通知“${written.notify}”不会发出：请改为此步到达的状态，或删去`,
      )
    if (event === 'due') checkDue(at, use)
    if ('when' in written)
      checkItemCondition(
        at.context,
        at.document,
        [...at.path, 'when'],
        written.when as Condition,
        type.fields,
      )
    const [action, title] = COMES_BY[event] ?? []
    if (action !== undefined && type.operations[action] === undefined)
      at.report(
        'event_never',
        `“${type.title}”没有${title}的接口（${action}），该通知不会发出：请补充接口，或删去此项`,
        { found: event },
      )
  },
})

function checkDue(at: Place, { type, written }: NoticeUse): void {
  const { field: name, states } = written as typeof written & { field: string; states: readonly string[] }
  const place = at.at('field')
  const dates = type.fields.filter((one) => one.type === 'date')
  const field = dates.find((one) => one.name === name && !one.system)
  if (field) checkRemindedDate({ ...place, type: type.name }, field)
  else
    place.report('notice_due', `“${type.title}”没有日期字段“${name}”`, {
      found: name,
      known: dates.map((one) => one.name),
    })
  const known = new Map(Object.entries(type.lifecycle.states))
  for (const [index, state] of states.entries()) at.at('states', index).refers('state', '状态', state, known)
}

/** A notice that opens a page by type finds one for every type that it is sent for. */
const patternPages = defineRule({
  codes: ['notice_no_page'],
  on: 'notice',
  needs: 'whole',
  check({ at, notice: { template }, uses }, { context, pages }) {
    const { open } = template
    if (!open?.pages) return
    // A type without a page of its own may still send the notice: there is only nothing to open.
    const written = pages.filter(({ id }) => context.of('page').has(id))
    const paged = new Set(written.map((page) => ('contentType' in page ? page.contentType : undefined)))
    const lacking = new Map(
      uses.flatMap(({ type }) =>
        paged.has(type.name) && !Object.hasOwn(open.pages ?? {}, type.name)
          ? [[type.name, type.title] as const]
          : [],
      ),
    )
    if (lacking.size === 0) return
    const titles = [...lacking.values()].map((title) => `“${title}”`).join('、')
    at.at('open', 'page').report(
      'notice_no_page',
      `${titles}也使用该通知，却没有页面“${open.page}”，接收人无法打开：请改为各类内容都有的页面`,
      {
        found: open.page,
        known: patternsFor(
          [...lacking.keys()],
          written.map(({ id }) => id),
        ),
      },
    )
  },
})

/** Names of pages in which a star for the type is there for all of them. */
function patternsFor([first = '', ...others]: readonly string[], pages: readonly string[]): string[] {
  const known = new Set(pages)
  return pages
    .filter((page) => page.split(/[/-]/).includes(first))
    .map((page) => page.replace(first, '*'))
    .filter((pattern) => others.every((name) => known.has(pattern.replace('*', name))))
}

export const noticeRules: readonly Rule[] = [
  systemTexts,
  systemOpens,
  titles,
  optionalChannels,
  useTexts,
  useEvents,
]
export const wholeNoticeRules: readonly Rule[] = [patternPages]
