// Refuses annotations on fields of a type that they do not support.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { FieldType } from '#shared/model/content-model.ts'
import {
  ANNOTATION_JSON,
  ANNOTATION_TYPES,
  NESTED_ANNOTATIONS,
  RECORD_ANNOTATIONS,
} from './annotation-types.ts'

type Raw = Readonly<Record<string, unknown>>

interface Annotated {
  readonly name: string
  readonly raw: Raw
  readonly type: FieldType
}

export function checkAnnotations(
  context: Context,
  document: Document,
  path: Path,
  { name, raw, type }: Annotated,
): void {
  for (const key of Object.keys(raw)) {
    const types = ANNOTATION_TYPES[key]
    const json = ANNOTATION_JSON[key]
    if (!types || raw[key] === false) continue
    if (types.includes(type) && (!json || json.includes(String(raw.type)))) continue
    context.report(document, [...path, key], {
      slug: 'annotation_type',
      message: json
        ? `${key} 只能用于 type 为 ${json.join('、')} 的字段，“${name}”的 type 是 ${String(raw.type)}`
        : `${key} 只能用于 ${types.join('、')} 类型的字段，“${name}”的类型是 ${type}`,
      found: json ? String(raw.type) : type,
    })
  }
  checkNested(context, document, path, raw, name)
}

/** Of a form on its own, whose answers are no record. */
export function checkFormAnnotations(
  context: Context,
  document: Document,
  properties: Readonly<Record<string, Raw>>,
): void {
  for (const [name, raw] of Object.entries(properties))
    for (const key of Object.keys(raw))
      if (RECORD_ANNOTATIONS.has(key) && raw[key] !== false)
        context.report(document, ['fields', 'properties', name, key], {
          slug: 'annotation_form',
          message: `${key} 用于内容类型的记录，在表单（schemas/forms）的字段“${name}”上不起作用：请去掉，或写到内容类型中`,
          found: key,
          key: true,
        })
}

/** Inside a group or the rows of a list. */
function checkNested(context: Context, document: Document, path: Path, raw: Raw, name: string): void {
  const own = raw.items as Raw | undefined
  const children: (readonly [Path, Raw])[] = own ? [[[...path, 'items'], own]] : []
  for (const [child, value] of Object.entries((raw.properties ?? {}) as Record<string, Raw>))
    children.push([[...path, 'properties', child], value])
  for (const [at, child] of children) {
    for (const key of Object.keys(child))
      if (key.startsWith('x-') && !NESTED_ANNOTATIONS.has(key))
        context.report(document, [...at, key], {
          slug: 'annotation_nested',
          message: `${key} 在字段“${name}”的内部不起作用，内部只能写 ${[...NESTED_ANNOTATIONS].join('、')}`,
          found: key,
          key: true,
        })
    checkNested(context, document, at, child, name)
  }
}
