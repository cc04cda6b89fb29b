// Compiles the fields that a chosen category determines: the object of its parameters, and its parent categories.

import { findField } from '#config/compile/common/find-field.ts'
import type { WrittenForm } from '#config/generated/written.ts'
import type { Place } from '#config/load/place.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { ParameterFamily } from '#shared/parameters/parameter-model.ts'

/** The content type whose fields are bound. */
interface Bound {
  readonly fields: readonly Field[]
  readonly families: readonly ParameterFamily[]
}

/** `fields` as compiled from the file; those with `x-parameters` and `x-of` learn what they follow from. */
export function bindDerived(here: Place<Pick<WrittenForm, 'fields'>>, type: Bound): Field[] {
  return type.fields.map((field) => {
    const { 'x-parameters': parameters, 'x-of': of } = here.document.value.fields.properties[field.name] ?? {}
    const at = here.at('fields', 'properties', field.name)
    if (typeof parameters === 'string') return withParameters(at, type, field, parameters)
    if (typeof of === 'string') return withOrigin(at.at('x-of'), type, field, of)
    return withLevels(field, type.families)
  })
}

/** A category is found level by level. */
export function withLevels(field: Field, families: readonly ParameterFamily[]): Field {
  const family = families.find(({ levels }) => levels.includes(field.dict ?? ''))
  const level = family?.levels.indexOf(field.dict ?? '') ?? 0
  return family && level > 0 ? { ...field, levels: family.levels.slice(0, level + 1) } : field
}

/** Forms have nothing of the kind: what they ask for is theirs alone. */
export function refuseDerived(here: Place<Pick<WrittenForm, 'fields'>>): void {
  const { properties } = here.document.value.fields
  for (const [name, raw] of Object.entries(properties))
    for (const key of ['x-parameters', 'x-of'] as const)
      if (raw[key] !== undefined)
        here.at('fields', 'properties', name, key).report('derived_form', { key: true, property: key })
}

/** The field called so that holds one category; says what is wrong otherwise. */
function chooserOf(
  here: Place,
  { fields, families }: Bound,
  by: string,
): { readonly chooser: Field; readonly family: ParameterFamily } | undefined {
  const chooser = findField(here, fields, by)
  const family = families.find(({ levels }) => chooser?.dict !== undefined && levels.includes(chooser.dict))
  if (chooser?.type === 'dict' && family) return { chooser, family }
  if (chooser && here.context.invalidIds('family').length === 0)
    here.report('chooser_type', {
      found: chooser.type,
      expected: families.flatMap(({ levels }) => levels).join('、'),
      by,
    })
  return undefined
}

function withParameters(own: Place, type: Bound, field: Field, by: string): Field {
  const here = own.at('x-parameters')
  const found = chooserOf(here, type, by)
  if (!found) return field
  const { chooser, family } = found
  const last = family.levels.at(-1)
  if (chooser.dict !== last)
    here.report('chooser_level', { found: String(chooser.dict), expected: String(last), by, chooser, family })
  if (!chooser.required) here.report('chooser_optional', { by })
  if (field.schema.properties !== undefined)
    own.at('properties').report('parameters_written', { key: true, field })
  return { ...field, parameters: { family: family.name, by } }
}

function withOrigin(here: Place, type: Bound, field: Field, of: string): Field {
  const found = chooserOf(here, type, of)
  if (!found) return field
  const { chooser, family } = found
  const levelOf = ({ dict }: Field) => family.levels.indexOf(dict ?? '')
  if (levelOf(field) < 0 || levelOf(field) >= levelOf(chooser))
    here.report('of_level', {
      found: String(field.dict),
      field,
      of,
      above: family.levels.slice(0, levelOf(chooser)),
    })
  if (field.required || field.filter || field.sort) here.report('of_stored', { field, of })
  return { ...field, of }
}
