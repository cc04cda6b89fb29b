// Checks that a notice goes to the account it addresses: the author of a comment, the owner of an item it calls “您的”.

import type { CompiledNotice } from '#config/compile/notices/compile-notices.ts'
import type { NoticeUse } from '#config/compile/notices/notice-uses.ts'
import type { Context } from '#config/load/context.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { NoticeEvent, Receiver } from '#shared/model/notice-events.ts'
import { receiverTitle } from './notice-readers.ts'

/** Events that are about what somebody else than the item's owner wrote. */
const OF_AUTHOR: ReadonlySet<NoticeEvent> = new Set(['reply', 'commentRefused', 'commentRemoved'])
/** Phrases that call an item the reader's own. */
const YOURS = ['您的', '您提交的', '您发布的']
const YOU = '您'
const TYPE = '{event.type}'
/** A shorter word is part of too many others. */
const MIN_LETTERS = 2
/** So many other uses that agree tell what is usual. */
const AGREEING = 2

const keyOf = (receiver: Receiver): string =>
  typeof receiver === 'object' ? `field:${receiver.field}` : receiver

/** Those of one template, which was found for each of them. */
export function checkNoticeReceivers(
  context: Context,
  { template }: CompiledNotice,
  uses: readonly NoticeUse[],
  types: readonly ContentType[],
): void {
  const reported = new Set<NoticeUse>()
  for (const use of uses) if (checkOne(context, template, use, types)) reported.add(use)
  if (!`${template.title}${template.text}`.includes(YOU)) return
  for (const use of uses) if (!reported.has(use)) checkUsual(context, template.id, use, uses)
}

/** Returns true if the text calls an item with this title, or with the end of it, the reader's own. */
function callsYours(text: string, title: string): boolean {
  const ends = Array.from({ length: Math.max(0, title.length - MIN_LETTERS + 1) }, (_, at) => title.slice(at))
  return YOURS.some((yours) => ends.some((end) => text.includes(`${yours}${end}`)))
}

/** Returns the receiver whose item the text speaks of; undefined if the text does not say. */
function spokenTo(text: string, type: ContentType, types: readonly ContentType[]): Receiver | undefined {
  if (YOURS.some((yours) => text.includes(`${yours}${TYPE}`)) || callsYours(text, type.title)) return 'owner'
  const { ref } = type.fields.find(({ name }) => name === type.parent) ?? {}
  const parent = types.find(({ name }) => name === ref)
  return parent && callsYours(text, parent.title) ? 'parent.owner' : undefined
}

/** Returns true if the notice has a fault. */
function checkOne(
  context: Context,
  { id, title, text }: CompiledNotice['template'],
  { document, path, event, type, written }: NoticeUse,
  types: readonly ContentType[],
): boolean {
  const isNamed = written.to.some((one) => typeof one === 'object')
  const wanted = OF_AUTHOR.has(event)
    ? 'author'
    : isNamed
      ? undefined
      : spokenTo(`${title} ${text}`, type, types)
  if (wanted === undefined || written.to.includes(wanted)) return false
  const subject = wanted === 'owner' ? `您的${type.title}` : '您的上级内容'
  context.report(document, [...path, 'to', 0], {
    slug: 'notice_addressed',
    message:
      wanted === 'author'
        ? `通知“${id}”涉及评论的答复或处理，却不发给评论人：to 须写 author`
        : `通知“${id}”的文字针对“${subject}”，却不发给其发布者，接收人会误认为是自己的内容：to 须写 ${keyOf(wanted)}，或换用其他通知`,
    found: keyOf(written.to[0] ?? ''),
    expected: keyOf(wanted),
  })
  return true
}

/** Everywhere else it speaks to others. */
function checkUsual(context: Context, id: string, use: NoticeUse, uses: readonly NoticeUse[]): void {
  const { document, path, written } = use
  // The types of one lifecycle share its steps.
  const others = uses.filter((one) => one.document !== document || String(one.path) !== String(path))
  const places = new Map(others.map((one) => [`${one.document.path} ${one.path}`, one.written.to.map(keyOf)]))
  const [usual = [], ...rest] = places.values()
  if (places.size < AGREEING || rest.some((to) => String(to) !== String(usual))) return
  const own = written.to.map(keyOf)
  if (own.some((receiver) => usual.includes(receiver))) return
  context.report(document, [...path, 'to', 0], {
    slug: 'notice_unusual',
    message: `通知“${id}”在其他位置均发给${usual.map((one) => receiverTitle(context, one)).join('、')}，此处却发给${own.map((one) => receiverTitle(context, one)).join('、')}，与文字不符：请改 to，或新写一个通知`,
    found: own[0] ?? '',
    expected: usual.join(', '),
    warning: true,
  })
}
