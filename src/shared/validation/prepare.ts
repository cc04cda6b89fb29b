// Owns the tidying of a form's answers into what is checked, sent and stored.
import { isEmpty } from '../condition.ts'
import type { Field, FormModel, JsonSchema } from '../content-model.ts'
import { normaliseInput, normalisePayload } from '../normalise.ts'
import { type FormData, type FormUser, hiddenFields, withoutFields } from './visible.ts'

/** Texts that are markup or secrets, in which every character counts. */
const VERBATIM = new Set(['rich-text', 'long-text'])

export function normaliseValue(value: unknown, schema: JsonSchema, verbatim = false): unknown {
  if (typeof value === 'string')
    return verbatim ? value : normaliseInput(value, schema.format as string | undefined)
  if (Array.isArray(value)) {
    const items = (schema.items ?? {}) as JsonSchema
    return value.map((entry) => normaliseValue(entry, items))
  }
  if (value === null || typeof value !== 'object') return value
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, entry]) => [name, normaliseValue(entry, properties[name] ?? {})] as const)
      .filter(([, entry]) => !isEmpty(entry)),
  )
}

function isVerbatim(form: Pick<FormModel, 'inputs'>, field: Field): boolean {
  return VERBATIM.has(field.type) || form.inputs[field.name]?.widget === 'password'
}

/** One field's value as it will be checked; undefined where nothing was given. */
export function normaliseField(form: Pick<FormModel, 'inputs'>, field: Field, value: unknown): unknown {
  const tidy = normalisePayload(normaliseValue(value, field.schema, isVerbatim(form, field)))
  return isEmpty(tidy) ? undefined : tidy
}

/**
 * What is checked and sent: tidied, without empty values, without fields that do not apply.
 * Properties that are no fields of the form stay, so that the validator can refuse them.
 */
export function prepareBody(
  form: Pick<FormModel, 'inputs' | 'fields' | 'conditions'>,
  data: FormData,
  user: FormUser,
): Record<string, unknown> {
  const fields = new Map(form.fields.map((field) => [field.name, field]))
  const tidy: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(data)) {
    const field = fields.get(name)
    const kept = field ? normaliseField(form, field, value) : value
    if (kept !== undefined && kept !== null) tidy[name] = kept
  }
  return { ...withoutFields(tidy, hiddenFields(form, tidy, user)) }
}
