// Finds what a text lacks or has too much of: recommended fields that are empty, a title that is too long.

import type { Changed } from '#server/content/fields/public-texts.ts'
import type { FieldError } from '#shared/calls/errors.ts'
import { isEmpty } from '#shared/expressions/condition.ts'
import { countLetters } from '#shared/formats/text-length.ts'
import { isBlankRichText } from '#shared/rich-text/policy.ts'
import type { Checked } from './checked.ts'

export function findMissing({ plan }: Checked, { body }: Changed): FieldError[] {
  return (plan.type.checks?.missing?.fields ?? [])
    .filter((name) => isEmpty(body[name]) || isBlankText(plan.byName.get(name)?.type, body[name]))
    .map((name) => ({ path: `/${name}`, message: `没有填写“${plan.byName.get(name)?.title ?? name}”` }))
}

const isBlankText = (type: string | undefined, value: unknown): boolean =>
  type === 'rich-text' && typeof value === 'string' && isBlankRichText(value)

export function findLongHeading(
  { plan: { type, byName } }: Checked,
  { body, fields }: Changed,
): FieldError[] {
  const { heading, checks } = type
  if (!fields.some(({ name }) => name === heading)) return []
  const most = checks?.heading?.longer ?? Number.POSITIVE_INFINITY
  const length = countLetters(String(body[heading] ?? ''))
  if (length <= most) return []
  const title = byName.get(heading)?.title ?? heading
  return [{ path: `/${heading}`, message: `“${title}”有 ${length} 个字，建议不超过 ${most} 个字` }]
}
