// Checks that the entries of a part's options agree with its source and with its other options.

import { checkListed } from '#config/compile/links/check-matching-type.ts'
import { checkSourceParams, type PageContext } from '#config/compile/links/compile-context.ts'
import type { WrittenWidget } from '#config/generated/written.ts'
import type { Path } from '#config/load/document.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'

/** The keys by which a widget's schema says of an option what it agrees with. */
const MARKS = {
  /** Given to the part's source: what its call takes. */
  params: 'x-params',
  /** One of what the option of that name lists, where it is written. */
  among: 'x-among',
  /** A link to a list of the content type that the entry beside it names. */
  lists: 'x-lists',
} as const

type Raw = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `path` is that of the options. */
export function checkOptionEntries(
  place: PageContext,
  path: Path,
  file: WrittenWidget | null,
  options: Raw,
  operation: Operation | undefined,
): void {
  const schema = file?.options as JsonSchema | undefined
  if (schema) checkEntry({ place, whole: options, operation }, path, schema, options)
}

interface Around {
  readonly place: PageContext
  readonly whole: Raw
  readonly operation: Operation | undefined
}

function checkEntry(around: Around, path: Path, schema: JsonSchema, value: unknown): void {
  if (Array.isArray(value)) {
    const { items } = schema
    if (isObject(items))
      for (const [at, one] of value.entries()) checkEntry(around, [...path, at], items, one)
    return
  }
  if (!isObject(value)) return
  for (const [name, own] of Object.entries(
    (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>,
  )) {
    if (!Object.hasOwn(value, name)) continue
    const at = [...path, name]
    checkMarked(around, at, own, value[name], value)
    checkEntry(around, at, own, value[name])
  }
}

function checkMarked(
  { place, whole, operation }: Around,
  path: Path,
  schema: JsonSchema,
  value: unknown,
  siblings: Raw,
): void {
  if (schema[MARKS.params] === true && operation && isObject(value))
    checkSourceParams(place, path, operation, value as Parameters<typeof checkSourceParams>[3])
  const list = whole[String(schema[MARKS.among])]
  if (Array.isArray(list) && !list.includes(value))
    place.compilation.context.report(place.document, path, {
      slug: 'option_beside',
      message: `“${String(value)}”不在选项“${String(schema[MARKS.among])}”之中，不起作用`,
      found: String(value),
      known: list.map(String),
    })
  const type = siblings[String(schema[MARKS.lists])]
  const page = isObject(value) ? value.page : value
  if (typeof type === 'string' && typeof page === 'string' && place.compilation.contentTypes.has(type))
    checkListed(place, path, type, page)
}
