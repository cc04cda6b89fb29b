// Checks that the options and links of a section agree with its source and with each other.

import { optionSchemas } from '#config/compile/common/widget-schemas.ts'
import { checkListed } from '#config/compile/links/check-matching-type.ts'
import type { PagePlace } from '#config/compile/links/compile-context.ts'
import { checkSourceParams, findParameterSchema } from '#config/compile/links/compile-source.ts'
import type { WrittenWidget } from '#config/generated/written.ts'
import { hasProblemAt } from '#config/load/has-problem-at.ts'
import type { ContentType, FieldType } from '#shared/model/content-model.ts'
import type { Json, JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Link, Source } from '#shared/model/page-model.ts'

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

/** `at` is that of the options. */
export function checkOptionEntries(
  at: PagePlace,
  file: WrittenWidget | null,
  options: Raw,
  operation: Operation | undefined,
): void {
  const schema = file?.options as JsonSchema | undefined
  if (schema) checkEntry(at, { whole: options, operation }, schema, options)
}

interface Around {
  readonly whole: Raw
  readonly operation: Operation | undefined
}

function checkEntry(at: PagePlace, around: Around, schema: JsonSchema, value: unknown): void {
  if (Array.isArray(value)) {
    const { items } = schema
    if (isObject(items))
      for (const [index, one] of value.entries()) checkEntry(at.at(index), around, items, one)
    return
  }
  if (!isObject(value)) return
  for (const [name, own] of Object.entries(
    (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>,
  )) {
    if (!Object.hasOwn(value, name)) continue
    checkMarked(at.at(name), around, own, value[name], value)
    checkEntry(at.at(name), around, own, value[name])
  }
}

function checkMarked(
  at: PagePlace,
  { whole, operation }: Around,
  schema: JsonSchema,
  value: unknown,
  siblings: Raw,
): void {
  if (schema[MARKS.params] === true && operation && isObject(value))
    checkSourceParams(at, operation, value as Parameters<typeof checkSourceParams>[2])
  const list = whole[String(schema[MARKS.among])]
  if (Array.isArray(list) && !list.includes(value))
    at.report('option_beside', { found: String(value), known: list.map(String), among: schema[MARKS.among] })
  const type = siblings[String(schema[MARKS.lists])]
  const page = isObject(value) ? value.page : value
  if (typeof type === 'string' && typeof page === 'string' && at.compilation.contentTypes.has(type))
    checkListed(at, type, page)
}

const TIMES: readonly FieldType[] = ['date', 'date-time']

/** `at` is that of the options. */
export function checkStatistic(
  at: PagePlace,
  file: WrittenWidget | null,
  options: Readonly<Record<string, unknown>>,
  operation: Operation | undefined,
  type: ContentType | undefined,
): void {
  const { content } = operation ?? {}
  if (file?.reads !== 'statistic' || !operation || content?.action !== 'statistic') return
  const schemas = optionSchemas(file)
  const isTime = (name: string) =>
    TIMES.includes(type?.fields.find((field) => field.name === name)?.type ?? 'text')
  const { by = [], of = [] } = content
  for (const [name, value] of Object.entries(options)) {
    const grouped = schemas[name]?.['x-grouped']
    const isSummed = schemas[name]?.['x-summed'] === true
    if (typeof value !== 'string' || (grouped === undefined && !isSummed)) continue
    const known = isSummed ? of : by.filter((one) => grouped !== 'time' || isTime(one))
    // If the field does not exist, the option itself is reported.
    if (!type?.fields.some((field) => field.name === value)) continue
    const code = isSummed
      ? 'statistic_of'
      : grouped === 'time' && by.includes(value)
        ? 'statistic_by.time'
        : 'statistic_by.value'
    at.at(name).expect(known, value, code, { operation })
  }
}

/** Field types whose values come from a fixed set. */
const FIXED: readonly string[] = ['dict', 'dict-list', 'region', 'boolean', 'ref']

/** The placeholder of the value that one bar represents. */
const BAR = '{item.value}'

/**
 * Checks the link of a bar: it must query by the code that the bar counts, since a code of another dictionary shows
 * something else, or nothing. `at` is that of the options.
 */
export function checkBarLink(
  at: PagePlace,
  file: WrittenWidget | null,
  options: Readonly<Record<string, unknown>>,
  operation: Operation | undefined,
  type: ContentType | undefined,
): void {
  const { page, params = {} } = (options.link ?? {}) as {
    readonly page?: string
    readonly params?: Readonly<Record<string, unknown>>
  }
  if (file?.reads !== 'statistic' || page === undefined) return
  const counted = options.field ?? operation?.content?.by?.[0]
  const field = type?.fields.find(({ name }) => name === counted)
  if (!field) return
  for (const [param, value] of Object.entries(params)) {
    const taken = value === BAR ? findParameterSchema(at.compilation, page, param) : undefined
    const dictionary = taken?.['x-dict']
    if (typeof dictionary !== 'string' || field.dict === dictionary || !FIXED.includes(field.type)) continue
    at.at('link', 'params', param).report('bar_link', {
      found: param,
      ...(param === field.name ? {} : { expected: field.name }),
      field,
      of: field.dict === undefined ? '' : `（字典“${field.dict}”）`,
      page,
      dictionary,
    })
  }
}

const CATEGORY = '{zone.category}'

/** `at` is that of the link. */
export function checkMoreLink(at: PagePlace, source: Source | null, more: Link | null): void {
  if (!source || !more) return
  const { compilation, context, document } = at
  const { content } = compilation.operations.get(source.operation) ?? {}
  // More of a single item may be its children.
  if (content?.action === 'list') checkListed(at, content.type, more.page)
  for (const [name, value] of Object.entries(more.params)) {
    const written = source.params[name]
    // An invalid category is already reported.
    if (written === CATEGORY && hasProblemAt(context, document, ['category'])) continue
    const own = written === CATEGORY ? (document.value as { category?: Json }).category : written
    if (own !== undefined && JSON.stringify(own) !== JSON.stringify(value))
      at.at('params', name).report('more_differs.same', {
        found: String(value),
        expected: String(own),
        name,
        value: String(value),
        own: String(own),
      })
  }
  checkCodes(at, source, more)
}

/**
 * Checks parameters with the same dictionary, which ask for the same under whatever name: a wider code shows more of
 * the same, a different code does not.
 */
function checkCodes(at: PagePlace, source: Source, more: Link): void {
  const { compilation } = at
  const parameters = (compilation.operations.get(source.operation)?.params.properties ?? {}) as Readonly<
    Record<string, JsonSchema>
  >
  for (const [name, value] of Object.entries(more.params)) {
    const dictionary = findParameterSchema(compilation, more.page, name)?.['x-dict']
    if (dictionary === undefined || Object.hasOwn(source.params, name) || !isCode(value)) continue
    for (const [other, own] of Object.entries(source.params)) {
      if (parameters[other]?.['x-dict'] !== dictionary || !isCode(own)) continue
      if (own.startsWith(value) || value.startsWith(own)) continue
      at.at('params', name).report('more_differs.dictionary', { found: value, expected: own, name, other })
    }
  }
}

const isCode = (value: unknown): value is string => typeof value === 'string' && !value.includes('{')
