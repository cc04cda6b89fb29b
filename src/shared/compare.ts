// Owns what is set side by side of items with parameters: rows in one unit, in groups, with the better values marked.
import type { Field } from './content-model.ts'
import type { ParameterFamily, ParameterSet } from './parameter-model.ts'
import { convert } from './units.ts'

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

export function bestPlaces(values: readonly unknown[], better: 'high' | 'low' | undefined): number[] {
  const figures = values.map((value) => (typeof value === 'number' ? value : Number.NaN))
  const known = figures.filter((figure) => !Number.isNaN(figure))
  if (better === undefined || known.length < 2) return []
  const best = better === 'high' ? Math.max(...known) : Math.min(...known)
  if (known.every((figure) => figure === best)) return []
  return figures.flatMap((figure, place) => (figure === best ? [place] : []))
}

/** The categories of all of them are one, or lie right below one. */
export function areComparable(family: ParameterFamily, sets: readonly string[]): boolean {
  const parentOf = (id: string) => family.sets.find((set) => set.id === id)?.parent
  return new Set(sets).size <= 1 || new Set(sets.map(parentOf)).size === 1
}

/**
 * Of one category its parameters; of several what they share, in one unit, and then what only one of them has.
 * The order is the sets' own.
 */
export function compareParameters(family: ParameterFamily, items: readonly Compared[]): ComparedRow[] {
  const setOf = (id: string) => family.sets.find((set) => set.id === id)
  const sets = [...new Set(items.map(({ set }) => set))].flatMap((id) => setOf(id) ?? [])
  const [first] = sets
  if (!first) return []
  const above = sets.length === 1 ? first : first.parent === undefined ? undefined : setOf(first.parent)
  const shared = above ? rowsOf(family, above, items, () => true) : []
  if (sets.length === 1) return shared
  const known = new Set(shared.map(({ field }) => field.name))
  const own = sets.flatMap((set) =>
    rowsOf(
      family,
      { ...set, fields: set.fields.filter(({ name }) => !known.has(name)) },
      items,
      (item) => item.set === set.id,
    ),
  )
  return [...shared, ...own]
}

function rowsOf(
  family: ParameterFamily,
  { groups, fields }: ParameterSet,
  items: readonly Compared[],
  has: (item: Compared) => boolean,
): ComparedRow[] {
  return groups.flatMap(({ title, fields: listed }) =>
    fields
      .filter(({ name }) => listed.includes(name))
      .map((field) => {
        const values = items.map((item) => (has(item) ? measureOf(family, item, field) : null))
        return { field, group: title, values, best: bestPlaces(values, field.better) }
      }),
  )
}

function measureOf(family: ParameterFamily, { set, values }: Compared, field: Field): unknown {
  const value = values[field.name] ?? null
  if (typeof value !== 'number') return value
  const own = family.sets.find(({ id }) => id === set)?.fields.find(({ name }) => name === field.name)
  return convert(value, own?.unit, field.unit)
}
