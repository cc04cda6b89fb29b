// Marks the cells covered by merges: they are empty, although the value of the merge appears to be theirs.
import { MERGED_CELL, type TableBounds, TableError } from './table-file.ts'

interface Row {
  readonly number: number
  readonly cells: string[]
}

/** `A` is 0, `AA` is 26. */
export function columnIndex(letters: string): number {
  let value = 0
  for (const letter of letters) value = value * 26 + letter.charCodeAt(0) - 64
  return value - 1
}

const RANGE = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/

/** Merges never overlap: more covered cells than there are is a file made to keep the server busy. */
export function coverMerged(rows: readonly Row[], merges: readonly string[], bounds: TableBounds): void {
  if (merges.length === 0) return
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  const lastRow = rows.reduce((last, { number }) => Math.max(last, number), 0)
  let left = (bounds.rows + 2) * bounds.cells
  for (const merge of merges) {
    const [, from = '', first, to = '', last] = RANGE.exec(merge) ?? []
    const [top, bottom] = [Number(first), Math.min(Number(last), lastRow)]
    const [start, end] = [columnIndex(from), Math.min(columnIndex(to), bounds.cells - 1)]
    if (!byNumber.get(top)?.cells[start]?.trim()) continue
    for (let number = top; number <= bottom; number += 1) {
      left -= 1
      if (left < 0) throw new TableError('damaged')
      const cells = byNumber.get(number)?.cells
      if (!cells) continue
      for (let column = start; column <= end; column += 1) {
        left -= 1
        if (number === top && column === start) continue
        cells[column] = `${MERGED_CELL}${merge.replaceAll('$', '')}`
      }
    }
  }
}
