// Computes a short outline of a form's fields, which is stored with a draft to describe later changes of the form.

import { isSecret } from '#shared/access/personal-fields.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'

/** The limits by the names they have in JSON Schema. */
export const LIMITS = ['maxLength', 'minLength', 'maximum', 'minimum', 'maxItems', 'minItems'] as const
type Limit = (typeof LIMITS)[number]

export type FieldOutline = {
  readonly title: string
  readonly type: string
  readonly required?: true
  /** The value is confidential, and is not shown if the form no longer has the field. */
  readonly secret?: true
} & { readonly [limit in Limit]?: number }

/** By the names of the fields. */
export type FormOutline = Readonly<Record<string, FieldOutline>>

/** Inputs whose values are kept nowhere. */
export const SECRET_INPUTS: ReadonlySet<string> = new Set(['password', 'captcha', 'sms-code', 'agreement'])

export function outlineOf({ fields, inputs }: FormModel): FormOutline {
  const kept = fields.filter(({ name, system }) => !system && !SECRET_INPUTS.has(inputs[name]?.widget ?? ''))
  return Object.fromEntries(kept.map((field) => [field.name, outlineOfField(field)]))
}

function outlineOfField(field: Field): FieldOutline {
  const { title, type, required, schema } = field
  const limits = LIMITS.flatMap((limit) => {
    const value = schema[limit]
    return typeof value === 'number' ? [[limit, value] as const] : []
  })
  return {
    title,
    type,
    ...(required ? { required: true } : {}),
    ...(isSecret(field) ? { secret: true } : {}),
    ...Object.fromEntries(limits),
  }
}
