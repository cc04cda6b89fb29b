// Builds the two validators of a schema: a strict one for bodies, a coercing one for parameters, which are text.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { FORMATS } from '#shared/formats/text-formats.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { perModel } from '#shared/model/per-model.ts'

/** Annotations that say nothing about validity. */
const ANNOTATION = /^x-[a-z-]+$/

/** The validator of a body. It is compiled at the first call, which keeps the start short. */
export const validatorOf = perModel((schema: JsonSchema) => compile(schema, false))

/** The validator of parameters: it turns texts into the declared types. */
export const coercingValidatorOf = perModel((schema: JsonSchema) => compile(schema, true))

function compile(schema: JsonSchema, coerce: boolean): ValidateFunction {
  const ajv = buildAjv(coerce)
  allowAnnotations(ajv, schema)
  return ajv.compile(schema)
}

function buildAjv(coerce: boolean): Ajv2020 {
  return new Ajv2020({
    allErrors: true,
    // Messages need the schema that refused, for titles.
    verbose: true,
    strict: 'log',
    logger: false,
    coerceTypes: coerce,
    formats: { ...FORMATS },
    addUsedSchema: false,
    // The configuration's compiler has validated the schemas. Compiling the schemas of JSON Schema itself takes
    // longer than everything else.
    meta: false,
    validateSchema: false,
    // Takes a third of the time to compile, and what it saves the engine finds itself.
    code: { optimize: false },
  })
}

/** Ajv knows no wildcard for keywords, so the annotations that occur are made known one by one. */
function allowAnnotations(ajv: Ajv2020, schema: JsonSchema): void {
  for (const [key, value] of Object.entries(schema)) {
    if (ANNOTATION.test(key) && !ajv.getKeyword(key)) ajv.addKeyword({ keyword: key })
    for (const child of [value].flat()) {
      if (typeof child === 'object' && child !== null) allowAnnotations(ajv, child as JsonSchema)
    }
  }
}
