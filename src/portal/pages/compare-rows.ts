// Owns the reckoning of a comparison: which rows differ, and which value is the better one.

import type { Column } from '../../shared/page-model.ts'
import { optionsOf } from '../widgets/options-of.ts'
import type { Item } from '../widgets/widget-props.ts'

export interface CompareRow {
  readonly column: Column
  readonly differs: boolean
  /** Places of the best values, where the column says which direction is better. */
  readonly best: ReadonlySet<number>
}

function spell(value: unknown): string {
  return value === null || value === undefined || value === '' ? '' : JSON.stringify(value)
}

function bestPlaces(values: readonly unknown[], better: 'high' | 'low' | undefined): ReadonlySet<number> {
  const figures = values.map((value) => (typeof value === 'number' ? value : Number.NaN))
  const known = figures.filter((figure) => !Number.isNaN(figure))
  if (better === undefined || known.length < 2) return new Set()
  const best = better === 'high' ? Math.max(...known) : Math.min(...known)
  if (known.every((figure) => figure === best)) return new Set()
  return new Set(figures.flatMap((figure, place) => (figure === best ? [place] : [])))
}

export function compareRows(columns: readonly Column[], items: readonly (Item | undefined)[]): CompareRow[] {
  return columns.map((column) => {
    const values = items.map((item) => item?.[column.field.name])
    const { better } = optionsOf<'cells/number'>(column)
    return { column, differs: new Set(values.map(spell)).size > 1, best: bestPlaces(values, better) }
  })
}
