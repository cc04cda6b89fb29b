// Validates a value against a field's schema, with the formats that fields may demand.
import type { JsonSchema } from '#shared/model/json.ts'
import { interpret } from '#shared/validation/interpret-schema.ts'

/**
 * Interprets the schema, as the schemas of fields are new with each check: compiling them would take longer, and would
 * keep each of them. A schema that cannot be read refuses nothing: what is wrong with it is said elsewhere.
 */
export function accepts(schema: JsonSchema, value: unknown): boolean {
  try {
    return interpret(schema, value).length === 0
  } catch {
    return true
  }
}
