// Checks that a field named in a widget's options has a type and values that the widget can use.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { FieldType } from '#shared/model/content-model.ts'

/** The key by which a widget's schema says of an option marked `x-field` which types of fields it can be. */
const TYPES = 'x-types'

interface At {
  readonly context: Context
  readonly document: Document
  /** Of the name. */
  readonly path: Path
}

interface Named {
  readonly name: string
  readonly title: string
  readonly type: FieldType
}

/** `others` are the fields it might have been. */
export function checkOptionField(
  { context, document, path }: At,
  option: string,
  schema: Readonly<Record<string, unknown>> | undefined,
  field: Named,
  others: readonly Pick<Named, 'name' | 'type'>[],
): void {
  const types = schema?.[TYPES]
  if (!Array.isArray(types) || types.includes(field.type)) return
  const right = others.flatMap(({ name, type }) => (types.includes(type) ? [name] : []))
  context.report(document, path, {
    slug: 'option_field_type',
    message: `选项“${option}”不能使用字段“${field.name}”（${field.title}）：类型是 ${field.type}，此处须为 ${types.join('、')}${right.length > 0 ? `，可写：${right.join('、')}` : ''}`,
    found: field.name,
    expected: right[0] ?? types.join(', '),
  })
}

/** Of a dictionary that says what the codes of a field mean, which another option names. */
export function checkDictionaryOf(
  { context, document, path }: At,
  dictionary: string,
  field: { readonly title: string; readonly dict?: string } | undefined,
): void {
  if (field?.dict === undefined || field.dict === dictionary) return
  context.report(document, path, {
    slug: 'option_dictionary',
    message: `“${field.title}”的值取自字典“${field.dict}”，此处却按字典“${dictionary}”解释，含义会显示错误：请改用同一字典`,
    found: dictionary,
    expected: field.dict,
  })
}
