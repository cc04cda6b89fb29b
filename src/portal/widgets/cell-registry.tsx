// Finds cells by file name; they are small and part of the page's own chunk.
import own from 'portal-widgets/cells'
import { memo } from 'react'
import { ErrorCard } from '#portal/ui/error-card.tsx'
import { isMaskedValue } from '#shared/access/mask-field.ts'
import type { Column } from '#shared/model/page-model.ts'
import { valueAt } from './items/field-value.ts'
import { MaskedValue } from './items/masked-value.tsx'
import { onlyComponent, widgetName } from './widget-name.ts'
import type { CellComponent, Item } from './widget-props.ts'

const modules = import.meta.glob('./cells/*.tsx', { eager: true })

export const CELLS: ReadonlyMap<string, CellComponent> = new Map(
  Object.entries({ ...modules, ...own }).map(([file, module]) => [
    widgetName(file),
    onlyComponent<CellComponent>(module),
  ]),
)

interface Props {
  readonly column: Column
  readonly item: Item
}

/**
 * Draws the value of a column's field in an item with the column's cell. Components that draw many cells guard the
 * row, not each cell.
 */
export const Cell = memo(function Cell({ column, item }: Props) {
  const Widget = CELLS.get(column.cell)
  if (!Widget) return <ErrorCard title={`没有名为“${column.cell}”的单元格`} />
  const value = valueAt(item, column.field.name) ?? null
  if (isMaskedValue(column.field, value))
    return (
      <MaskedValue item={item} field={column.field.name} label={column.label} masked={value}>
        {(shown) => <Widget value={shown} item={item} column={column} />}
      </MaskedValue>
    )
  return <Widget value={value} item={item} column={column} />
})
