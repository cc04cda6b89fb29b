// Owns the check of what a detail page tells search engines: fields that are there, that everybody sees, that can be said.
import type { ContentType, Field, FieldType } from '../../shared/content-model.ts'
import type { Structured, StructuredValue } from '../../shared/pages/detail.ts'
import type { Path } from '../document.ts'
import type { Place } from './scope.ts'

/** What no property of schema.org takes as it is. */
const UNSAID: ReadonlySet<FieldType> = new Set(['rich-text', 'object-list', 'mobile'])

export function structuredOf(
  place: Place,
  type: ContentType | undefined,
  written: Structured | undefined,
): { structured?: Structured } {
  if (!written) return {}
  if (!type) {
    place.world.context.report(place.document, ['structured'], {
      slug: 'structured_type',
      message: '结构化数据只用于内容类型的详情页，这里的数据来源不是内容类型的详情',
    })
    return {}
  }
  check(place, ['structured'], type, written)
  return { structured: written }
}

function check(place: Place, path: Path, type: ContentType, { properties }: Structured): void {
  for (const [name, value] of Object.entries(properties))
    checkValue(place, [...path, 'properties', name], type, value)
}

function checkValue(place: Place, path: Path, type: ContentType, value: StructuredValue): void {
  if (typeof value === 'string') checkField(place, path, type, value)
  else if ('properties' in value) check(place, path, type, value)
  else if ('field' in value) {
    const by = type.fields.find(({ name }) => name === value.by)
    checkField(place, [...path, 'field'], type, value.field, ['number', 'integer'])
    checkField(place, [...path, 'by'], type, value.by, ['dict', 'text'])
    checkFactors(place, [...path, 'times'], by, Object.keys(value.times))
  }
}

function checkField(
  { world, document }: Place,
  path: Path,
  type: ContentType,
  name: string,
  types?: readonly FieldType[],
): void {
  const known = new Map(type.fields.map((field) => [field.name, field]))
  if (!world.context.refers(document, path, 'field', '字段', name, known)) return
  const field = known.get(name) as Field
  if (field.visible !== undefined)
    world.context.report(document, path, {
      slug: 'structured_private',
      message: `字段“${name}”不是人人可见，不能写进给搜索引擎的结构化数据`,
      found: name,
    })
  const fits = types ? types.includes(field.type) : !UNSAID.has(field.type)
  if (!fits)
    world.context.report(document, path, {
      slug: 'structured_field',
      message: `字段“${name}”的类型是 ${field.type}，不能用在这里${types ? `，这里需要 ${types.join('、')}` : ''}`,
      found: field.type,
    })
}

/** What the dictionary does not know never applies. */
function checkFactors(
  { world, document }: Place,
  path: Path,
  field: Field | undefined,
  values: readonly string[],
): void {
  const { context } = world
  if (field?.dict === undefined || context.isLost('dictionary', field.dict)) return
  const { items = [] } = context.of('dictionary').get(field.dict)?.value ?? {}
  const known = items.map(({ value }) => value)
  for (const value of values)
    if (known.length > 0 && !known.includes(value))
      context.report(document, [...path, value], {
        slug: 'value_unknown',
        message: `字典“${field.dict}”没有取值“${value}”`,
        found: value,
        known,
        key: true,
      })
}
