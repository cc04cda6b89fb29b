// Rules over notices: their values are there, their events come, and they open a page.

import { findMiswritten } from '#config/compile/common/placeholder-syntax.ts'
import { reportPast } from '#config/compile/fields/past-dates.ts'
import { checkItemCondition } from '#config/compile/forms/form-conditions.ts'
import { refersToSetting } from '#config/compile/forms/setting-rules.ts'
import { typeById } from '#config/compile/links/check-item-type.ts'
import { findNoticeUses, type NoticeUse } from '#config/compile/notices/notice-uses.ts'
import { Place } from '#config/load/place.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import {
  GRANTS,
  isInAudience,
  isOnlyReader,
  isRelation,
  type RoleModel,
  toRoleCaller,
} from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { Field } from '#shared/model/content-model.ts'
import { ABOUT_ITEMS, EVENT_VALUES, type NoticeEvent, type SystemEvent } from '#shared/model/notice-events.ts'
import type { Channel, NoticeTemplate } from '#shared/model/notice-model.ts'
import { defineRule, type Lint, type Rule } from '../rule.ts'
import { opensItem, stateTitle, stepOf } from './receiver-rules.ts'

/** The roles that get the notice of an event of the system; most events concern every role that is not read-only. */
function concerns(on: SystemEvent, role: RoleModel, operationOf: Lint['operationOf']): boolean {
  if (on === 'account.approved') return role.registers?.approval === true
  if (on === 'queue.assigned')
    return isInAudience(toRoleCaller(role), operationOf.get('publishing.take')?.access ?? [])
  if (on === 'webhook.failed' || on === 'release.ended') return role.grants.includes(GRANTS.administer)
  return !isOnlyReader(toRoleCaller(role))
}

/** A notice of the system opens a page for everybody who gets it. */
const systemOpens = defineRule('notice', ({ at, notice: { template } }, { roles, pageOf, operationOf }) => {
  const { on, open } = template
  const { access } = pageOf.get(open?.page ?? '') ?? {}
  if (on === undefined || access === undefined || access.some(isRelation)) return
  const kept = roles.filter(
    (role) => concerns(on, role, operationOf) && !isInAudience(toRoleCaller(role), access),
  )
  const { open: written } = at.document.value as { readonly open?: unknown }
  if (kept.length > 0)
    at.at('open', ...(typeof written === 'object' ? ['page'] : [])).report('notice_opens', {
      found: open?.page ?? '',
      who: kept.map(({ title }) => title),
      access,
    })
})

/** Field types whose values a text can show in a few words. */
const SPELLED: readonly Field['type'][] = ['text', 'dict', 'date', 'date-time', 'number', 'integer', 'region']
const ALWAYS = ['id', 'title', 'type']

/** Returns true if a notice may show the field: every receiver reads it, and so does anyone who sees their screen. */
const isPrintable = (field: Field): boolean =>
  !field.system && SPELLED.includes(field.type) && field.visible === undefined && !isSecret(field)

/** The texts of system notices name only values of their event. */
const systemTexts = defineRule('notice', ({ at, notice: { template } }) => {
  const { on } = template
  if (on) checkTexts(at, template, EVENT_VALUES[on], ABOUT_ITEMS.has(on) ? ALWAYS : [], '系统事件')
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
    const miswritten = findMiswritten(written)
    if (miswritten) place.report(...miswritten)
    for (const placeholder of placeholdersOf(written)) {
      const [root = '', name = '', more] = placeholder.split('.')
      const known = root === 'event' ? values : root === 'item' ? fields : undefined
      if (more === undefined && known?.includes(name)) continue
      place.report('notice_placeholder', {
        found: known ? name : root,
        known: known ?? ['item', 'event'],
        placeholder,
        why: known ? `在“${about}”的通知中没有值，只能用公开的简单字段` : '无效，只能以 item 或 event 开头',
      })
    }
  }
  check(at.at('title'), title)
  check(at.at('text'), text)
  for (const [name, value] of Object.entries(open?.params ?? {})) check(at.at('open', 'params', name), value)
}

/** A channel that is used only where a setting says so is one of the notice's channels. */
const optionalChannels = defineRule('notice', ({ at, notice: { template } }, { contentTypes }) => {
  for (const [channel, setting] of Object.entries(template.only ?? {})) {
    const place = at.at('only', channel)
    refersToSetting(at.context, at.document, place.path, setting, contentTypes, 'boolean')
    if (!template.channels.includes(channel as Channel))
      place.report('notice_only', { found: channel, key: true })
  }
})

/** Webhooks get events about items; those of the system concern people. */
const webhookEvents = defineRule('notice', ({ at, notice: { template } }) => {
  const { on, channels } = template
  if (on !== undefined && channels.includes('webhook'))
    at.at('channels').report('notice_webhook', { found: on })
})

/** Notices of different outcomes to the same receivers have different titles. */
const titles = defineRule('model', ({ context, contentTypes, notices }) => {
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
    new Place(context, document, ['title']).report('title_alike.notice', {
      found: titleOf(use),
      type: use.type,
      notify,
      other: duplicate.written.notify,
    })
  }
})

/** Event values that the taker of a transition writes. */
const WORDS = ['event.reason', 'event.words']

/** Every event that sends a notice has the values, pages and texts that the notice names. */
const useTexts = defineRule('use', ({ at, use, notice, uses }, lint) => {
  const { context, notices, operationOf: operations } = lint
  const { type, event, written } = use
  const known = new Map(notices.map((template) => [template.id, template]))
  const place = at.at('notify')
  if (!place.refers('notice', '通知', written.notify, known) || !notice) return
  const { template, document } = notice
  const { id: found, title, text, open } = template
  const others = uses.filter((one) => one !== use)
  // If other events that send this notice have the value, this event names the wrong notice.
  const quoted = placeholdersOf(`${title}${text}`)
  const lacks = (one: NoticeEvent) =>
    quoted.find(
      (name) => name.startsWith('event.') && !EVENT_VALUES[one].includes(name.slice('event.'.length)),
    )
  const lacking = lacks(event)
  if (lacking !== undefined && others.some((other) => lacks(other.event) === undefined))
    place.report('notice_event', { found, lacking, type })
  else {
    const names = new Set([...ALWAYS, ...type.fields.filter(isPrintable).map(({ name }) => name)])
    checkTexts(new Place(context, document), template, EVENT_VALUES[event], [...names], type.title)
  }
  const shown = open && opensItem(template) ? typeById({ context, operations }, open.page) : undefined
  if (open && shown !== undefined && shown !== type.name) {
    // If the page shows the type of other uses, this transition names the wrong notice.
    const { page } = open
    if (others.some((other) => other.type.name === shown))
      place.report('notice_other_type.notice', { found, page, type })
    else
      new Place(context, document, ['open', 'page']).report('notice_other_type.page', { found: page, type })
  }
  const step = stepOf(use)
  const words = step && !step.reason && !step.words ? quoted.find((name) => WORDS.includes(name)) : undefined
  if (words !== undefined) place.report('notice_reason', { found, words, step })
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
const useEvents = defineRule('use', ({ at, use, notice }) => {
  const { event, type, written } = use
  if (!notice) return
  const step = stepOf(use)
  const ends = step ? [step.to, ...(step.back ?? [])] : []
  for (const [index, state] of step ? (written.in ?? []).entries() : [])
    at.at('in', index).expect(ends, state, 'notice_never', {
      step,
      state: stateTitle(type, state),
      notify: written.notify,
    })
  if (event === 'due') checkDue(at, use)
  if ('when' in written)
    checkItemCondition(at.context, at.document, [...at.path, 'when'], written.when as Condition, type.fields)
  const [action, title] = COMES_BY[event] ?? []
  if (action !== undefined && type.operations[action] === undefined)
    at.report('event_never', { found: event, type, title, action })
})

function checkDue(at: Place, { type, written }: NoticeUse): void {
  const { field: name, states } = written as typeof written & { field: string; states: readonly string[] }
  const place = at.at('field')
  const dates = type.fields.filter((one) => one.type === 'date')
  const field = dates.find((one) => one.name === name && !one.system)
  if (field) reportPast(place, type.name, field, 'remind_past')
  else place.report('notice_due', { found: name, known: dates.map((one) => one.name), type })
  const known = new Map(Object.entries(type.lifecycle.states))
  for (const [index, state] of states.entries()) at.at('states', index).refers('state', '状态', state, known)
}

/** A notice that opens a page by type finds one for every type that it is sent for. */
const patternPages = defineRule(
  'notice',
  { needs: 'whole' },
  ({ at, notice: { template }, uses }, { context, pages }) => {
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
    at.at('open', 'page').report('notice_no_page', {
      found: open.page,
      known: patternsFor(
        [...lacking.keys()],
        written.map(({ id }) => id),
      ),
      titles,
    })
  },
)

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
  webhookEvents,
  useTexts,
  useEvents,
  patternPages,
]
