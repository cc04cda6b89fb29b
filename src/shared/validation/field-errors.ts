// Converts validation errors into one Chinese sentence for each path.

import type { FieldError } from '#shared/calls/errors.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { messageFor } from './error-messages.ts'
import { toErrorPath, type ValidationError } from './validation-error.ts'

interface SchemaTarget {
  readonly schema: JsonSchema | undefined
  readonly title: string
}

function decode(part: string): string {
  return part.replace(/~1/g, '/').replace(/~0/g, '~')
}

/** Schema and title at a JSON Pointer: `/rows/1/name` is called 第 2 项的名称. */
function resolvePointer(root: JsonSchema, pointer: string): SchemaTarget {
  let schema: JsonSchema | undefined = root
  let prefix = ''
  let title = ''
  for (const part of pointer.split('/').slice(1).map(decode)) {
    const isEntry = /^\d+$/.test(part) && schema?.items !== undefined
    schema = (isEntry ? schema?.items : (schema?.properties as Record<string, unknown>)?.[part]) as
      | JsonSchema
      | undefined
    if (isEntry) prefix = `${title ? `${title}` : ''}第 ${Number(part) + 1} 项`
    title = isEntry ? prefix : `${prefix ? `${prefix}的` : ''}${String(schema?.title ?? part)}`
  }
  return { schema, title: title || String(root.title ?? '提交的内容') }
}

/**
 * Keywords by priority: of several errors at one path the first is reported, in whatever order Ajv finds them.
 */
const URGENCY = [
  'required',
  'additionalProperties',
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
]

function urgency(error: ValidationError): string {
  const at = URGENCY.indexOf(error.keyword)
  return `${String(at < 0 ? URGENCY.length : at).padStart(2, '0')}${error.keyword}`
}

const MAX_ERRORS = 300
/** A caller's own names are repeated only so far. */
const MAX_LENGTHS = { path: 200, title: 60 }

/** The most telling error of every place, in the order the properties are declared; at most 300, as many as a form has fields. */
export function toFieldErrors(root: JsonSchema, errors: readonly ValidationError[]): FieldError[] {
  const byPath = new Map<string, FieldError>()
  const ranked = errors.map((error) => ({ error, urgency: urgency(error) }))
  ranked.sort((a, b) => (a.urgency < b.urgency ? -1 : a.urgency > b.urgency ? 1 : 0))
  for (const { error } of ranked) {
    const path = toErrorPath(error)
    if (byPath.has(path) || byPath.size >= MAX_ERRORS) continue
    const { schema, title } = resolvePointer(root, path)
    const raw = { keyword: error.keyword, params: error.params, schema }
    byPath.set(path, {
      path: path.slice(0, MAX_LENGTHS.path),
      message: messageFor(raw, cutLetters(title, MAX_LENGTHS.title)),
    })
  }
  const order = Object.keys((root.properties ?? {}) as object)
  const rank = (path: string) => {
    const at = order.indexOf(decode(path.split('/')[1] ?? ''))
    return at < 0 ? order.length : at
  }
  return [...byPath.values()].sort((a, b) => rank(a.path) - rank(b.path))
}
