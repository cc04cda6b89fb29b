// Owns what a form asked when something was filled in, in short: kept with a draft, to say what has changed since.

import { isSecret } from '#shared/access/personal-fields.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'

/** The limits by the names they have in JSON Schema. */
export const LIMITS = ['maxLength', 'minLength', 'maximum', 'minimum', 'maxItems', 'minItems'] as const
type Limit = (typeof LIMITS)[number]

export type FieldOutline = {
  readonly title: string
  readonly type: string
  readonly required?: true
  /** What nobody else may read is not shown where it is asked no more. */
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
