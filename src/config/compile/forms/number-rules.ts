// Compiles `x-number`: resolves the other field, checks that the two are comparable, and turns them into rules.

import type { Place } from '#config/load/place.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { FormRule } from '#shared/validation/form-rules.ts'
import { NUMBER_RELATIONS, type NumberRelation, toNumberMessage } from '#shared/validation/number-bound.ts'

type Written = Partial<Readonly<Record<NumberRelation, string>>>
type NumberRule = Extract<FormRule, { kind: 'number' }>

const NUMBERS: ReadonlySet<string> = new Set(['number', 'integer'])
const FIELD = /^form\.(.+)$/

/** Rules of one field, in the order of the relations. */
export function compileNumbers(
  here: Place,
  field: Field,
  written: Written,
  fields: readonly Field[],
): NumberRule[] {
  return NUMBER_RELATIONS.flatMap((relation): NumberRule[] => {
    const name = FIELD.exec(written[relation] ?? '')?.[1]
    if (name === undefined) return []
    const at = here.at('fields', 'properties', field.name, 'x-number', relation)
    const other = findOther(at, field, name, fields)
    if (!other) return []
    const message = toNumberMessage(field.title, relation, other.title)
    return [{ field: field.name, kind: 'number', relation, other: other.name, message }]
  })
}

function findOther(here: Place, field: Field, name: string, fields: readonly Field[]): Field | null {
  const known = new Map(fields.map((entry) => [entry.name, entry]))
  if (!here.refers('field', '字段', name, known)) return null
  const other = known.get(name) as Field
  const misfit = findMisfit(field, other)
  if (!misfit) return other
  here.report(misfit)
  return null
}

function findMisfit(field: Field, other: Field) {
  if (other.name === field.name)
    return { slug: 'number_self', message: `字段“${field.name}”的数值不能与自身比较` }
  if (!NUMBERS.has(other.type))
    return {
      slug: 'number_type',
      message: `字段“${other.name}”的类型是 ${other.type}，x-number 只能与 number、integer 类型的字段比较`,
      found: other.type,
    }
  if (other.unit !== field.unit)
    return {
      slug: 'number_unit',
      message: `字段“${field.name}”（${field.unit ?? '无单位'}）与“${other.name}”（${other.unit ?? '无单位'}）单位不同，不能比较`,
      found: other.unit ?? '',
    }
  return undefined
}
