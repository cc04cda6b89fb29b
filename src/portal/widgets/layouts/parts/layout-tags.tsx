// Draws the labels of an item in a layout: kind, state, urgency.

import { Cell } from '#portal/widgets/cell-registry.tsx'
import { hasValue } from '#portal/widgets/items/has-value.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Column } from '#shared/model/page-model.ts'

interface Props {
  readonly columns: readonly Column[]
  readonly item: Item
}

export function LayoutTags({ columns, item }: Props) {
  const shown = columns.filter((column) => hasValue(item, column))
  if (shown.length === 0) return null
  return (
    <p className="eq-tags">
      {shown.map((column) => (
        <Cell key={column.field.name} column={column} item={item} />
      ))}
    </p>
  )
}
