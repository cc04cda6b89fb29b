// Seals the values of a body before they are stored: those that the configuration marks `x-secret`.

import type { Services } from '#server/platform/call.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'
import type { Secrets } from './secrets.ts'

type Named = Pick<Field, 'name' | 'schema'>
type Needs = Pick<Services, 'database' | 'model'>

/** Returns the body of an item as it is stored. Every read opens it automatically. */
export function sealItem(
  { database }: Pick<Services, 'database'>,
  type: ContentType,
  body: JsonObject,
): JsonObject {
  return sealFields(database.secrets, type.fields.filter(isSecret), body)
}

/** Answers to a form that are no item: applications and drafts. What any form calls secret is. */
export function sealAnswers({ database, model }: Needs, answers: JsonObject): JsonObject {
  return sealFields(database.secrets, secretAnswers(model()), answers)
}

/** One field for each name; content types have forms too. */
export const secretAnswers = perModel(({ forms, contentTypes }: Model): readonly Named[] => {
  const all = [...forms, ...contentTypes].flatMap((form) => form.fields.filter(isSecret))
  return [...new Map(all.map((field) => [field.name, field])).values()]
})

export function sealFields(secrets: Secrets, fields: readonly Named[], body: JsonObject): JsonObject {
  const sealed = fields.flatMap(({ name, schema }) =>
    isBlank(body[name]) ? [] : [[name, sealValue(secrets, schema, body[name])] as const],
  )
  return sealed.length === 0 ? body : { ...body, ...Object.fromEntries(sealed) }
}

/**
 * Returns true if a secret value is stored in plain text or sealed with an outdated key. `raw`: the body as stored.
 */
export function needsSealing(secrets: Secrets, fields: readonly Named[], raw: JsonObject): boolean {
  return fields.some(({ name, schema }) =>
    secretsIn(schema, raw[name]).some((value) => !isBlank(value) && !secrets.isCurrent(value)),
  )
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

function sealValue(secrets: Secrets, schema: JsonSchema, value: unknown): unknown {
  if (isBlank(value)) return value
  if (schema['x-secret'] === true) return secrets.seal(value)
  const { items, properties } = partsOf(schema)
  if (Array.isArray(value)) return items ? value.map((entry) => sealValue(secrets, items, entry)) : value
  if (typeof value !== 'object' || value === null || !properties) return value
  const entries = Object.entries(value).map(([name, entry]) => {
    const part = properties[name]
    return [name, part ? sealValue(secrets, part, entry) : entry] as const
  })
  return Object.fromEntries(entries)
}

function secretsIn(schema: JsonSchema, value: unknown): unknown[] {
  if (schema['x-secret'] === true) return [value]
  const { items, properties } = partsOf(schema)
  if (Array.isArray(value)) return items ? value.flatMap((entry) => secretsIn(items, entry)) : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(properties ?? {}).flatMap(([name, part]) =>
    secretsIn(part, (value as JsonObject)[name]),
  )
}

const partsOf = (schema: JsonSchema) =>
  schema as { readonly items?: JsonSchema; readonly properties?: Readonly<Record<string, JsonSchema>> }
