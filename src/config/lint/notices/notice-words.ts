// Rules that guess from the words of a notice whose item it speaks of, and to whom it is written. They only warn.

import type { ContentType } from '#shared/model/content-model.ts'
import type { NoticeEvent } from '#shared/model/notice-events.ts'
import type { NoticeTemplate } from '#shared/model/notice-model.ts'
import { defineRule, type Lint, type Rule } from '../rule.ts'

/** Matches the words directly before the title of the item, which name its type. */
const NAMED = /([\p{Script=Han}]+)“\{item\.title\}”/gu
/** Matches what is called the reader's own; “感谢您的反馈” thanks for something else. */
const YOURS = /(?<!感谢)您(?:提交|发布)?的([\p{Script=Han}]+|\{event\.type\})/gu
const TYPE = '{event.type}'
/** A shorter word is part of too many others. */
const MIN_LETTERS = 2

const endsOf = (title: string): string[] =>
  Array.from({ length: Math.max(0, title.length - MIN_LETTERS + 1) }, (_, at) => title.slice(at))

const textOf = ({ title, text }: NoticeTemplate): string => `${title}\n${text}`

/** Returns what a text calls the reader's own. */
const yoursIn = (text: string): string[] => [...text.matchAll(YOURS)].map(([, words = '']) => words)

const isCalled = (words: string, { title }: ContentType): boolean =>
  endsOf(title).some((end) => words.startsWith(end))

/** A notice that names another type than the one that sends it was written for that. */
const subjects = defineRule('use', ({ at, use: { type }, notice }, { context, contentTypes }) => {
  // Of a broken type it is not known what its notices are about.
  if (!notice || context.invalidIds('content').length > 0) return
  const text = textOf(notice.template)
  // It may be called by what it refers to: the equipment, of a loan of it.
  const referred = type.fields.map(({ ref }) => ref)
  const own = contentTypes
    .filter((one) => one === type || referred.includes(one.name) || type.title.includes(one.title))
    .flatMap(({ title, badge }) => [title, ...(badge ? [badge] : [])])
    .flatMap(endsOf)
  const named = [...text.matchAll(NAMED)].map(([, words = '']) => words)
  const yours = yoursIn(text)
  if (named.some((words) => own.some((end) => words.endsWith(end)))) return
  if (yours.some((words) => own.some((end) => words.startsWith(end)))) return
  const other =
    contentTypes.find(({ title }) => named.some((words) => words.endsWith(title))) ??
    contentTypes.find((one) => yours.some((words) => isCalled(words, one)))
  if (other) at.at('notify').report('notice_about', { found: notice.template.id, other, type })
})

/** Events that are about what somebody else than the item's owner wrote. */
const OF_AUTHOR: readonly NoticeEvent[] = ['reply', 'commentRefused', 'commentRemoved']

/** Returns the receiver whose item the text speaks of; undefined if the text does not say. */
function spokenTo(text: string, type: ContentType, { parentOf }: Lint): 'owner' | 'parent.owner' | undefined {
  const yours = yoursIn(text)
  if (yours.some((words) => words === TYPE || isCalled(words, type))) return 'owner'
  const parent = parentOf(type)
  return parent && yours.some((words) => isCalled(words, parent)) ? 'parent.owner' : undefined
}

/** A notice goes to the account that it addresses: the author of a comment, the owner of an item it calls “您的”. */
const receivers = defineRule('use', ({ at, use: { event, type, written }, notice }, lint) => {
  if (!notice) return
  const { template } = notice
  const isAuthor = OF_AUTHOR.includes(event)
  const wanted = isAuthor ? 'author' : spokenTo(textOf(template), type, lint)
  if (wanted === undefined || written.to.includes(wanted)) return
  at.at('to', 0).report(`notice_addressed.${isAuthor ? 'author' : 'owner'}`, {
    found: written.to[0] ?? '',
    expected: wanted,
    template,
    item: wanted === 'owner' ? `您的${type.title}` : '您的上级内容',
  })
})

export const noticeWordRules: readonly Rule[] = [subjects, receivers]
