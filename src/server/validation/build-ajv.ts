// Owns the two validators: a strict one for bodies, a coercing one for parameters, which are always text.
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonSchema } from '../../shared/content-model.ts'
import { FORMATS } from '../../shared/formats.ts'

/** Annotations that say nothing about validity. */
const ANNOTATION = /^x-[a-z-]+$/

/** Validators of one model; a new model gets new ones, so that the old ones can go. */
export function buildAjv(options: { readonly coerce: boolean }): Ajv2020 {
  return new Ajv2020({
    allErrors: true,
    // Messages need the schema that refused, for titles.
    verbose: true,
    strict: 'log',
    logger: false,
    coerceTypes: options.coerce,
    formats: { ...FORMATS },
    addUsedSchema: false,
  })
}

/** Ajv knows no wildcard for keywords, so the annotations that occur are made known one by one. */
export function allowAnnotations(ajv: Ajv2020, schema: JsonSchema): void {
  for (const [key, value] of Object.entries(schema)) {
    if (ANNOTATION.test(key) && !ajv.getKeyword(key)) ajv.addKeyword({ keyword: key })
    for (const child of [value].flat()) {
      if (typeof child === 'object' && child !== null) allowAnnotations(ajv, child as JsonSchema)
    }
  }
}
