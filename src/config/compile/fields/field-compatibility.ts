// Checks that every value of one field is valid for another.
import type { Finding } from '#config/load/place.ts'
import type { Field, FieldType } from '#shared/model/content-model.ts'

/** The further field types that can store a field of each type. */
const ALSO: Partial<Readonly<Record<FieldType, readonly FieldType[]>>> = {
  text: ['long-text'],
  'long-text': ['text'],
  'rich-text': ['text', 'long-text'],
  integer: ['number'],
  'dict-list': ['dict'],
  dict: ['text'],
  date: ['text'],
  mobile: ['text'],
  url: ['text'],
}

/** Keyword of the schema, its Chinese name, and whether the target must allow at least as much. */
const LIMITS = [
  ['maxLength', '最大长度', 1],
  ['maxItems', '最多项数', 1],
  ['maximum', '最大值', 1],
  ['minimum', '最小值', -1],
  ['minLength', '最小长度', -1],
  ['minItems', '最少项数', -1],
] as const

/** `start`: only so many first characters of a code are taken. The first reason against it, or undefined. */
export function findMisfit(from: Field, to: Field, start?: number): Finding | undefined {
  if (from.type !== to.type && !ALSO[from.type]?.includes(to.type)) return ['directory_type', { from, to }]
  if (from.unit !== undefined && to.unit !== undefined && from.unit !== to.unit)
    return ['directory_unit', { from, to }]
  const stray = findStrayValue(from, to, start)
  if (stray !== undefined) return ['directory_value', { from, to, stray }]
  return findLimit(from, to)
}

function findStrayValue(from: Field, to: Field, start: number | undefined): string | undefined {
  const allowed = valuesOf(to)
  return (
    allowed &&
    valuesOf(from)
      ?.map((value) => value.slice(0, start))
      .find((value) => !allowed.includes(value))
  )
}

function valuesOf({ schema, dict }: Field): readonly string[] | undefined {
  if (dict === undefined) return undefined
  const items = schema.items as { readonly enum?: readonly string[] } | undefined
  return (schema.enum as readonly string[] | undefined) ?? items?.enum
}

function findLimit(from: Field, to: Field): Finding | undefined {
  for (const [keyword, title, sign] of LIMITS) {
    const [own, other] = [from.schema[keyword], to.schema[keyword]]
    if (typeof other !== 'number' || (from.dict !== undefined && keyword.endsWith('Length'))) continue
    // One of several is taken.
    if (keyword.endsWith('Items') && from.type !== to.type) continue
    if (typeof own === 'number' ? own * sign <= other * sign : keyword.startsWith('min') && other <= 0)
      continue
    if (typeof own !== 'number' && keyword === 'minItems') continue
    return ['directory_limit', { from, to, title, own: typeof own === 'number' ? own : '不限', other }]
  }
  return undefined
}
