// Checks a schema and its nested schemas: limits that agree, defaults that are valid, required properties that exist.

import type { Path } from '#config/load/document.ts'
import type { Place } from '#config/load/place.ts'
import { FORMATS } from '#shared/formats/text-formats.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { accepts } from './schema-accepts.ts'
import { widgetsOf } from './widget-schemas.ts'

/** A run of one kind of character, how often it may stand there, and nothing else: most patterns are some of these. */
const PIECE =
  /(?:\[(?:\\.|[^\]\\])+\]|\\[pP]\{[^}]*\}|\\[dwsDWS]|\\.|[^\\^$.|?*+()[\]{}]|\.)(?:\{(\d+)(,?)(\d*)\}|([?*+]))?/uy

/** Fewest and most characters of what matches it whole; undefined where that takes more than counting pieces. */
export function lengthsOf(pattern: string): { readonly least: number; readonly most: number } | undefined {
  if (!pattern.startsWith('^') || !pattern.endsWith('$') || pattern.endsWith('\\$')) return undefined
  const inner = pattern.slice(1, -1)
  let [least, most] = [0, 0]
  for (let at = 0; at < inner.length; ) {
    PIECE.lastIndex = at
    const found = PIECE.exec(inner)
    if (!found) return undefined
    const [whole, low, comma, high, sign] = found
    least += low === undefined ? (sign === '?' || sign === '*' ? 0 : 1) : Number(low)
    most +=
      low === undefined
        ? sign === '*' || sign === '+'
          ? Number.POSITIVE_INFINITY
          : 1
        : comma === ''
          ? Number(low)
          : high === ''
            ? Number.POSITIVE_INFINITY
            : Number(high)
    at += whole.length
  }
  return { least, most }
}

const PAIRS = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
] as const

/** Of the texts of a format; of an address of the web the shortest that somebody may really have. */
const LENGTHS: Readonly<Record<string, { readonly least: number; readonly most?: number }>> = {
  mobile: { least: 11, most: 11 },
  'id-card': { least: 18, most: 18 },
  uscc: { least: 18, most: 18 },
  'post-code': { least: 6, most: 6 },
  telephone: { least: 7 },
  date: { least: 10, most: 10 },
  'date-time': { least: 20 },
  email: { least: 6 },
  uri: { least: 'http://a.cn'.length },
}

/**
 * `name` is the field's as messages call it, with dots before what is inside. If a user fills in the value
 * (`isFormField`), every nested property needs a title and a type.
 */
export function checkSchema(here: Place, name: string, schema: JsonSchema, isFormField: boolean): void {
  checkLimits(here, name, schema)
  checkNumbers(here, name, schema)
  checkFormatLength(here, name, schema)
  checkLengths(here, name, schema)
  checkItems(here, name, schema, isFormField)
  checkDefault(here, name, schema)
  checkEnum(here, name, schema)
  checkRequired(here, name, schema)
  const items = schema.items as JsonSchema | undefined
  if (items) checkSchema(here.at('items'), name, items, isFormField)
  for (const [key, child] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    const at = here.at('properties', key)
    const inner = name === '' ? key : `${name}.${key}`
    if (isFormField) checkFormField(at, inner, child)
    checkSchema(at, inner, child, isFormField)
  }
}

function checkFormField(here: Place, name: string, schema: JsonSchema): void {
  // The target of `$ref` is missing, which is already reported.
  if (schema.$ref !== undefined) return
  if (schema.type === undefined) here.report('key_missing.type', { expected: 'type', key: true, name })
  if (schema.title === undefined)
    here.report('key_missing.titled', {
      expected: 'title',
      key: true,
      name,
      last: name.slice(name.lastIndexOf('.') + 1),
    })
}

function checkLimits(here: Place, name: string, schema: JsonSchema): void {
  for (const [low, high] of PAIRS) {
    const [a, b] = [schema[low], schema[high]]
    if (typeof a === 'number' && typeof b === 'number' && a > b)
      here.at(low).report('limits_contradict.range', { name, low, a, high, b })
  }
}

/** A whole number, or a multiple, between two bounds. */
function checkNumbers(here: Place, name: string, schema: JsonSchema): void {
  const { type, minimum, maximum, multipleOf } = schema as Readonly<Record<string, unknown>>
  const step = typeof multipleOf === 'number' ? multipleOf : type === 'integer' ? 1 : undefined
  if (step === undefined) return
  const report = (keyword: string, why: string) =>
    here.at(keyword).report('limits_contradict.values', { name, why })
  if (step <= 0) {
    report('multipleOf', `的 multipleOf（${step}）须大于 0`)
    return
  }
  if (typeof minimum !== 'number' || typeof maximum !== 'number' || minimum > maximum) return
  if (Math.ceil(minimum / step) * step <= maximum) return
  if (step === 1) report('minimum', `只能填整数，而 ${minimum} 与 ${maximum} 之间没有整数`)
  else report('multipleOf', `须为 ${step} 的倍数，而 ${minimum} 与 ${maximum} 之间没有符合的数`)
}

/** A text of the format that is short enough, and long enough. */
function checkFormatLength(here: Place, name: string, schema: JsonSchema): void {
  const { format, minLength, maxLength } = schema as Readonly<Record<string, unknown>>
  const { least, most = Number.POSITIVE_INFINITY } = LENGTHS[String(format)] ?? {}
  if (least === undefined) return
  const spoken = least === most ? `固定为 ${least} 个字` : `至少 ${least} 个字`
  const tooLong = typeof minLength === 'number' && minLength > most
  const tooShort = typeof maxLength === 'number' && maxLength < least
  if (!tooLong && !tooShort) return
  const keyword = tooLong ? 'minLength' : 'maxLength'
  here
    .at(keyword)
    .report('limits_contradict.format', { found: String(schema[keyword]), name, format, spoken, keyword })
}

/** A text of the allowed length that the pattern takes. */
function checkLengths(here: Place, name: string, { pattern, minLength, maxLength }: JsonSchema): void {
  const lengths = typeof pattern === 'string' ? lengthsOf(pattern) : undefined
  if (!lengths) return
  const { least, most } = lengths
  const upTo = Number.isFinite(most) ? ` ${least} 至 ${most} 个字` : `至少 ${least} 个字`
  const spoken = least === most ? ` ${least} 个字` : upTo
  const isNever =
    (typeof maxLength === 'number' && maxLength < least) ||
    (typeof minLength === 'number' && minLength > most)
  if (isNever)
    here.at('pattern').report('limits_contradict.pattern', {
      found: String(pattern),
      name,
      spoken,
      least: minLength ?? 0,
      most: maxLength ?? '不限',
    })
}

/** Checks the entries of a list: their schema, and that enough different entries are possible. */
function checkItems(
  here: Place,
  name: string,
  { type, items, minItems, uniqueItems, $ref }: JsonSchema,
  isFormField: boolean,
): void {
  if (isFormField && type === 'array' && items === undefined && $ref === undefined)
    here.report('key_missing.items', { expected: 'items', key: true, name })
  const listed = (items as JsonSchema | undefined)?.enum as readonly unknown[] | undefined
  if (listed && uniqueItems === true && typeof minItems === 'number' && minItems > listed.length)
    here.at('minItems').report('limits_contradict.items', { found: String(minItems), name, minItems, listed })
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']
const KNOWN_FORMATS = Object.keys(FORMATS)

/** Checks the keywords of a schema that is not compiled as a field: calls and their results. */
export function checkKeywords(here: Place, schema: JsonSchema): void {
  for (const type of [schema.type].flat())
    if (type !== undefined && !TYPES.includes(String(type)))
      here.at('type').report('type_unknown', { found: String(type), known: TYPES })
  if (typeof schema.format === 'string' && !KNOWN_FORMATS.includes(schema.format))
    here.at('format').report('format_unknown', { found: schema.format, known: KNOWN_FORMATS })
  const input = schema['x-widget']
  if (typeof input === 'string' && here.context.of('widget').size > 0)
    here.at('x-widget').refers('widget', '输入组件', input, widgetsOf(here.context, 'input'))
  const inner: readonly (readonly [Path, unknown])[] = [
    [['items'], schema.items],
    [['additionalProperties'], schema.additionalProperties],
    ...Object.entries((schema.properties ?? {}) as object).map(
      ([name, child]) => [['properties', name], child] as const,
    ),
    ...((schema.anyOf ?? []) as readonly unknown[]).map((child, index) => [['anyOf', index], child] as const),
  ]
  for (const [at, child] of inner)
    if (typeof child === 'object' && child !== null) checkKeywords(here.at(...at), child as JsonSchema)
}

function checkDefault(here: Place, name: string, schema: JsonSchema): void {
  const fallback = schema.default
  if (fallback === undefined || accepts(schema, fallback)) return
  here.at('default').report('default_refused.schema', { name, value: JSON.stringify(fallback) })
}

/** Checks the values of `enum`. Values from a dictionary are checked with that dictionary. */
function checkEnum(here: Place, name: string, schema: JsonSchema): void {
  if (!Array.isArray(schema.enum) || !isWritten(here.at('enum'))) return
  const values = schema.enum as readonly unknown[]
  for (const [index, value] of values.entries())
    if (values.indexOf(value) < index)
      here
        .at('enum', index)
        .report('value_duplicate.enum', { found: String(value), name, value: JSON.stringify(value) })
}

function isWritten({ document, path }: Place): boolean {
  const found = path.reduce<unknown>(
    (inner, key) => (inner as Readonly<Record<string, unknown>> | undefined)?.[key],
    document.value,
  )
  return found !== undefined
}

export function checkRequired(here: Place, name: string, schema: JsonSchema): void {
  const properties = (schema.properties ?? {}) as object
  const items = schema.items as { readonly properties?: object } | undefined
  const listed = Array.isArray(schema.required) ? (schema.required as readonly unknown[]) : []
  for (const [index, required] of listed.entries())
    if (!Object.hasOwn(properties, String(required)))
      here.at('required', index).report(items?.properties ? 'field_unknown.row' : 'field_unknown.required', {
        found: String(required),
        known: Object.keys(properties),
        name,
        whose: name === '' ? '' : `“${name}”的`,
      })
}
