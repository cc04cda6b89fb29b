// Converts a list to rows of a table file: one for each item, numbers as numbers, other values as text.

import { toDate, toDateTime } from '#portal/ui/format/format-time.ts'
import type { Region } from '#portal/widgets/choices/use-regions.ts'
import { formatValue } from '#portal/widgets/items/format-value.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { ExportColumn } from '#shared/model/page-model.ts'
import type { Sheet, SheetCell } from '#shared/tables/sheet.ts'

const WIDE = 40
const NARROW = 14

export function toRows(
  name: string,
  columns: readonly ExportColumn[],
  items: readonly Item[],
  regions: readonly Region[],
): Sheet {
  const heads = columns.map(({ title, unit }): SheetCell => {
    return { value: unit === undefined ? title : `${title}（${unit}）`, style: 'head' }
  })
  return {
    name,
    rows: [heads, ...items.map((item) => columns.map((column) => toCell(column, item, regions)))],
    columns: columns.map(({ type, title }) => ({
      width: type === 'long-text' ? WIDE : Math.max(NARROW, title.length * 2 + 4),
    })),
    fixed: { rows: 1, columns: 1 },
  }
}

/** Text that only looks like a number, such as one for calling, stays as it was typed. */
function toCell(column: ExportColumn, item: Item, regions: readonly Region[]): SheetCell {
  const value = item[column.name]
  if (typeof value === 'number') return value
  if (column.type === 'date') return toDate(value)
  if (column.type === 'date-time') return toDateTime(value)
  return { value: formatValue(column as Field, value, item, regions), style: 'text' }
}
