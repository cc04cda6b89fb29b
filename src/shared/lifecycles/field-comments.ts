// Declares field comments (`remarks`), which a transition makes on single fields of an item for its editor.
import type { ContentType } from '#shared/model/content-model.ts'

/** A field that something can be said about, and what it is called. */
export interface Remarkable {
  readonly field: string
  readonly title: string
}

/** As its readers see it. */
export interface Remark extends Remarkable {
  readonly text: string
}

/**
 * The property of a transition's body that contains the field comments.
 *
 * @example
 * const body = { id: 'd1', [REMARKS_KEY]: [{ field: 'budget', text: '请填写含税金额' }] }
 */
export const REMARKS_KEY = 'remarks'
export const MAX_FIELD_COMMENTS = 30
export const MAX_FIELD_COMMENT_LENGTH = 200

/** Of the body of a call that takes them. */
export const REMARKS_SCHEMA = {
  type: 'array',
  title: '需要修改的内容',
  maxItems: MAX_FIELD_COMMENTS,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['field', 'text'],
    properties: {
      field: { type: 'string', maxLength: 100, title: '字段' },
      text: { type: 'string', title: '修改要求', minLength: 1, maxLength: MAX_FIELD_COMMENT_LENGTH },
    },
  },
}

/** Returns the fields of the type's form, in its order. */
export function remarkableFields({ steps, fields }: Pick<ContentType, 'steps' | 'fields'>): Remarkable[] {
  const titles = new Map(fields.map(({ name, title }) => [name, title]))
  return steps
    .flatMap((step) => step.fields)
    .flatMap((field) => {
      const title = titles.get(field)
      return title === undefined ? [] : [{ field, title }]
    })
}

/** The words of a step for whom a notice tells it: with which fields are to be mended. */
export function withRemarked(
  type: Pick<ContentType, 'steps' | 'fields'>,
  reason: string | undefined,
  texts: Readonly<Record<string, string>> | undefined,
): string | undefined {
  const titles = toFieldComments(type, texts).map(({ title }) => title)
  if (titles.length === 0) return reason
  return [...(reason ? [reason] : []), `需要修改：${titles.join('、')}`].join('；')
}

/** In the order of the form; what it asks no more keeps its words. */
export function toFieldComments(
  type: Pick<ContentType, 'steps' | 'fields'>,
  texts: Readonly<Record<string, string>> | null | undefined,
): Remark[] {
  const commentableFields = remarkableFields(type)
  const known = commentableFields.flatMap((one) => {
    const text = texts?.[one.field]
    return text === undefined ? [] : [{ ...one, text }]
  })
  const removed = Object.entries(texts ?? {}).filter(([name]) =>
    commentableFields.every(({ field }) => field !== name),
  )
  return [...known, ...removed.map(([field, text]) => ({ field, title: '已取消的填写项', text }))]
}
