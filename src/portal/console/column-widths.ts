// Owns how wide the columns of a console table are, in rem: fixed by what they hold, so that pages of a list stand alike.
import type { Action, Column } from '../../shared/page-model.ts'

const BY_CELL: Readonly<Record<string, number>> = {
  'date-time': 10.5,
  date: 7.5,
  deadline: 9,
  tag: 8.5,
  badge: 7.5,
  status: 7.5,
  number: 6.5,
  integer: 6.5,
  money: 8,
  'yes-no': 5,
  'long-text': 16,
  'rich-text': 16,
  words: 16,
  tags: 12,
}
const OTHERS = 9
/** The title of an item at least; it takes what is left over. */
const HEADING = 16
const TEXTS = new Set(['text', 'long-text', 'link'])

/** Undefined for the column that takes the room that the others leave. */
export function widthOf({ cell }: Column, index: number): number | undefined {
  if (index === 0 && TEXTS.has(cell)) return undefined
  return BY_CELL[cell] ?? OTHERS
}

/** Room for the buttons of a row, by their labels. */
export function actionsWidth(actions: readonly Action[], hasOpener: boolean): number {
  const labels = actions.map(({ label }) => label.length + 2)
  return labels.reduce((sum, width) => sum + width, (hasOpener ? 3.5 : 0) + 1.5)
}

/** What the whole table needs at least. */
export function tableWidth(widths: readonly (number | undefined)[]): number {
  return widths.reduce<number>((sum, width) => sum + (width ?? HEADING), 0)
}
