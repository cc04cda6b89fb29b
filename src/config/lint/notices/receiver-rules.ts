// Rules over receivers of notices: they exist, read the item, and can open the page.

import { isReferenceLocked, isSubmissionTarget, type NoticeUse } from '#config/compile/notices/notice-uses.ts'
import type { Context } from '#config/load/context.ts'
import { Place } from '#config/load/place.ts'
import {
  type Audience,
  audienceTitle,
  isForMembers,
  isRelation,
  partyField,
  regionalOf,
} from '#shared/access/roles.ts'
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

function canReceiveNotice(
  { readers, gone: isDeleted, applicants }: Pick<LifecycleState, 'readers' | 'gone' | 'applicants'>,
  receiver: Receiver,
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
const useReceivers = defineRule('use', (node, lint) => {
  const { at, use, notice } = node
  if (!notice) return
  checkOwnStep(at.at('to'), use)
  for (const [index, receiver] of use.written.to.entries()) {
    const place = at.at('to', index)
    checkReceiver(place, use, lint, receiver)
    checkFormerReaders(place, node, receiver)
    checkOpen(place, use, receiver, notice.template, lint)
  }
})

/** The only taker of a transition knows of it: a notice to that user alone was meant for the other party. */
function checkOwnStep(at: Place, use: NoticeUse): void {
  const step = stepOf(use)
  const [actor, ...others] = step?.by ?? []
  if (!step || step.due || actor === undefined || others.length > 0) return
  if (!isRelation(actor) || regionalOf(actor) !== undefined) return
  if (use.written.to.every((receiver) => receiver === actor))
    at.report('notice_own_step', { found: actor, step, actor: audienceTitle(at.context.roles, actor) })
}

function checkReceiver(at: Place, use: NoticeUse, lint: Lint, receiver: Receiver): void {
  const { type, before, states } = use
  const wrong = wrongWith(use, lint, receiver)
  if (wrong) at.report(`notice_receiver.${wrong}`, { found: receiver, type })
  if (wrong || before) return
  const who = receiverTitle(at.context, receiver)
  const all = Object.entries(type.lifecycle.states)
  const unread = all.filter(([, state]) => !canReceiveNotice(state, receiver))
  if (states === null && unread.length === all.length)
    at.report('notice_unread.ever', { found: receiver, type, who })
  for (const [name, state] of unread)
    if (states?.includes(name)) at.report('notice_unread.state', { found: receiver, type, who, state })
}

/** Returns the name of the message that says why nobody is meant by the receiver; undefined if somebody is. */
function wrongWith({ type, event }: NoticeUse, { contentTypes }: Lint, receiver: Receiver) {
  const party = partyField(receiver)
  if (receiver === 'author' && !/^(?:reply|comment)/.test(event)) return 'author'
  if (receiver === 'anyone') return 'anyone'
  if (receiver === 'applicants' && !isSubmissionTarget(type, contentTypes)) return 'applicants'
  if (receiver === 'holders' && !isReferenceLocked(type, contentTypes)) return 'holders'
  if (receiver === 'parent.owner' && type.parent === undefined) return 'parent'
  return party === undefined || type.fields.some(({ name }) => name === party) ? undefined : 'party'
}

/** Those who lose the item read it before the transition, and not after it. */
function checkFormerReaders(
  at: Place,
  { use: { type, before, states }, notice }: Nodes['use'],
  receiver: Receiver,
): void {
  if (!before || !notice) return
  const reads = (name: string) => {
    const state = type.lifecycle.states[name]
    return state !== undefined && canReceiveNotice(state, receiver)
  }
  const values = { found: receiver, type, who: receiverTitle(at.context, receiver) }
  const after = (states ?? []).find(reads)
  if (after !== undefined) at.report('notice_kept', { ...values, after: stateTitle(type, after) })
  else if (!before.some(reads)) at.report('notice_unread.before', values)
  if (opensItem(notice.template))
    new Place(at.context, notice.document, ['open']).report('notice_lost', { ...notice, type })
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
  if ((access as readonly string[]).includes(receiver)) return
  const owners = operations.flatMap(({ content, access: who }) =>
    content?.type === type.name && (content.action === 'add' || content.action === 'save') ? who : [],
  )
  if (receiver === 'owner' && owners.every((who) => access.includes(who))) return
  const isOneOfAll = OUTSIDERS.includes(receiver) || isRelation(receiver)
  at.report('notice_page', {
    found: receiver,
    id,
    page,
    receiver: isOneOfAll ? '接收人不一定' : '接收人不',
  })
}

export const receiverRules: readonly Rule[] = [useReceivers]
