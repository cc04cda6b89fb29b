// Removes undeclared properties from an answer, wherever its schema closes an object.
import type { JsonSchema } from '#shared/model/json.ts'

export function keepDeclared(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value)) {
    const items = schema.items as JsonSchema | undefined
    return items ? value.map((entry) => keepDeclared(entry, items)) : value
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const properties = schema.properties as Readonly<Record<string, JsonSchema>> | undefined
  if (!properties) return value
  const isClosed = schema.additionalProperties === false
  const kept: Record<string, unknown> = {}
  for (const [name, entry] of Object.entries(value)) {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (own) kept[name] = keepDeclared(entry, own)
    else if (!isClosed) kept[name] = entry
  }
  return kept
}
