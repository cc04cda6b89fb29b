// Computes the rows of a comparison: groups, which rows differ, and which value is the better one.

import { dictionaryLabel } from '#portal/core/configuration/dictionaries.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { convert, isConvertible } from '#shared/formats/units.ts'
import { defaultCell } from '#shared/forms/default-widgets.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Column } from '#shared/model/page-model.ts'
import { findBestIndexes } from '#shared/parameters/compare-parameters.ts'

export interface CompareRow {
  readonly column: Column
  /** The items as the column draws them; undefined for an item that was not found. */
  readonly items: readonly (Item | undefined)[]
  readonly differs: boolean
  /**
   * True for a column that identifies an item, such as its number or price: it always differs, which means nothing.
   */
  readonly identifies: boolean
  /** Places of the best values, where a direction is better. */
  readonly best: ReadonlySet<number>
}

export interface CompareGroup {
  readonly title: string
  readonly rows: readonly CompareRow[]
}

/** A row of parameters, as the call tells it. */
interface ParameterRow {
  readonly key: string
  readonly name: string
  readonly group: string
  readonly unit: string | null
  readonly type: string
  readonly values: readonly unknown[]
  readonly bestIndex: readonly number[]
}

export interface ComparisonParameters {
  readonly items: readonly { readonly id: string }[]
  readonly rows: readonly ParameterRow[]
}

function toComparable(value: unknown): string {
  return value === null || value === undefined || value === '' ? '' : JSON.stringify(value)
}

const areDifferent = (values: readonly unknown[]): boolean => new Set(values.map(toComparable)).size > 1

/** Free texts, pictures and amounts. */
const isIdentifying = ({ cell, field }: Column): boolean =>
  IDENTIFYING_CELLS.has(cell) || (IDENTIFYING_TYPES.has(field.type) && field.schema?.enum === undefined)
const IDENTIFYING_CELLS = new Set(['money', 'plate', 'image', 'images'])
const IDENTIFYING_TYPES = new Set(['text', 'image', 'images'])

/** Amounts that are said in several units, all in the unit of the first; others as they are. */
function figuresOf(column: Column, items: readonly (Item | undefined)[]): readonly unknown[] {
  const values = items.map((item) => item?.[column.field.name])
  const { unit, units: dictionary = '' } = optionsOf<'cells/money'>(column)
  if (unit === undefined) return values
  const units = items.map((item) => dictionaryLabel(dictionary, toText(item?.[unit])))
  const first = units[values.findIndex((value) => typeof value === 'number')]
  return values.map((value, index) =>
    typeof value === 'number' && isConvertible(units[index], first)
      ? convert(value, units[index], first)
      : null,
  )
}

/**
 * Computes the rows. If the items are not comparable, no value is the better one: the price of a pump means nothing
 * next to that of a drone.
 */
export function compareRows(
  columns: readonly Column[],
  items: readonly (Item | undefined)[],
  areComparable: boolean,
): CompareRow[] {
  // The field with the unit of an amount has no row of its own; the unit is drawn with the amount.
  const units = new Set(columns.map((column) => optionsOf<'cells/money'>(column).unit))
  return columns
    .filter(({ field }) => !units.has(field.name))
    .map((column) => {
      const values = items.map((item) => item?.[column.field.name])
      const better = optionsOf<'cells/number'>(column).better ?? column.field.better
      const best = areComparable ? findBestIndexes(figuresOf(column, items), better) : []
      return {
        column,
        items,
        differs: areDifferent(values),
        identifies: isIdentifying(column),
        best: new Set(best),
      }
    })
}

/** In the order of `ids`, which may hold some that the answer leaves out; groups in the order of the answer. */
export function parameterGroups(
  { items, rows }: ComparisonParameters,
  ids: readonly string[],
): CompareGroup[] {
  const places = ids.map((id) => items.findIndex((item) => item.id === id))
  const groups = new Map<string, CompareRow[]>()
  for (const row of rows) {
    const values = places.map((place) => (place < 0 ? undefined : (row.values[place] ?? null)))
    if (values.every((value) => value === null || value === undefined)) continue
    const column = toColumn(row)
    const { name } = column.field
    groups.set(row.group, [
      ...(groups.get(row.group) ?? []),
      {
        column,
        items: values.map((value) => (value === undefined ? undefined : { [name]: value })),
        differs: areDifferent(values),
        identifies: false,
        best: new Set(places.flatMap((place, at) => (row.bestIndex.includes(place) ? [at] : []))),
      },
    ])
  }
  return [...groups].map(([title, own]) => ({ title, rows: own }))
}

function toColumn({ key, name, unit, type }: ParameterRow): Column {
  const field: Field = {
    name: key,
    title: name,
    type: type as Field['type'], // as the server has compiled it
    required: false,
    ...(unit ? { unit } : {}),
    filter: false,
    sort: false,
    system: false,
    schema: {},
  }
  return { field, label: name, cell: defaultCell(field) }
}

/**
 * Returns true if two items give the column's figure in the same unit; some name the unit in a field of their own.
 */
export function areAlike(column: Column, one: Item | undefined, other: Item | undefined): boolean {
  const { unit } = optionsOf<'cells/money'>(column)
  return unit === undefined || one?.[unit] === other?.[unit]
}

/** How far a number is from the baseline's, such as +12%; empty where that says nothing. */
export function toDelta(value: unknown, base: unknown): string {
  if (typeof value !== 'number' || typeof base !== 'number' || base === 0 || value === base) return ''
  const share = ((value - base) / Math.abs(base)) * 100
  const digits = Math.abs(share) < 10 ? 1 : 0
  return `${share > 0 ? '+' : '−'}${Math.abs(share).toFixed(digits)}%`
}
