// Validates a value against a field's schema, with the formats that fields may demand.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { FORMATS } from '#shared/formats/text-formats.ts'
import type { JsonSchema } from '#shared/model/json.ts'

/** Validates without the meta-schema, whose compilation takes longer than that of all validated schemas. */
const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  addUsedSchema: false,
  code: { optimize: false },
})
for (const [format, accepts] of Object.entries(FORMATS)) ajv.addFormat(format, accepts)

/** A schema that cannot be compiled refuses nothing: what is wrong with it is said elsewhere. */
export function accepts(schema: JsonSchema, value: unknown): boolean {
  try {
    return ajv.validate(schema as object, value)
  } catch {
    return true
  }
}
