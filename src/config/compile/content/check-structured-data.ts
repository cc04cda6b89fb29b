// Checks the structured data for search engines: its fields exist, are public, and have suitable types.

import { checkUnitFactors } from '#config/compile/fields/check-unit-factors.ts'
import { checkMixedUnits } from '#config/compile/fields/mixed-units.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { kindOf } from '#config/load/file-kinds.ts'
import { Place } from '#config/load/place.ts'
import type { Field, FieldType } from '#shared/model/content-model.ts'
import type { Structured, StructuredValue } from '#shared/model/structured-data.ts'

/** Field types that no property of schema.org accepts as they are. */
const UNSAID: ReadonlySet<FieldType> = new Set(['rich-text', 'object-list', 'mobile'])

interface Around {
  readonly context: Context
  readonly document: Document
  readonly fields: readonly Field[]
}

export function checkStructuredData(around: Around, written: Structured | undefined): void {
  if (written) check(around, ['structured'], written)
}

function check(around: Around, path: Path, { properties }: Structured): void {
  for (const [name, value] of Object.entries(properties))
    checkValue(around, [...path, 'properties', name], value)
}

function checkValue(around: Around, path: Path, value: StructuredValue): void {
  if (typeof value === 'string') checkField(around, path, value)
  else if ('properties' in value) check(around, path, value)
  else if ('field' in value) {
    const by = around.fields.find(({ name }) => name === value.by)
    checkField(around, [...path, 'field'], value.field, ['number', 'integer'])
    checkField(around, [...path, 'by'], value.by, ['dict', 'text'])
    checkFactors(around, [...path, 'times'], by, value.times)
    const found = kindOf(around.document.path)
    if (found) checkMixedUnits(around.context, found.id, value.field, value.by)
  }
}

function checkField(
  { context, document, fields }: Around,
  path: Path,
  name: string,
  types?: readonly FieldType[],
): void {
  const known = new Map(fields.map((field) => [field.name, field]))
  if (!context.refers(document, path, 'field', '字段', name, known)) return
  const field = known.get(name) as Field
  if (field.visible !== undefined)
    context.report(document, path, {
      slug: 'structured_private',
      message: `“${name}”不是公开字段，不能写入供搜索引擎读取的结构化数据`,
      found: name,
    })
  const fits = types ? types.includes(field.type) : !UNSAID.has(field.type)
  if (!fits)
    context.report(document, path, {
      slug: 'structured_field',
      message: `字段“${name}”的类型是 ${field.type}，不能用于此处${types ? `，须为 ${types.join('、')}` : ''}`,
      found: field.type,
    })
}

/** Checks that factors refer to entries of the dictionary; others never apply. */
function checkFactors(
  { context, document }: Around,
  path: Path,
  field: Field | undefined,
  times: Readonly<Record<string, number>>,
): void {
  if (field?.dict === undefined || context.isInvalid('dictionary', field.dict)) return
  const { items = [] } = context.of('dictionary').get(field.dict)?.value ?? {}
  const known = items.map(({ value }) => value)
  checkUnitFactors(new Place(context, document, path), items, times)
  for (const value of Object.keys(times))
    if (known.length > 0 && !known.includes(value))
      context.report(document, [...path, value], {
        slug: 'value_unknown',
        message: `字典“${field.dict}”没有取值“${value}”`,
        found: value,
        known,
        key: true,
      })
}
