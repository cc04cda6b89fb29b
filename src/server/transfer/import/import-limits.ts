// Declares the limits of an import.
import type { TableBounds } from '#server/platform/table-files/table-file.ts'

export const MAX_ROWS = 5_000
export const MAX_BYTES = 10 * 1024 * 1024
/** Of a workbook, unpacked; a full one of 5,000 rows has about a third of it. */
const MAX_UNPACKED = 48 * 1024 * 1024
const MAX_CELLS = 200

export const BOUNDS: TableBounds = { rows: MAX_ROWS + 1, cells: MAX_CELLS, bytes: MAX_UNPACKED }

/** Begins the row of a template that explains the columns. */
export const HINT_MARK = '#填写说明 '
