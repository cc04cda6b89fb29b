// Reads the public texts of an item that a write changes, and finds blocked words in them.
import { isDeepStrictEqual } from 'node:util'
import type { Services } from '#server/platform/call.ts'
import { containsBlockedWord } from '#server/platform/validation/blocked-words.ts'
import { alwaysOf } from '#shared/access/field-read-access.ts'
import { isForMembers } from '#shared/access/roles.ts'
import type { FieldError } from '#shared/calls/errors.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'

type Body = Readonly<Record<string, unknown>>

export interface Changed {
  readonly body: Body
  /** The fields that differ from what is stored and that the public will read; none where it never reads the type. */
  readonly fields: readonly Field[]
}

export function toChanged(type: ContentType, body: Body, stored: Body = {}): Changed {
  const fields =
    publicStates(type.lifecycle).length === 0
      ? []
      : type.fields.filter(
          (field) => isPublished(field) && !isDeepStrictEqual(body[field.name], stored[field.name]),
        )
  return { body, fields }
}

function isPublished({ system, dict, visible, type }: Field): boolean {
  if (system || dict !== undefined || type === 'ref' || type === 'ref-list') return false
  return visible === undefined || visible.includes('anyone') || isForMembers(alwaysOf(visible))
}

/** The texts in a value without their markup, which cannot divide a word then; codes of dictionaries are no words. */
export function textsOf(schema: JsonSchema, value: unknown): string[] {
  if (typeof value === 'string')
    return schema['x-dict'] === undefined ? [value.replaceAll(/<[^>]*>/g, '')] : []
  if (Array.isArray(value))
    return value.flatMap((entry) => textsOf((schema.items ?? {}) as JsonSchema, entry))
  if (typeof value !== 'object' || value === null) return []
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  return Object.entries(value).flatMap(([name, entry]) => textsOf(properties[name] ?? {}, entry))
}

/** The message names no word: it stands in no answer. */
export function findBlockedWords(
  { services }: { readonly services: Pick<Services, 'model'> },
  { body, fields }: Changed,
): FieldError[] {
  const model = services.model()
  return fields
    .filter(({ schema, name }) =>
      textsOf(schema, body[name]).some((text) => containsBlockedWord(model, text)),
    )
    .map(({ name, title }) => ({
      path: `/${name}`,
      message: `“${title}”含有需要核实的词语，请修改后再提交`,
    }))
}
