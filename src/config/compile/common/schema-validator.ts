// Compiles schemas with Ajv: into functions for the server, and into modules for browsers, which must not compile.
import { createHash } from 'node:crypto'
import { _, type Options, stringify } from 'ajv'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { FORMATS } from '#shared/formats/text-formats.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { perModel } from '#shared/model/per-model.ts'

/** Annotations that say nothing about validity. */
const ANNOTATION = /^x-[a-z-]+$/

const OPTIONS: Options = {
  allErrors: true,
  strict: 'log',
  logger: false,
  formats: { ...FORMATS },
  addUsedSchema: false,
  // The configuration's compiler has validated the schemas. Compiling the schemas of JSON Schema itself takes
  // longer than everything else.
  meta: false,
  validateSchema: false,
}

/** Returns the validator of a schema; with `coerce`, it turns texts into the declared types. */
export function compileSchema(schema: JsonSchema, coerce = false): ValidateFunction {
  const ajv = buildAjv(
    {
      coerceTypes: coerce,
      // Messages need the schema that refused, for titles.
      verbose: true,
      // Takes a third of the time to compile, and what it saves the engine finds itself.
      code: { optimize: false },
    },
    schema,
  )
  return ajv.compile(schema)
}

/** Longer lists are read from the schema, which the browser has, instead of being written into the module. */
const MAX_WRITTEN_CHOICES = 8

/**
 * Returns the source of the module that validates a schema in the browser. Its default export takes what it needs,
 * packages and formats by name and the schema itself, and returns the validator.
 */
export const validatorModule = perModel((schema: JsonSchema): string => {
  const ajv = buildAjv(
    {
      messages: false,
      loopEnum: MAX_WRITTEN_CHOICES,
      code: { source: true, formats: _`formats` },
    },
    schema,
  )
  const code = standalone(ajv, ajv.compile(schema)).replace(String(stringify(schema)), () => 'schema')
  return `export default (require, formats, schema) => {const module = {};${code};return module.exports}`
})

/** Has the keywords of fields: another version of Ajv, or of this file, writes other code for it. */
const SAMPLE: JsonSchema = {
  type: 'object',
  properties: {
    text: { type: 'string', minLength: 1, maxLength: 2, pattern: '^a', format: 'date', enum: ['a', 'b'] },
    number: { type: 'number', minimum: 1, maximum: 2, multipleOf: 0.1 },
    list: { type: 'array', minItems: 1, maxItems: 2, uniqueItems: true, items: { type: 'object' } },
  },
  required: ['text'],
  additionalProperties: false,
}
const NAME_LENGTH = 12

/** Returns the address of the module of a schema, which names its content. */
export const urlOfValidator = perModel((schema: JsonSchema): string => {
  const content = `${validatorModule(SAMPLE)} ${JSON.stringify(schema)}`
  return `/config/validators/${createHash('sha256').update(content).digest('hex').slice(0, NAME_LENGTH)}.js`
})

function buildAjv(options: Options, schema: JsonSchema): Ajv2020 {
  const ajv = new Ajv2020({ ...OPTIONS, ...options })
  allowAnnotations(ajv, schema)
  return ajv
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
