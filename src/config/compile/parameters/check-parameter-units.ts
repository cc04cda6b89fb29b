// Checks that a parameter has the unit that other categories use for its name, if its limits suggest that unit.

import type { Context } from '#config/load/context.ts'
import { convert, isConvertible } from '#shared/formats/units.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { ParameterSet } from '#shared/parameters/parameter-model.ts'
import type { ParameterTree } from './parameter-tree.ts'

/** So many times as much is still the same order of size. */
const ALIKE = 3
/** From so many on, others are a custom. */
const SEVERAL = 2

export function checkParameterUnits(
  context: Context,
  { branches }: ParameterTree,
  sets: ReadonlyMap<string, ParameterSet>,
): void {
  const kin = new Map<string, ParameterSet[]>()
  for (const set of sets.values()) {
    const top = topOf(sets, set.id)
    if (set.isLast) kin.set(top, [...(kin.get(top) ?? []), set])
  }
  for (const { id, document, written } of branches) {
    const own = sets.get(id)
    for (const [at, { fields }] of (written.groups ?? []).entries())
      for (const name of Object.keys(fields)) {
        const field = own?.fields.find((one) => one.name === name)
        if (!own || field?.unit === undefined) continue
        const others = (kin.get(topOf(sets, id)) ?? []).filter((one) => one !== own)
        const alike = (set: ParameterSet) =>
          set.fields.filter((one) => one.name === name && one.title === field.title)
        const usual = usualUnit(field.unit, others.flatMap(alike))
        if (usual === undefined) continue
        const sibling = others.find(
          (one) => one.parent === own.parent && alike(one).some((other) => isSlip(field, other, usual)),
        )
        if (!sibling) continue
        context.report(document, ['groups', at, 'fields', name, 'x-unit'], {
          slug: 'parameter_unit',
          message: `参数“${field.title}”（${name}）的单位是 ${field.unit}，同类的“${sibling.title}”等却用 ${usual}，且数值范围相近：请改为 ${usual}；若确以 ${field.unit} 计，请按 ${usual} 换算 minimum、maximum`,
          found: field.unit,
          expected: usual,
        })
      }
  }
}

function topOf(sets: ReadonlyMap<string, ParameterSet>, id: string): string {
  const way = [id]
  for (let above = sets.get(id)?.parent; above !== undefined && !way.includes(above); ) {
    way.unshift(above)
    above = sets.get(above)?.parent
  }
  return way[0] ?? id
}

/** The unit of more others than have the own one, into which it can be converted. */
function usualUnit(own: string, others: readonly Field[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { unit } of others) if (unit !== undefined) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  const [[unit, many] = ['', 0]] = [...counts].sort(([, one], [, other]) => other - one)
  const isUsual = many >= SEVERAL && many > (counts.get(own) ?? 0) + 1
  return isUsual && unit !== own && isConvertible(own, unit) ? unit : undefined
}

/** Returns true if the limits resemble those of the other parameter as written, and less so after conversion. */
function isSlip(own: Field, other: Field, usual: string): boolean {
  const [middle, usually] = [middleOf(own), middleOf(other)]
  if (other.unit !== usual || middle === undefined || usually === undefined) return false
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
