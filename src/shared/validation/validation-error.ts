// Declares a validation error in the shape of Ajv's, for either validator.
import type { JsonSchema } from '#shared/model/json.ts'

export interface ValidationError {
  readonly keyword: string
  /** JSON Pointer to the refused value, such as `/budget`; the owner's for a missing or unknown property. */
  readonly instancePath: string
  readonly schemaPath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
  /** Schema of the refused value; of the missing property where one is missing. */
  readonly schema?: JsonSchema
}

/** JSON Pointer to the place a person must mend: the missing or unknown property itself. */
export function toErrorPath(error: Pick<ValidationError, 'instancePath' | 'params'>): string {
  const named = error.params.missingProperty ?? error.params.additionalProperty
  if (typeof named !== 'string') return error.instancePath
  return `${error.instancePath}/${named.replace(/~/g, '~0').replace(/\//g, '~1')}`
}
