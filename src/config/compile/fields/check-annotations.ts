// Refuses annotations that a field does not support, and a demand for uniqueness that cannot be enforced.

import type { Code } from '#config/load/codes.ts'
import { kindOf } from '#config/load/file-kinds.ts'
import type { Place } from '#config/load/place.ts'
import type { FieldType } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
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
    here
      .at(key)
      .report(
        'annotation_type',
        json
          ? `${key} 只能用于 type 为 ${json.join('、')} 的字段，“${name}”的 type 是 ${String(raw.type)}`
          : `${key} 只能用于 ${types.join('、')} 类型的字段，“${name}”的类型是 ${type}`,
        { found: json ? String(raw.type) : type },
      )
  }
  checkNested(here, raw, name)
}

/** Of a form on its own, whose answers are no record. */
export function checkFormAnnotations(here: Place, properties: Readonly<Record<string, Raw>>): void {
  for (const [name, raw] of Object.entries(properties))
    for (const key of Object.keys(raw))
      if (RECORD_ANNOTATIONS.has(key) && raw[key] !== false)
        here
          .at('fields', 'properties', name, key)
          .report(
            'annotation_form',
            `${key} 用于内容类型的记录，在表单（schemas/forms）的字段“${name}”上不起作用：请去掉，或写到内容类型中`,
            { found: key, key: true },
          )
}

/** Every schema inside a group or the rows of a list, with its place; the outer ones first. */
export function innerSchemas(here: Place, raw: Raw): readonly (readonly [Place, Raw])[] {
  const items = raw.items as Raw | undefined
  const properties = Object.entries((raw.properties ?? {}) as Readonly<Record<string, Raw>>)
  return [
    ...(items ? [[here.at('items'), items] as const] : []),
    ...properties.map(([name, child]) => [here.at('properties', name), child] as const),
  ].flatMap(([at, child]) => [[at, child] as const, ...innerSchemas(at, child)])
}

/** Inside a group or the rows of a list. */
function checkNested(here: Place, raw: Raw, name: string): void {
  for (const [at, child] of innerSchemas(here, raw))
    for (const key of Object.keys(child))
      if (key.startsWith('x-') && !NESTED_ANNOTATIONS.has(key))
        at.at(key).report(
          'annotation_nested',
          `${key} 在字段“${name}”的内部不起作用，内部只能写 ${[...NESTED_ANNOTATIONS].join('、')}`,
          { found: key, key: true },
        )
}

/** Longer texts would not fit into the index that holds it. */
const MAX_LETTERS = 200

interface Demanding {
  readonly name: string
  readonly raw: Readonly<Record<string, unknown>>
  readonly schema: JsonSchema
}

export function checkUnique(here: Place, { name, raw, schema }: Demanding): void {
  const demand = raw['x-unique']
  if (demand === undefined || demand === false) return
  const report = (slug: Code, message: string) =>
    here.at('x-unique').report(slug, message, { found: String(demand) })
  if (kindOf(here.document.path)?.kind.kind !== 'content') {
    if (demand === true)
      report(
        'unique_place',
        `表单字段“${name}”的 x-unique 须写判断值是否已被使用的操作，如 auth.mobileTaken；true 只用于内容类型`,
      )
    return
  }
  if (demand !== true)
    report('unique_place', `内容类型字段“${name}”的 x-unique 须写 true，由数据库保证不重复；操作名只用于表单`)
  else if (raw['x-from'] !== undefined)
    report('unique_place', `字段“${name}”由系统填写（x-from），填写人无法改正重复：请去掉 x-unique`)
  else if (typeof raw['x-dict'] !== 'string' && schema.enum !== undefined)
    report(
      'unique_few',
      `字段“${name}”为选项字段，不得重复（x-unique）会使每个选项全站只能用于一条内容：请去掉 x-unique`,
    )
  else if (typeof schema.maxLength === 'number' && schema.maxLength > MAX_LETTERS)
    report(
      'unique_length',
      `字段“${name}”最长 ${schema.maxLength} 字，不得重复（x-unique）的文字最长 ${MAX_LETTERS} 字，请写 maxLength`,
    )
}
