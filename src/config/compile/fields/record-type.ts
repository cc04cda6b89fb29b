// Describes records that are no content to pages: the fields that their operation's result declares.

import type { Context } from '#config/load/context.ts'
import { Place } from '#config/load/place.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { compileField } from './compile-field.ts'

/** As much of a content type as columns and filters need. */
export interface RecordType {
  readonly title: string
  readonly fields: readonly Field[]
  /** Everything a record is answered with, titled or not; absent where the type is content or nothing is declared. */
  readonly names?: readonly string[]
}

/** The content type that a page's record is of; undefined where the record is none. */
export const contentOf = (
  { contentTypes }: { readonly contentTypes: ReadonlyMap<string, ContentType> },
  record: RecordType | undefined,
): ContentType | undefined => {
  const type = contentTypes.get((record as Partial<ContentType> | undefined)?.name ?? '')
  return type === record ? type : undefined
}

type Properties = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const propertiesOf = (schema: unknown): Properties =>
  ((schema as JsonSchema | undefined)?.properties ?? {}) as Properties

/** Asked for with every column, filter and placeholder of pages of its records. */
const cache = new WeakMap<Operation, RecordType>()

/** Titled properties of a result, or of the entries of its list; what a parameter names can be filtered by. */
export function recordTypeOf(context: Context, operation: Operation): RecordType | undefined {
  const document = context.of('api').get(operation.id.split('.', 1)[0] ?? '')
  if (!document || operation.content) return undefined
  const record = cache.get(operation) ?? toRecordType(new Place(context, document), operation)
  cache.set(operation, record)
  return record
}

function toRecordType(here: Place, operation: Operation): RecordType {
  const own = propertiesOf(operation.result)
  const list = (own.list?.items ?? operation.result?.items) as JsonSchema | undefined
  const properties = list ? propertiesOf(list) : own
  const params = propertiesOf(operation.params)
  const isParam = (name: string) => Object.hasOwn(params, name) || Object.hasOwn(params, `${name}From`)
  const fields = Object.entries(properties)
    .filter(([, raw]) => typeof raw.title === 'string')
    .map(([name, raw]) => toField(here, operation, name, raw, isParam(name)))
  return {
    title: operation.summary,
    names: Object.keys(properties),
    fields: Object.hasOwn(params, 'keyWord') ? searchable(fields) : fields,
  }
}

function toField(
  here: Place,
  operation: Operation,
  name: string,
  raw: Readonly<Record<string, unknown>>,
  filter: boolean,
): Field {
  const path = here.at('operations', operation.id.split('.')[1] ?? '', 'result')
  const type = [raw.type].flat().find((entry) => entry !== 'null')
  return { ...compileField(path, name, { ...raw, type }, false), filter }
}

function searchable(fields: readonly Field[]): readonly Field[] {
  return fields.map((field, index) => (index === 0 ? { ...field, search: 'A' as const } : field))
}
