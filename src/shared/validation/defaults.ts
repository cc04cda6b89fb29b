// Fills in declared defaults for missing values, inside groups and rows too.
import type { JsonSchema } from '#shared/model/json.ts'
import { perModel } from '#shared/model/per-model.ts'

/**
 * Returns true if the schema, or anything inside it, declares a default. Called for every form at every key press.
 */
const hasDefaults: (schema: JsonSchema) => boolean = perModel((schema) => {
  const properties = Object.values((schema.properties ?? {}) as Record<string, JsonSchema>)
  const children = schema.items === undefined ? properties : [...properties, schema.items as JsonSchema]
  return children.some((child) => child.default !== undefined || hasDefaults(child))
})

/** The same value where nothing is missing; a group that was not given at all is not made. */
export function withDefaults(schema: JsonSchema, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || !hasDefaults(schema)) return value
  if (Array.isArray(value))
    return value.map((entry) => withDefaults((schema.items ?? {}) as JsonSchema, entry))
  const given = value as Readonly<Record<string, unknown>> // no list, as was just asked
  const filled: Record<string, unknown> = { ...given }
  for (const [name, child] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    if (Object.hasOwn(given, name)) filled[name] = withDefaults(child, given[name])
    else if (child.default !== undefined) filled[name] = child.default
  }
  return filled
}
