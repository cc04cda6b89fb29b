// Checks what the options of widgets name: links, fields, dictionaries and content types.

import type { PagePlace } from '#config/compile/links/compile-context.ts'
import { rolesKeptOut } from '#config/compile/roles/kept-out.ts'
import type { WrittenLink } from '#config/generated/written.ts'
import type { Place } from '#config/load/place.ts'
import { isRelation } from '#shared/access/roles.ts'
import type { FieldType } from '#shared/model/content-model.ts'
import type { Json } from '#shared/model/json.ts'

const KEYS: readonly string[] = ['page', 'type', 'params']
const SCALARS: readonly string[] = ['string', 'number', 'boolean']

const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the link, or null where it is none, which is reported. */
export function toLink(here: Place, written: Json): WrittenLink | null {
  const before = here.context.problems.length
  checkLink(here, written)
  return here.context.problems.length > before ? null : (written as WrittenLink) // as checked
}

function checkLink(here: Place, written: Json): void {
  if (typeof written === 'string' && written !== '') return
  if (!isObject(written)) {
    here.report('type_wrong.link')
    return
  }
  for (const key of Object.keys(written)) here.at(key).expect(KEYS, key, 'key_unknown', { key: true })
  for (const key of ['page', 'type'])
    if (Object.hasOwn(written, key) && (typeof written[key] !== 'string' || written[key] === ''))
      here.at(key).report('type_wrong.text')
  if (written.page === undefined) here.report('key_missing.page')
  if (written.params === undefined) return
  if (!isObject(written.params)) {
    here.at('params').report('type_wrong.object')
    return
  }
  for (const [name, value] of Object.entries(written.params))
    if (!SCALARS.includes(typeof value)) here.at('params', name).report('type_wrong.parameter', { name })
}

/** The key by which a widget's schema says of an option marked `x-content-type` what the type's file has to write. */
const HAS = 'x-has'
/** The key by which a widget's schema declares the calls of the type that each user of the page makes there. */
const CALLS = 'x-calls'

type Schema = Readonly<Record<string, unknown>> | undefined

/** `at` is that of the type's name. */
export function checkOptionTypes(at: PagePlace, type: string, schema: Schema): void {
  if (checkHas(at, type, schema)) checkCalled(at, type, schema)
}

function checkCalled(at: PagePlace, name: string, schema: Schema): void {
  const { access, compilation, context } = at
  const operation = Object.values(compilation.contentTypes.get(name)?.operations ?? {})
    .map((id) => compilation.operations.get(id))
    .find((one) => one?.content?.action === schema?.[CALLS])
  if (!access || !operation) return
  const kept = rolesKeptOut(context.roles, access, operation.access)
  if (kept.length === 0 || operation.access.some(isRelation)) return
  at.report('type_calls', {
    found: name,
    expected: operation.access.join(', '),
    who: kept.map(({ title }) => title),
    operation,
  })
}

/** Checks that the file of the content type declares the property that the option needs; returns true if it does. */
function checkHas(at: PagePlace, type: string, schema: Schema): boolean {
  const key = schema?.[HAS]
  if (typeof key !== 'string') return true
  const able = [...at.context.of('content')].flatMap(([name, { value }]) =>
    (value as Readonly<Record<string, unknown>>)[key] === undefined ? [] : [name],
  )
  if (able.includes(type)) return true
  at.report('type_unable', {
    found: type,
    ...(able[0] === undefined ? {} : { expected: able[0] }),
    property: key,
    able: able.length > 0 ? `，可用的有：${able.join('、')}` : '',
  })
  return false
}

/** The key by which a widget's schema says of an option marked `x-field` which types of fields it can be. */
const TYPES = 'x-types'

interface Named {
  readonly name: string
  readonly title: string
  readonly type: FieldType
}

/** `here` is that of the name, `others` are the fields it might have been. */
export function checkOptionField(
  here: Place,
  option: string,
  schema: Readonly<Record<string, unknown>> | undefined,
  field: Named,
  others: readonly Pick<Named, 'name' | 'type'>[],
): void {
  const types = schema?.[TYPES]
  if (!Array.isArray(types) || types.includes(field.type)) return
  const right = others.flatMap(({ name, type }) => (types.includes(type) ? [name] : []))
  here.report('option_field_type', {
    found: field.name,
    expected: right[0] ?? types.join(', '),
    option,
    field,
    types,
    right: right.length > 0 ? `，可写：${right.join('、')}` : '',
  })
}

/** Of a dictionary that says what the codes of a field mean, which another option names. */
export function checkDictionaryOf(
  here: Place,
  dictionary: string,
  field: { readonly title: string; readonly dict?: string } | undefined,
): void {
  if (field?.dict === undefined || field.dict === dictionary) return
  here.report('option_dictionary', { found: dictionary, expected: field.dict, field })
}
