// What every place of the form of a configuration file knows of the whole.
import type { FieldPathList, Registry } from '@rjsf/utils'
import type { Mend } from '#shared/calls/configuration-answers.ts'
import type { FormSchemas } from '#shared/calls/form-schemas.ts'
import type { Json } from '#shared/model/json.ts'

export interface FileFormContext {
  readonly language: FormSchemas
  /** The whole file. */
  readonly value: Json
  /** What the check would write, by the id of the place. */
  readonly mends: ReadonlyMap<string, Mend>
  readonly onMend: ((mend: Mend) => void) | undefined
  /** Moves an entry of the list at the path. */
  readonly onMove: (path: FieldPathList, from: number, to: number) => void
}

export const fileContext = (registry: Registry): FileFormContext => registry.formContext as FileFormContext // as `SchemaForm` gives it

/** Ids of places begin with this, followed by the keys and indexes that lead there. */
export const FORM_ID = 'file'
/** Selectors take it, and no key of the language contains it. */
export const ID_SEPARATOR = '--'

export const placeId = (path: readonly (string | number)[]): string => [FORM_ID, ...path].join(ID_SEPARATOR)

/** The operation that the nearest object around a place reads, as an expanded file says it. */
export function operationAround(value: Json, id: string): string | undefined {
  let place: unknown = value
  let found: string | undefined
  for (const part of ['', ...id.split(ID_SEPARATOR).slice(1)]) {
    if (part !== '') place = (place as Readonly<Record<string, unknown>> | undefined)?.[part]
    const { operation, source } = (place ?? {}) as {
      readonly operation?: unknown
      readonly source?: { readonly operation?: unknown }
    }
    const named = operation ?? source?.operation
    if (typeof named === 'string') found = named
  }
  return found
}
