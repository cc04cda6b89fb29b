// Compiles parameter sets: the fields of the last level, and the fields that the levels above share.

import { checkSchema } from '#config/compile/common/check-schema.ts'
import { findField } from '#config/compile/common/find-field.ts'
import { urlOfValidator } from '#config/compile/common/schema-validator.ts'
import { collectInnerAnnotations, compileField } from '#config/compile/fields/compile-field.ts'
import type { Context } from '#config/load/context.ts'
import { Place } from '#config/load/place.ts'
import { convert, isConvertible } from '#shared/formats/units.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { setSchema } from '#shared/parameters/parameter-form.ts'
import type { ParameterFamily, ParameterGroup, ParameterSet } from '#shared/parameters/parameter-model.ts'
import { type Shared, sharedBy } from '#shared/parameters/shared-parameters.ts'
import type { Branch, ParameterTree } from './parameter-tree.ts'

export function compileParameterSets(context: Context, tree: ParameterTree): ParameterFamily {
  const sets = new Map<string, ParameterSet>()
  // From the bottom, so that what is below is known.
  for (const branch of [...tree.branches].reverse()) {
    const { id, written, level } = branch
    const below = [...sets.values()].filter(({ parent }) => parent === id).reverse()
    const { groups, fields } = written.groups ? compileGroups(context, branch) : sharedBy(below)
    const { title, parent, measure, description } = written
    sets.set(id, {
      id,
      title,
      level,
      isLast: level === tree.written.levels.length - 1,
      ...(parent === undefined ? {} : { parent }),
      alias: written.alias ?? [],
      ...(measure === undefined ? {} : { measure }),
      ...(description === undefined ? {} : { description }),
      groups,
      fields,
      validatorUrl: urlOfValidator(setSchema({ fields })),
    })
  }
  checkUnits(context, tree, sets)
  const levels = tree.written.levels.map(({ dictionary }) => dictionary)
  const ordered = tree.branches.flatMap(({ id }) => sets.get(id) ?? [])
  const { title, pictures } = tree.written
  return { name: tree.name, title, levels, ...(pictures ? { pictures } : {}), sets: ordered }
}

/**
 * Checks the units of parameters that are compared: those of the same name have units that convert into each other in
 * sibling categories, and one unit in all categories below the same top one.
 */
function checkUnits(
  context: Context,
  { branches }: ParameterTree,
  sets: ReadonlyMap<string, ParameterSet>,
): void {
  const last = [...sets.values()].filter(({ isLast }) => isLast)
  const tops = new Map([...sets.keys()].map((id) => [id, topOf(sets, id)]))
  for (const { id, document, written } of branches) {
    const own = sets.get(id)
    const others = last.filter((one) => one !== own)
    const siblings = others.filter(({ parent }) => parent === own?.parent)
    const kin = others.filter((one) => tops.get(one.id) === tops.get(id))
    for (const [at, { fields }] of (written.groups ?? []).entries())
      for (const name of Object.keys(fields)) {
        const field = own?.fields.find((one) => one.name === name)
        if (!field) continue
        const here = new Place(context, document, ['groups', at, 'fields', name, 'x-unit'])
        const alike = (set: ParameterSet) =>
          set.fields.filter((one) => one.name === name && one.title === field.title)
        checkMeasure(here, field, siblings.flatMap(alike))
        const usual = usualUnit(field, kin.flatMap(alike))
        const sibling = kin.find(
          (one) => one.parent === own?.parent && alike(one).some((other) => isSlip(field, other, usual)),
        )
        if (usual !== undefined && sibling)
          here.report('parameter_unit', { found: String(field.unit), expected: usual, field, name, sibling })
      }
  }
}

/** `alike` are the parameters of the same name and title in sibling categories, which are compared side by side. */
function checkMeasure(here: Place, { title, unit: own }: Field, alike: readonly Field[]): void {
  const others = alike.filter(({ unit }) => !isConvertible(own, unit))
  const [other] = others
  if (!other || others.length * 2 < alike.length) return
  here.report('parameter_measure', {
    found: own ?? '',
    ...(other.unit ? { expected: other.unit } : {}),
    title,
    unit: own ?? '（无）',
    usual: other.unit ?? '（无）',
  })
}

function compileGroups(context: Context, { document, written }: Branch): Shared {
  const fields: Field[] = []
  const groups = (written.groups ?? []).map(({ title, fields: listed }, at): ParameterGroup => {
    for (const [name, raw] of Object.entries(listed)) {
      const here = new Place(context, document, ['groups', at, 'fields', name])
      checkTwice(here, name, String(raw.title), fields)
      const isNumber = raw.type === 'number' || raw.type === 'integer'
      const isChosen = raw.type !== 'string' || raw.enum !== undefined || raw['x-dict'] !== undefined
      const usual = { 'x-filter': isChosen, 'x-sort': isNumber, ...raw }
      const field = compileField(here, name, usual, written.required?.includes(name) ?? false)
      checkSchema(here, name, field.schema, true)
      checkFilter(here, field, raw)
      fields.push({ ...field, schema: insideSchema(field, raw) })
    }
    return { title, fields: Object.keys(listed) }
  })
  for (const [index, name] of (written.required ?? []).entries())
    findField(new Place(context, document, ['required', index]), fields, name, 'field_unknown.parameter')
  return { groups, fields }
}

/** Returns the schema of a value inside an object, with the annotations that draw and label it. */
function insideSchema({ dict, schema }: Field, raw: Readonly<Record<string, unknown>>): JsonSchema {
  return {
    ...schema,
    ...collectInnerAnnotations(raw, undefined),
    ...(dict === undefined ? {} : { 'x-dict': dict }),
  }
}

function checkTwice(here: Place, name: string, title: string, before: readonly Field[]): void {
  if (before.some((field) => field.name === name))
    here.report('parameter_duplicate.name', { found: name, key: true })
  else if (before.some((field) => field.title === title))
    here.at('title').report('parameter_duplicate.title', { found: title })
}

/** A choice is filtered by its values; any other text has too many of them. */
function checkFilter(
  here: Place,
  { name, type, step, schema }: Field,
  raw: Readonly<Record<string, unknown>>,
): void {
  const { minimum, maximum } = schema as { readonly minimum?: number; readonly maximum?: number }
  if (step !== undefined && minimum !== undefined && maximum !== undefined && step > maximum - minimum)
    here.at('x-step').report('step_wide.parameter', { name, step, minimum, maximum })
  if (raw['x-filter'] === true && type === 'text' && !schema.enum)
    here.at('x-filter').report('filter_type', { name })
}

/** So many times as much is still the same order of size. */
const ALIKE = 3
/** From so many on, others are a custom. */
const SEVERAL = 2

function topOf(sets: ReadonlyMap<string, ParameterSet>, id: string): string {
  const way = [id]
  for (let above = sets.get(id)?.parent; above !== undefined && !way.includes(above); ) {
    way.unshift(above)
    above = sets.get(above)?.parent
  }
  return way[0] ?? id
}

/** The unit of more others than have the own one, into which it can be converted. */
function usualUnit({ unit: own }: Field, others: readonly Field[]): string | undefined {
  if (own === undefined) return undefined
  const counts = new Map<string, number>()
  for (const { unit } of others) if (unit !== undefined) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  const [[unit, many] = ['', 0]] = [...counts].sort(([, one], [, other]) => other - one)
  const isUsual = many >= SEVERAL && many > (counts.get(own) ?? 0) + 1
  return isUsual && unit !== own && isConvertible(own, unit) ? unit : undefined
}

/** Returns true if the limits resemble those of the other parameter as written, and less so after conversion. */
function isSlip(own: Field, other: Field, usual: string | undefined): boolean {
  const [middle, usually] = [middleOf(own), middleOf(other)]
  if (usual === undefined || other.unit !== usual || middle === undefined || usually === undefined)
    return false
  const written = timesOf(middle, usually)
  return written < ALIKE && written < timesOf(convert(middle, own.unit, usual), usually)
}

const timesOf = (one: number, other: number) => Math.max(one / other, other / one)

function middleOf({ schema }: Field): number | undefined {
  const { minimum, maximum } = schema as { readonly minimum?: number; readonly maximum?: number }
  return minimum !== undefined && maximum !== undefined && minimum > 0
    ? Math.sqrt(minimum * maximum)
    : undefined
}
