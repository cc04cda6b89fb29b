// Checks the structured data for search engines: its fields exist, are public, and have suitable types.

import { checkMixedUnits } from '#config/compile/fields/mixed-units.ts'
import { kindOf } from '#config/load/file-kinds.ts'
import type { Place } from '#config/load/place.ts'
import type { Field, FieldType } from '#shared/model/content-model.ts'
import type { Structured, StructuredValue } from '#shared/model/structured-data.ts'

/** Field types that no property of schema.org accepts as they are. */
const UNSAID: ReadonlySet<FieldType> = new Set(['rich-text', 'object-list', 'mobile'])

export function checkStructuredData(
  here: Place,
  fields: readonly Field[],
  written: Structured | undefined,
): void {
  if (written) check(here.at('structured'), new Map(fields.map((field) => [field.name, field])), written)
}

type Fields = ReadonlyMap<string, Field>

function check(here: Place, fields: Fields, { properties }: Structured): void {
  for (const [name, value] of Object.entries(properties))
    checkValue(here.at('properties', name), fields, value)
}

function checkValue(here: Place, fields: Fields, value: StructuredValue): void {
  if (typeof value === 'string') checkField(here, fields, value)
  else if ('properties' in value) check(here, fields, value)
  else if ('field' in value) {
    checkField(here.at('field'), fields, value.field, ['number', 'integer'])
    checkField(here.at('by'), fields, value.by, ['dict', 'text'])
    checkFactors(here.at('times'), fields.get(value.by), value.times)
    const found = kindOf(here.document.path)
    if (found) checkMixedUnits(here.context, found.id, value.field, value.by)
  }
}

function checkField(here: Place, fields: Fields, name: string, types?: readonly FieldType[]): void {
  const field = here.find('field', '字段', name, fields)
  if (field?.visible !== undefined) here.report('structured_private', { found: name })
  if (field && !(types ? types.includes(field.type) : !UNSAID.has(field.type)))
    here.report('structured_field', {
      found: field.type,
      name,
      allowed: types ? `，须为 ${types.join('、')}` : '',
    })
}

/** Checks that factors refer to entries of the dictionary; others never apply. */
function checkFactors(here: Place, field: Field | undefined, times: Readonly<Record<string, number>>): void {
  const { context } = here
  if (field?.dict === undefined || context.isInvalid('dictionary', field.dict)) return
  const { items = [] } = context.of('dictionary').get(field.dict)?.value ?? {}
  const known = items.map(({ value }) => value)
  checkUnitFactors(here, items, times)
  for (const value of Object.keys(times))
    if (known.length > 0 && !known.includes(value))
      here.at(value).report('value_unknown.code', { found: value, known, key: true, field })
}

/** Prefixes of unit names, with their factors. */
const SCALES: readonly (readonly [string, number])[] = [
  ['百万', 1e6],
  ['千万', 1e7],
  ['万', 1e4],
  ['亿', 1e8],
  ['千', 1e3],
  ['百', 1e2],
]
const TOLERANCE = 1e-9

interface Unit {
  readonly code: string
  readonly label: string
  readonly name: string
  readonly scale: number
}

function unitOf({ value, label }: { readonly value: string; readonly label: string }): Unit {
  const [word, scale] = SCALES.find(([one]) => label.startsWith(one)) ?? ['', 1]
  return { code: value, label, name: label.slice(word.length), scale }
}

/** `here` is that of the factors, by code of the dictionary. */
function checkUnitFactors(
  here: Place,
  items: readonly { readonly value: string; readonly label: string }[],
  factors: Readonly<Record<string, number>>,
): void {
  const all = items.map(unitOf)
  const units = all.filter(({ code }) => factors[code] !== undefined)
  for (const unit of all)
    if (factors[unit.code] === undefined && unit.scale !== 1) {
      const base = units.find(({ name, scale }) => name === unit.name && scale === 1)
      if (base)
        here.report('unit_factor_missing', {
          expected: unit.code,
          key: true,
          base,
          unit,
          factor: (factors[base.code] ?? 1) * unit.scale,
        })
    }
  // One of them is what the others are counted in.
  for (const base of units.filter(({ scale }) => scale === 1))
    for (const unit of units) {
      if (unit.name !== base.name || unit === base) continue
      const [own = 0, other = 0] = [factors[unit.code], factors[base.code]]
      const right = other * unit.scale
      if (Math.abs(own - right) <= TOLERANCE * Math.max(own, right)) continue
      here
        .at(unit.code)
        .report('unit_factor', { found: String(own), expected: String(right), unit, base, own, other })
    }
}
