// Resolves a path of names in the schema of a form or a record: through groups, never through lists.

import type { Finding } from '#config/load/place.ts'
import type { JsonSchema } from '#shared/model/json.ts'

export type Properties = Readonly<Record<string, JsonSchema>>

export type SchemaLookup = { readonly schema: JsonSchema } | { readonly finding: Finding }

/** `read` is the whole path as messages show it, `names` what stands after its root. */
export function schemaAt(read: string, properties: Properties, names: readonly string[]): SchemaLookup {
  const [first = '', ...rest] = names
  const schema = Object.hasOwn(properties, first) ? properties[first] : undefined
  if (!schema) return { finding: ['field_unknown.read', { found: first, known: Object.keys(properties) }] }
  const [next] = rest
  if (next === undefined) return { schema }
  if (schema.type === 'array') return { finding: inList(read, first, next, schema) }
  if (schema.type === 'object') return schemaAt(read, (schema.properties ?? {}) as Properties, rest)
  return { finding: ['field_unknown.inner', { found: next, first }] }
}

function inList(read: string, name: string, next: string, { items }: JsonSchema): Finding {
  const isOfRows = (items as JsonSchema | undefined)?.properties !== undefined
  return [isOfRows ? 'condition_list.rows' : 'condition_list.values', { found: read, name, next }]
}
