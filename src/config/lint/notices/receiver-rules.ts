// Rules over receivers of notices: they exist, read the item, and can open the page.

import { isReferenceLocked, isSubmissionTarget, type NoticeUse } from '#config/compile/notices/notice-uses.ts'
import type { Context } from '#config/load/context.ts'
import { Place } from '#config/load/place.ts'
import { type Audience, audienceTitle, isForMembers, isRelation, regionalOf } from '#shared/access/roles.ts'
import type { LifecycleState, Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Receiver } from '#shared/model/notice-events.ts'
import type { NoticeTemplate } from '#shared/model/notice-model.ts'
import { defineRule, type Lint, type Nodes, type Rule } from '../rule.ts'

/** Returns true if the notice opens the item itself. */
export const opensItem = (template: NoticeTemplate): boolean => template.open?.params?.id === '{item.id}'

/** Returns the transition that sends a notice. */
export const stepOf = ({ event, type, path }: NoticeUse): Transition | undefined =>
  event === 'transition' ? type.lifecycle.transitions[Number(path[1])] : undefined

export const stateTitle = (type: ContentType, state: string): string =>
  type.lifecycle.states[state]?.title ?? state

type Named = Exclude<Receiver, object>

function canReceiveNotice(
  { readers, gone: isDeleted, applicants }: Pick<LifecycleState, 'readers' | 'gone' | 'applicants'>,
  receiver: Named,
): boolean {
  if (isDeleted) return false
  // Authors of comments and followers may be readers for another reason.
  if (readers === undefined || receiver === 'author' || receiver === 'partner') return true
  if (receiver === 'applicants' && applicants) return true
  return receiver === 'followers' || receiver === 'applicants' || receiver === 'holders'
    ? isForMembers(readers)
    : readers.includes(receiver) || isForMembers(readers)
}

const RECEIVERS: ReadonlyMap<string, string> = new Map([
  ['followers', '关注者'],
  ['author', '评论人'],
  ['applicants', '申报人'],
  ['holders', '引用该内容的用户'],
])

/** `receiver`: as it is written. */
export function receiverTitle({ roles }: Pick<Context, 'roles'>, receiver: string): string {
  return RECEIVERS.get(receiver) ?? audienceTitle(roles, receiver as Audience)
}

/** Receivers exist, read the item, and can open the page. */
const useReceivers = defineRule({
  codes: ['notice_receiver', 'notice_unread', 'notice_kept', 'notice_lost', 'notice_page', 'notice_own_step'],
  on: 'use',
  check(node, lint) {
    const { at, use, notice } = node
    if (!notice) return
    checkOwnStep(at.at('to'), use)
    for (const [index, receiver] of use.written.to.entries()) {
      const place = at.at('to', index)
      checkReceiver(place, use, lint, receiver)
      if (typeof receiver !== 'object') checkFormerReaders(place, node, receiver)
      checkOpen(place, use, receiver, notice.template, lint)
    }
  },
})

/** The only taker of a transition knows of it: a notice to that user alone was meant for the other party. */
function checkOwnStep(at: Place, use: NoticeUse): void {
  const step = stepOf(use)
  const [actor, ...others] = step?.by ?? []
  if (!step || step.due || actor === undefined || others.length > 0) return
  if (!isRelation(actor) || regionalOf(actor) !== undefined) return
  if (use.written.to.every((receiver) => receiver === actor))
    at.report(
      'notice_own_step',
      `“${step.title}”只能由${audienceTitle(at.context.roles, actor)}执行，通知却只发给执行人本人：请改为通知另一方`,
      { found: actor },
    )
}

function checkReceiver(at: Place, use: NoticeUse, { contentTypes }: Lint, receiver: Receiver): void {
  const { type, event } = use
  if (typeof receiver === 'object') {
    const field = type.fields.find(({ name }) => name === receiver.field)
    if (field?.from !== 'owner' && field?.from !== 'parent.owner')
      at.report('notice_receiver', `“${type.title}”的字段“${receiver.field}”不记录账号，不能作为接收人`, {
        found: receiver.field,
      })
    return
  }
  const wrong =
    receiver === 'author' && !/^(?:reply|comment)/.test(event)
      ? 'author 是评论人，只有评论的事件才有'
      : receiver === 'anyone'
        ? '通知只能发给有账号的用户：请写 registered、角色或与内容有关的人'
        : receiver === 'applicants' && !isSubmissionTarget(type, contentTypes)
          ? `没有向“${type.title}”提交的内容类型（以其为 parent 且写有 admission），不能写 applicants`
          : receiver === 'holders' && !isReferenceLocked(type, contentTypes)
            ? `没有内容类型的引用在办结前保留“${type.title}”（x-holds），不能写 holders`
            : receiver === 'parent.owner' && type.parent === undefined
              ? `“${type.title}”没有上级内容（parent），不能写 parent.owner`
              : undefined
  if (wrong !== undefined) at.report('notice_receiver', wrong, { found: receiver })
  checkReaders(at, use, receiver)
}

/** Former readers do not read the item any more. */
function checkReaders(at: Place, use: NoticeUse, receiver: Exclude<Receiver, object>): void {
  const { type } = use
  for (const state of use.before ? [] : (use.states ?? [])) {
    const known = type.lifecycle.states[state]
    if (known && !canReceiveNotice(known, receiver))
      at.report(
        'notice_unread',
        `“${type.title}”处于“${known.title}”时${receiverTitle(at.context, receiver)}无权查看，通知无人接收`,
        { found: receiver },
      )
  }
}

/** Those who lose the item read it before the transition, and not after it. */
function checkFormerReaders(
  at: Place,
  { use: { type, before, states }, notice }: Nodes['use'],
  receiver: Exclude<Receiver, object>,
): void {
  if (!before || !notice) return
  const reads = (state: string) => {
    const known = type.lifecycle.states[state]
    return known !== undefined && canReceiveNotice(known, receiver)
  }
  const title = receiverTitle(at.context, receiver)
  const after = (states ?? []).find(reads)
  if (after !== undefined)
    at.report(
      'notice_kept',
      `“${type.title}”处于“${stateTitle(type, after)}”时${title}仍可查看，不属于失去查看权限的人（lost），收不到该通知：请去掉 lost，或改写接收人`,
      { found: receiver },
    )
  else if (!before.some(reads))
    at.report(
      'notice_unread',
      `此步之前${title}就看不到“${type.title}”，该通知（lost）无人接收：请改写接收人`,
      { found: receiver },
    )
  if (opensItem(notice.template))
    new Place(at.context, notice.document, ['open']).report(
      'notice_lost',
      `通知“${notice.template.id}”发给不能再查看“${type.title}”的人（lost），其打开后找不到内容：请去掉 open，或改为其他页面`,
    )
}

const OUTSIDERS: readonly Receiver[] = ['followers', 'author', 'applicants', 'holders']

function checkOpen(
  at: Place,
  { type }: NoticeUse,
  receiver: Receiver,
  { id, open }: NoticeTemplate,
  { context, pages, operations }: Lint,
): void {
  if (!open || (open.pages && context.invalidIds('page').length > 0)) return
  const path = open.pages ? open.pages[type.name] : open.path
  // A notice about a type without such a page is valid; it only opens nothing.
  const page = pages.find((one) => one.path === path)
  if (!page || page.access.includes('anyone') || isForMembers(page.access)) return
  const { access } = page
  if (typeof receiver !== 'object' && (access as readonly string[]).includes(receiver)) return
  const owners = operations.flatMap(({ content, access: who }) =>
    content?.type === type.name && (content.action === 'add' || content.action === 'save') ? who : [],
  )
  if (receiver === 'owner' && owners.every((who) => access.includes(who))) return
  const isOneOfAll = typeof receiver === 'object' || OUTSIDERS.includes(receiver) || isRelation(receiver)
  at.report(
    'notice_page',
    `通知“${id}”打开页面“${page.id}”，${isOneOfAll ? '接收人不一定' : '接收人不'}能打开该页面`,
    { found: typeof receiver === 'object' ? receiver.field : receiver },
  )
}

export const receiverRules: readonly Rule[] = [useReceivers]
