// Declares a validation error as Ajv reports it.

export interface ValidationError {
  readonly keyword: string
  /** JSON Pointer to the refused value, such as `/budget`; the owner's for a missing or unknown property. */
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
}

/** JSON Pointer to the place a person must mend: the missing or unknown property itself. */
export function toErrorPath(error: Pick<ValidationError, 'instancePath' | 'params'>): string {
  const named = error.params.missingProperty ?? error.params.additionalProperty
  if (typeof named !== 'string') return error.instancePath
  return `${error.instancePath}/${named.replace(/~/g, '~0').replace(/\//g, '~1')}`
}

/** Returns the field of the form that contains what is wrong. */
export function fieldOfError({
  instancePath,
  params,
}: Pick<ValidationError, 'instancePath' | 'params'>): string {
  if (instancePath === '') return String(params.missingProperty ?? params.additionalProperty ?? '')
  const end = instancePath.indexOf('/', 1)
  return instancePath.slice(1, end < 0 ? undefined : end)
}
