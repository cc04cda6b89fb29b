// Refuses blocked words in the public content of an item of a public type: titles, texts, rich texts, names.
import { isDeepStrictEqual } from 'node:util'
import { containsBlockedWord } from '#server/platform/validation/blocked-words.ts'
import { alwaysOf } from '#shared/access/field-read-access.ts'
import { isForMembers } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Model } from '#shared/model/model.ts'

type Body = Readonly<Record<string, unknown>>

/** Checks the changed fields only, so that stored words do not block the correction of another field. */
export function refuseBlockedWords(model: Model, type: ContentType, body: Body, stored: Body = {}): void {
  if (publicStates(type.lifecycle).length === 0) return
  const errors = type.fields
    .filter((field) => isPublished(field) && !isDeepStrictEqual(body[field.name], stored[field.name]))
    .filter((field) =>
      textsOf(field.schema, body[field.name]).some((text) => containsBlockedWord(model, text)),
    )
    .map(({ name, title }) => ({
      path: `/${name}`,
      message: `“${title}”含有需要核实的词语，请修改后再提交`,
    }))
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
}

function isPublished({ system, dict, visible, type }: Field): boolean {
  if (system || dict !== undefined || type === 'ref' || type === 'ref-list') return false
  return visible === undefined || visible.includes('anyone') || isForMembers(alwaysOf(visible))
}

/** Markup is left out, so that it cannot divide a word; codes of dictionaries are no words. */
function textsOf(schema: JsonSchema, value: unknown): string[] {
  if (typeof value === 'string')
    return schema['x-dict'] === undefined ? [value.replaceAll(/<[^>]*>/g, '')] : []
  if (Array.isArray(value))
    return value.flatMap((entry) => textsOf((schema.items ?? {}) as JsonSchema, entry))
  if (typeof value !== 'object' || value === null) return []
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  return Object.entries(value).flatMap(([name, entry]) => textsOf(properties[name] ?? {}, entry))
}
