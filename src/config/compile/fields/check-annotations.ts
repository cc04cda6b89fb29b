// Refuses annotations on fields of a type that they do not support.

import type { Path } from '#config/load/document.ts'
import type { Place } from '#config/load/place.ts'
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

export function checkAnnotations(here: Place, { name, raw, type }: Annotated): void {
  for (const key of Object.keys(raw)) {
    const types = ANNOTATION_TYPES[key]
    const json = ANNOTATION_JSON[key]
    if (!types || raw[key] === false) continue
    if (types.includes(type) && (!json || json.includes(String(raw.type)))) continue
    here.at(key).report({
      slug: 'annotation_type',
      message: json
        ? `${key} 只能用于 type 为 ${json.join('、')} 的字段，“${name}”的 type 是 ${String(raw.type)}`
        : `${key} 只能用于 ${types.join('、')} 类型的字段，“${name}”的类型是 ${type}`,
      found: json ? String(raw.type) : type,
    })
  }
  checkNested(here, raw, name)
}

/** Of a form on its own, whose answers are no record. */
export function checkFormAnnotations(here: Place, properties: Readonly<Record<string, Raw>>): void {
  for (const [name, raw] of Object.entries(properties))
    for (const key of Object.keys(raw))
      if (RECORD_ANNOTATIONS.has(key) && raw[key] !== false)
        here.at('fields', 'properties', name, key).report({
          slug: 'annotation_form',
          message: `${key} 用于内容类型的记录，在表单（schemas/forms）的字段“${name}”上不起作用：请去掉，或写到内容类型中`,
          found: key,
          key: true,
        })
}

/** Inside a group or the rows of a list. */
function checkNested(here: Place, raw: Raw, name: string): void {
  const own = raw.items as Raw | undefined
  const children: (readonly [Path, Raw])[] = own ? [[[...here.path, 'items'], own]] : []
  for (const [child, value] of Object.entries((raw.properties ?? {}) as Record<string, Raw>))
    children.push([[...here.path, 'properties', child], value])
  for (const [at, child] of children) {
    for (const key of Object.keys(child))
      if (key.startsWith('x-') && !NESTED_ANNOTATIONS.has(key))
        here.in([...at, key]).report({
          slug: 'annotation_nested',
          message: `${key} 在字段“${name}”的内部不起作用，内部只能写 ${[...NESTED_ANNOTATIONS].join('、')}`,
          found: key,
          key: true,
        })
    checkNested(here.in(at), child, name)
  }
}
