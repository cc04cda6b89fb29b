// Reads and validates the field comments of a transition, by field.

import type { ActionContext } from '#server/content/action.ts'
import { tidyPlainText } from '#server/platform/validation/sanitise.ts'
import { Failure, type FieldError } from '#shared/calls/errors.ts'
import { countLetters } from '#shared/formats/text-length.ts'
import { isMeaningfulReason } from '#shared/lifecycles/check-reason.ts'
import {
  MAX_FIELD_COMMENT_LENGTH,
  MAX_FIELD_COMMENTS,
  REMARKS_KEY,
  remarkableFields,
} from '#shared/lifecycles/field-comments.ts'

export type RemarkTexts = Readonly<Record<string, string>>

/** Undefined where nothing was said of any field. */
export function readFieldComments(
  { call, plan }: Pick<ActionContext, 'call' | 'plan'>,
  step: { readonly title: string; readonly remarks?: true },
): RemarkTexts | undefined {
  const given = ((call.body ?? {}) as Readonly<Record<string, unknown>>)[REMARKS_KEY]
  if (given === undefined || given === null) return undefined
  if (!step.remarks) throw refusal([{ path: `/${REMARKS_KEY}`, message: `“${step.title}”不填写此项` }])
  if (!Array.isArray(given) || given.length > MAX_FIELD_COMMENTS)
    throw refusal([{ path: `/${REMARKS_KEY}`, message: `应为不超过 ${MAX_FIELD_COMMENTS} 条的列表` }])
  const titles = new Map(remarkableFields(plan.type).map(({ field, title }) => [field, title]))
  const texts = new Map<string, string>()
  const errors = given.flatMap((entry: unknown, index): FieldError[] => {
    const { field, text } = (entry ?? {}) as { readonly field?: unknown; readonly text?: unknown }
    const at = (name: string, message: string) => [{ path: `/${REMARKS_KEY}/${index}/${name}`, message }]
    const title = typeof field === 'string' ? titles.get(field) : undefined
    if (typeof field !== 'string' || title === undefined)
      return at('field', `“${plan.type.title}”的填写内容中没有“${String(field ?? '')}”`)
    if (texts.has(field)) return at('field', `“${title}”写了两条，请合并为一条`)
    const words = typeof text === 'string' ? tidyPlainText(text).trim() : ''
    if (!isMeaningfulReason(words)) return at('text', `请写明“${title}”的修改要求`)
    if (countLetters(words) > MAX_FIELD_COMMENT_LENGTH)
      return at('text', `“${title}”的说明不超过 ${MAX_FIELD_COMMENT_LENGTH} 个字`)
    texts.set(field, words)
    return []
  })
  if (errors.length > 0) throw refusal(errors)
  return texts.size > 0 ? Object.fromEntries(texts) : undefined
}

const refusal = (errors: readonly FieldError[]): Failure => new Failure('BAD_INPUT', { errors })
