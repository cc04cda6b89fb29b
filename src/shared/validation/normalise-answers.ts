// Normalises submitted answers by schema, the same when typed, sent, checked and stored.

import { normaliseInput } from '#shared/formats/normalise-input.ts'
import { isNothing } from '#shared/formats/normalise-payload.ts'
import { toVisibleMarkup, toVisibleText } from '#shared/formats/visible-text.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { perModel } from '#shared/model/per-model.ts'
import { isBlankRichText } from '#shared/rich-text/policy.ts'

/** `plain`: one line of text. `long`: paragraphs, whose inner blanks stay. `markup`: every character that one sees counts. `secret`: every one. */
type TextKind = 'plain' | 'long' | 'markup' | 'secret'

const BY_WIDGET: Readonly<Record<string, TextKind>> = {
  password: 'secret',
  'rich-text': 'markup',
  textarea: 'long',
}

const BY_TYPE: Readonly<Record<string, TextKind>> = { 'rich-text': 'markup', 'long-text': 'long' }

function tidyText(text: string, schema: JsonSchema, kind: TextKind): unknown {
  const tidy = TIDIERS[kind](text, schema)
  return isNothing(tidy) || (kind === 'markup' && isBlankRichText(tidy)) ? undefined : tidy
}

const TIDIERS: Readonly<Record<TextKind, (text: string, schema: JsonSchema) => string>> = {
  plain: (text, { format }) => normaliseInput(text, format as string | undefined),
  long: (text) => toVisibleText(text).trimEnd(),
  markup: toVisibleMarkup,
  secret: (text) => text,
}

/**
 * The value as it is checked and stored; undefined where nothing was given. Idempotent. Empty properties go, empty
 * entries of a list become null and so are refused at their place. What no schema describes stays as it is.
 */
function tidyValue(value: unknown, schema: JsonSchema, kind: TextKind = 'plain'): unknown {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string') return isAnnotationOnly(schema) ? value : tidyText(value, schema, kind)
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const items = schema.items as JsonSchema | undefined
    const entries = items ? value.map((entry) => tidyValue(entry, items) ?? null) : value
    return entries.length > 0 ? entries : undefined
  }
  return schema.properties === undefined ? value : tidyObject(value as Record<string, unknown>, schema)
}

const ANNOTATIONS: ReadonlySet<string> = new Set(['title', 'description', '$comment', 'examples'])

/** A value of any kind is described elsewhere, such as the answer in a change to a draft. */
function isAnnotationOnly(schema: JsonSchema): boolean {
  return Object.keys(schema).every((keyword) => ANNOTATIONS.has(keyword))
}

/** An object's properties, tidied by their own schemas; the widget says what kind of text each is. */
export function tidyObject(
  value: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  return tidyEntries(value, (name, entry) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    return own ? tidyValue(entry, own, BY_WIDGET[String(own['x-widget'])] ?? 'plain') : dropEmpty(entry)
  })
}

/** One field's value as it will be checked; undefined where nothing was given. */
export function tidyField(form: Pick<FormModel, 'inputs'>, field: Field, value: unknown): unknown {
  const isSecret = form.inputs[field.name]?.widget === 'password'
  return tidyValue(value, field.schema, isSecret ? 'secret' : (BY_TYPE[field.type] ?? 'plain'))
}

/** Normalises all answers of a form. Unknown keys stay, so that the validator can refuse them by name. */
export function tidyAnswers(
  form: Pick<FormModel, 'inputs' | 'fields'>,
  data: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fields = fieldsByName(form.fields)
  return tidyEntries(data, (name, value) => {
    const field = fields.get(name)
    return field ? tidyField(form, field, value) : value
  })
}

/** Handles a value without a schema: an empty one is left out, any other stays unchanged. */
function dropEmpty(value: unknown): unknown {
  return isNothing(value) ? undefined : (value ?? undefined)
}

/** Own properties only: a name such as `__proto__` stays a plain value. */
function tidyEntries(
  value: Readonly<Record<string, unknown>>,
  toTidy: (name: string, entry: unknown) => unknown,
): Record<string, unknown> {
  const entries = Object.entries(value).map(([name, entry]) => [name, toTidy(name, entry)] as const)
  return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined))
}

export const fieldsByName = perModel(
  (fields: readonly Field[]): ReadonlyMap<string, Field> =>
    new Map(fields.map((field) => [field.name, field])),
)
