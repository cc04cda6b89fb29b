// Checks that a notice speaks of the type that sends it; one that names another type was written for that.

import type { NoticeUse } from '#config/compile/notices/notice-uses.ts'
import type { Context } from '#config/load/context.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { NoticeTemplate } from '#shared/model/notice-model.ts'

/** Matches the words directly before the title of the item, which name its type. */
const NAMED = /([\p{Script=Han}]+)“\{item\.title\}”/gu
/** And what is called the reader's own. */
const YOURS = /您(?:提交|发布)?的([\p{Script=Han}]+)/gu
/** A shorter word is part of too many others. */
const MIN_LETTERS = 2

function endsOf(title: string): string[] {
  return Array.from({ length: Math.max(0, title.length - MIN_LETTERS + 1) }, (_, at) => title.slice(at))
}

/** Returns true if the notice was written for another type. */
export function checkNoticeSubject(
  context: Context,
  { document, path, type }: NoticeUse,
  { id, title, text }: NoticeTemplate,
  types: readonly ContentType[],
): boolean {
  // It may be called by what it refers to: the equipment, of a loan of it.
  const referred = new Set(type.fields.flatMap(({ ref }) => ref ?? []))
  const own = types.filter((one) => one === type || referred.has(one.name) || type.title.includes(one.title))
  const namesOf = (one: ContentType) => [one.title, one.badge ?? one.title].flatMap(endsOf)
  const fullText = `${title}\n${text}`
  const found = [
    ...[...fullText.matchAll(NAMED)].map(([, words = '']) => ({
      other: types.find((one) => words.endsWith(one.title)),
      isOwn: own.some((one) => namesOf(one).some((end) => words.endsWith(end))),
    })),
    ...[...fullText.matchAll(YOURS)].map(([, words = '']) => ({
      other: types.find((one) => endsOf(one.title).some((end) => words.startsWith(end))),
      isOwn: own.some((one) => namesOf(one).some((end) => words.startsWith(end))),
    })),
  ]
  // Of a broken type it is not known what its notices are about.
  if (context.invalidIds('content').length > 0 || found.some(({ isOwn }) => isOwn)) return false
  for (const { other } of found) {
    if (!other) continue
    context.report(document, [...path, 'notify'], {
      slug: 'notice_about',
      warning: true,
      message: `通知“${id}”的文字针对“${other.title}”，此处却用于“${type.title}”：请换用其他通知`,
      found: id,
    })
    return true
  }
  return false
}
