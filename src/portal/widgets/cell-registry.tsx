// Finds cells by file name; they are small and part of the page's own chunk.
import own from 'portal-widgets/cells'
import { memo, type ReactNode } from 'react'
import { ErrorCard } from '#portal/ui/error-card.tsx'
import { isMaskedValue } from '#shared/access/mask-field.ts'
import type { Column } from '#shared/model/page-model.ts'
import { hasValue, valueAt } from './items/field-value.ts'
import { MaskedValue } from './items/masked-value.tsx'
import { toRegistry } from './widget-name.ts'
import type { CellComponent, Item } from './widget-props.ts'

const modules = import.meta.glob('./cells/*.tsx', { eager: true })

export const CELLS = toRegistry<CellComponent>({ ...modules, ...own })

interface Props {
  readonly column: Column
  readonly item: Item
}

/**
 * Draws the value of a column's field in an item with the column's cell, within the component that calls it: one that
 * is drawn again as a whole. Components that draw many cells guard the row, not each cell.
 */
export function drawCell(column: Column, item: Item): ReactNode {
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
}

/** Draws a cell as a component, which is drawn again only when its column or item changes. */
export const Cell = memo(function Cell({ column, item }: Props) {
  return drawCell(column, item)
})

interface BlockProps {
  readonly column: Column | undefined
  readonly item: Item
  readonly className: string
  readonly as?: 'div' | 'p' | 'span'
}

/** Draws a cell in a block of its own; nothing without a column, or where the item has no value for it. */
export function CellBlock({ column, item, className, as: Block = 'div' }: BlockProps) {
  if (!column || !hasValue(item, column)) return null
  return (
    <Block className={className}>
      <Cell column={column} item={item} />
    </Block>
  )
}
