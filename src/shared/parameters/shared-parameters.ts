// Finds what several parameter sets share: fields of the same name and kind, in one unit.

import { convert, isConvertible } from '#shared/formats/units.ts'
import { DEFAULT_WIDGETS } from '#shared/forms/default-widgets.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { ParameterGroup, ParameterSet } from './parameter-model.ts'

export type Shared = Pick<ParameterSet, 'groups' | 'fields'>

/**
 * Returns the fields that all sets share under one name, of one kind and with convertible units, in the unit of the
 * first.
 */
export function sharedBy(below: readonly Shared[]): Shared {
  const [first, ...others] = below.filter(({ fields, groups }) => groups.length > 0 || fields.length > 0)
  if (!first) return { groups: [], fields: [] }
  const fields = first.fields.flatMap((field): Field[] => {
    const alike = others.flatMap((other) => other.fields.find((one) => isLike(field, one)) ?? [])
    return alike.length === others.length ? [joined([field, ...alike])] : []
  })
  const names = new Set(fields.map(({ name }) => name))
  const groups = first.groups.flatMap((group): ParameterGroup[] => {
    const shared = group.fields.filter((name) => names.has(name))
    return shared.length > 0 ? [{ title: group.title, fields: shared }] : []
  })
  return { groups, fields }
}

function isLike(a: Field, b: Field): boolean {
  return (
    a.name === b.name &&
    DEFAULT_WIDGETS[a.type].cell === DEFAULT_WIDGETS[b.type].cell &&
    a.dict === b.dict &&
    (a.schema.enum === undefined) === (b.schema.enum === undefined) &&
    isConvertible(a.unit, b.unit)
  )
}

/**
 * Joins several fields into one: it accepts the values of any of them, and has a better end only if all agree on it.
 */
function joined(fields: readonly Field[]): Field {
  const [first] = fields as readonly [Field]
  const { better, ...rest } = first
  const titles = new Set(fields.map(({ title }) => title))
  return {
    ...rest,
    title: titles.size === 1 ? first.title : findShortestTitle(fields),
    required: fields.every(({ required }) => required),
    ...(fields.some(({ unit, isMixed }) => isMixed || unit !== first.unit) ? { isMixed: true as const } : {}),
    filter: fields.every(({ filter }) => filter),
    sort: fields.every(({ sort }) => sort),
    ...(better !== undefined && fields.every((field) => field.better === better) ? { better } : {}),
    schema: joinedSchema(fields),
  }
}

/** The most general of several names is the shortest. */
function findShortestTitle(fields: readonly Field[]): string {
  return fields.map(({ title }) => title).reduce((a, b) => (b.length < a.length ? b : a))
}

function joinedSchema(fields: readonly Field[]): JsonSchema {
  const [first] = fields as readonly [Field]
  const { minimum: _minimum, maximum: _maximum, ...schema } = first.schema
  const limits = (keyword: 'minimum' | 'maximum'): number[] =>
    fields.flatMap((field) => {
      const limit = field.schema[keyword]
      return typeof limit === 'number' ? [convert(limit, field.unit, first.unit)] : []
    })
  const [lows, highs] = [limits('minimum'), limits('maximum')]
  const listed = fields.flatMap((field) => (field.schema.enum as readonly unknown[] | undefined) ?? [])
  return {
    ...schema,
    ...(lows.length === fields.length ? { minimum: Math.min(...lows) } : {}),
    ...(highs.length === fields.length ? { maximum: Math.max(...highs) } : {}),
    ...(listed.length > 0 ? { enum: [...new Set(listed)] } : {}),
  }
}
