// Computes column widths of a console table in rem: by cell type, so that pages align; less in narrow frames.
import type { Action, Column } from '#shared/model/page-model.ts'

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

/** Smallest widths, for little space. Cells that are not listed cannot break, and keep their width. */
const MIN_BY_CELL: Readonly<Record<string, number>> = {
  'date-time': 8.5,
  tag: 7,
  'long-text': 10,
  'rich-text': 10,
  words: 10,
  tags: 7.5,
}
const MIN_OTHERS = 6.5
const MIN_HEADING = 10

/** Undefined for the column that takes the room that the others leave. `slack` is 1 where there is room, 0 where it is shortest. */
export function widthOf({ cell }: Column, index: number, slack = 1): number | undefined {
  if (index === 0 && TEXTS.has(cell)) return undefined
  const width = BY_CELL[cell] ?? OTHERS
  const min = MIN_BY_CELL[cell] ?? (cell in BY_CELL ? width : MIN_OTHERS)
  return min + (width - min) * slack
}

/** How far the buttons of a row may break into lines. */
const MIN_ACTIONS = 0.65

/** Returns the width of a row's buttons, by their labels; several buttons may wrap onto several lines. */
export function actionsWidth(actions: readonly Action[], hasOpener: boolean, slack = 1): number {
  const labels = actions.map(({ label }) => label.length + 2)
  const width = labels.reduce((sum, one) => sum + one, (hasOpener ? 3.5 : 0) + 1.5)
  const longest = Math.max(5, ...labels.map((one) => one + 1.5))
  const min = Math.min(width, Math.max(longest, width * MIN_ACTIONS))
  return min + (width - min) * slack
}

/** Returns the smallest width of the whole table. */
export function tableWidth(widths: readonly (number | undefined)[], slack = 1): number {
  const heading = MIN_HEADING + (HEADING - MIN_HEADING) * slack
  return widths.reduce<number>((sum, width) => sum + (width ?? heading), 0)
}
