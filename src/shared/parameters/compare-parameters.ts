// Compares items with parameters side by side: rows in one unit, in groups, with the better values marked.

import { convert } from '#shared/formats/units.ts'
import type { Field } from '#shared/model/content-model.ts'
import { perModel } from '#shared/model/per-model.ts'
import type { ParameterFamily, ParameterSet } from './parameter-model.ts'

/** An item as far as its parameters are compared. */
export interface Compared {
  /** Its category, of the last level. */
  readonly set: string
  readonly values: Readonly<Record<string, unknown>>
}

export interface ComparedRow {
  readonly field: Field
  readonly group: string
  /** One for each item, in the row's unit; null where it says nothing. */
  readonly values: readonly unknown[]
  /** Places of the better values; none where there is no direction, or nothing is better than another. */
  readonly best: readonly number[]
}

export function findBestIndexes(values: readonly unknown[], better: 'high' | 'low' | undefined): number[] {
  if (better === undefined) return []
  const figures = values.map((value) => (typeof value === 'number' ? value : Number.NaN))
  const known = figures.filter((figure) => !Number.isNaN(figure))
  if (known.length < 2) return []
  const best = better === 'high' ? Math.max(...known) : Math.min(...known)
  if (known.every((figure) => figure === best)) return []
  return figures.flatMap((figure, place) => (figure === best ? [place] : []))
}

/** Returns true if the categories are all the same, or all children of one. */
export function areComparable(family: ParameterFamily, sets: readonly string[]): boolean {
  const known = setsOf(family)
  return new Set(sets).size <= 1 || new Set(sets.map((id) => known.get(id)?.set.parent)).size === 1
}

/**
 * Of one category its parameters; of several what they share, in one unit, and then what only one of them has.
 * The order is the sets' own.
 */
export function compareParameters(family: ParameterFamily, items: readonly Compared[]): ComparedRow[] {
  const known = setsOf(family)
  const sets = [...new Set(items.map(({ set }) => set))].flatMap((id) => known.get(id) ?? [])
  const [first] = sets
  if (!first) return []
  const above = sets.length === 1 ? first : known.get(first.set.parent ?? '')
  const shared = above ? rowsOf(known, above.rows, items) : []
  if (sets.length === 1) return shared
  const names = new Set(shared.map(({ field }) => field.name))
  const own = sets.flatMap(({ set, rows }) =>
    rowsOf(
      known,
      rows.filter(({ field }) => !names.has(field.name)),
      items,
      set.id,
    ),
  )
  return [...shared, ...own]
}

interface IndexedSet {
  readonly set: ParameterSet
  readonly rows: readonly { readonly field: Field; readonly group: string }[]
  readonly units: ReadonlyMap<string, string | undefined>
}

type IndexedSets = ReadonlyMap<string, IndexedSet>

/** A family never changes, and every comparison asks for the same of it. */
const setsOf = perModel(
  ({ sets }: ParameterFamily): IndexedSets => new Map(sets.map((set) => [set.id, toIndexedSet(set)])),
)

function toIndexedSet(set: ParameterSet): IndexedSet {
  const { fields, groups } = set
  return {
    set,
    rows: groups.flatMap(({ title, fields: listed }) =>
      fields.flatMap((field) => (listed.includes(field.name) ? [{ field, group: title }] : [])),
    ),
    units: new Map(fields.map(({ name, unit }) => [name, unit])),
  }
}

/** With `only`, items of other sets say nothing. */
function rowsOf(
  known: IndexedSets,
  rows: IndexedSet['rows'],
  items: readonly Compared[],
  only?: string,
): ComparedRow[] {
  const units = items.map(({ set }) => known.get(set)?.units)
  return rows.map(({ field, group }) => {
    const values = items.map((item, place) => {
      const value = only === undefined || item.set === only ? (item.values[field.name] ?? null) : null
      return typeof value === 'number' ? convert(value, units[place]?.get(field.name), field.unit) : value
    })
    return { field, group, values, best: findBestIndexes(values, field.better) }
  })
}
