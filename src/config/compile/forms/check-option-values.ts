// Checks what the options of widgets name: links, fields, dictionaries and content types.

import type { PagePlace } from '#config/compile/links/compile-context.ts'
import { rolesKeptOut } from '#config/compile/roles/kept-out.ts'
import type { WrittenLink } from '#config/generated/written.ts'
import type { Code } from '#config/load/codes.ts'
import type { Path } from '#config/load/document.ts'
import type { Place } from '#config/load/place.ts'
import { isRelation } from '#shared/access/roles.ts'
import type { FieldType } from '#shared/model/content-model.ts'
import type { Json } from '#shared/model/json.ts'

const KEYS: readonly string[] = ['page', 'type', 'params']
const SCALARS: readonly string[] = ['string', 'number', 'boolean']

interface Fault {
  readonly at: Path
  readonly slug: Code
  readonly message: string
  readonly found?: string
}

const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function* faultsOf(written: Json): Generator<Fault> {
  if (typeof written === 'string' && written !== '') return
  if (!isObject(written)) {
    yield { at: [], slug: 'type_wrong', message: '链接应为页面 id，或 { "page": 页面 id, "params": 参数 }' }
    return
  }
  for (const key of Object.keys(written))
    if (!KEYS.includes(key))
      yield {
        at: [key],
        slug: 'key_unknown',
        message: `未知的键“${key}”，此处可用：${KEYS.join('、')}`,
        found: key,
      }
  for (const key of ['page', 'type'])
    if (Object.hasOwn(written, key) && (typeof written[key] !== 'string' || written[key] === ''))
      yield { at: [key], slug: 'type_wrong', message: '类型不对：此处应为文字' }
  if (written.page === undefined) yield { at: [], slug: 'key_missing', message: '缺少必需的键“page”' }
  if (written.params === undefined) return
  if (!isObject(written.params)) {
    yield { at: ['params'], slug: 'type_wrong', message: '类型不对：此处应为对象' }
    return
  }
  for (const [name, value] of Object.entries(written.params))
    if (!SCALARS.includes(typeof value))
      yield {
        at: ['params', name],
        slug: 'type_wrong',
        message: `类型不对：参数“${name}”应为文字、数字或 true、false`,
      }
}

/** The link, where it is one; what is wrong with it is reported. */
export function toLink(here: Place, written: Json): WrittenLink | null {
  const faults = [...faultsOf(written)]
  for (const { at, slug, message, found } of faults)
    here
      .at(...at)
      .report(slug, message, { ...(found === undefined ? {} : { found, known: KEYS, key: true }) })
  return faults.length > 0 ? null : (written as WrittenLink) // as judged above
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
  at.report(
    'type_calls',
    `${kept.map(({ title }) => title).join('、')}能打开该页面，却不能使用“${operation.id}”：请将页面的 access 改为与该操作一致（${operation.access.join('、')}）`,
    { found: name, expected: operation.access.join(', ') },
  )
}

/** Checks that the file of the content type declares the property that the option needs; returns true if it does. */
function checkHas(at: PagePlace, type: string, schema: Schema): boolean {
  const key = schema?.[HAS]
  if (typeof key !== 'string') return true
  const able = [...at.context.of('content')].flatMap(([name, { value }]) =>
    (value as Readonly<Record<string, unknown>>)[key] === undefined ? [] : [name],
  )
  if (able.includes(type)) return true
  at.report(
    'type_unable',
    `内容类型“${type}”没有写 ${key}，不能用于此处${able.length > 0 ? `，可用的有：${able.join('、')}` : ''}`,
    { found: type, ...(able[0] === undefined ? {} : { expected: able[0] }) },
  )
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
  here.report(
    'option_field_type',
    `选项“${option}”不能使用字段“${field.name}”（${field.title}）：类型是 ${field.type}，此处须为 ${types.join('、')}${right.length > 0 ? `，可写：${right.join('、')}` : ''}`,
    { found: field.name, expected: right[0] ?? types.join(', ') },
  )
}

/** Of a dictionary that says what the codes of a field mean, which another option names. */
export function checkDictionaryOf(
  here: Place,
  dictionary: string,
  field: { readonly title: string; readonly dict?: string } | undefined,
): void {
  if (field?.dict === undefined || field.dict === dictionary) return
  here.report(
    'option_dictionary',
    `“${field.title}”的值取自字典“${field.dict}”，此处却按字典“${dictionary}”解释，含义会显示错误：请改用同一字典`,
    { found: dictionary, expected: field.dict },
  )
}
