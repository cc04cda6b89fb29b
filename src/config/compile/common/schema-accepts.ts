// Validates a value against a field's schema, with the formats that fields may demand.
import type { JsonSchema } from '#shared/model/json.ts'
import { compileSchema } from './schema-validator.ts'

type Accepts = (value: unknown) => boolean

/** By the text of the schema: the schemas of fields are new with each check. */
const cached = new Map<string, Accepts>()
const MAX_CACHED = 500

/** A schema that cannot be compiled refuses nothing: what is wrong with it is said elsewhere. */
export function accepts(schema: JsonSchema, value: unknown): boolean {
  const text = JSON.stringify(schema)
  const compiled = cached.get(text) ?? compile(schema)
  if (cached.size >= MAX_CACHED) cached.clear()
  cached.set(text, compiled)
  return compiled(value)
}

function compile(schema: JsonSchema): Accepts {
  try {
    return compileSchema(schema)
  } catch {
    return () => true
  }
}
