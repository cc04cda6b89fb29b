// Prepares validated answers for storage: sanitised markup, storable text, one time zone.

import { cleanText } from '#server/platform/calls/read-parameter.ts'
import { Failure, type FieldError } from '#shared/calls/errors.ts'
import type { Field } from '#shared/model/content-model.ts'
import { isBlankRichText } from '#shared/rich-text/policy.ts'
import { sanitiseRichText } from './sanitise.ts'
import type { FormBody } from './validate-form.ts'

interface Options {
  /** False for a draft, which may lack required fields. */
  readonly complete?: boolean
}

/** Returns the given fields of a validated body. Refuses a required field that sanitising left empty. */
export function toStored(
  fields: readonly Field[],
  body: FormBody,
  { complete = true }: Options = {},
): Record<string, unknown> {
  const stored: Record<string, unknown> = {}
  const errors: FieldError[] = []
  for (const field of fields) {
    if (!Object.hasOwn(body, field.name)) continue
    const value = toStoredValue(field, body[field.name])
    if (value !== undefined) stored[field.name] = value
    else if (field.required && complete)
      errors.push({ path: `/${field.name}`, message: `请填写${field.title}` })
  }
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
  return stored
}

function toStoredValue({ type }: Field, value: unknown): unknown {
  if (type === 'rich-text' && typeof value === 'string') {
    const html = sanitiseRichText(value)
    return isBlankRichText(html) ? undefined : html
  }
  // Stored in one zone and precision, so that texts compare as times do.
  if (type === 'date-time' && typeof value === 'string') return new Date(value).toISOString()
  return cleanDeep(value)
}

/** Without what PostgreSQL refuses in texts and names. */
export function cleanDeep(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanDeep)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [cleanText(key), cleanDeep(entry)]))
}
