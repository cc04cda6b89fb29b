// Owns the labels of an item in a look: kind, state, urgency.
import type { Column } from '../../shared/page-model.ts'
import { Cell } from './cell-registry.tsx'
import { hasValue } from './has-value.ts'
import type { Item } from './widget-props.ts'

interface Props {
  readonly columns: readonly Column[]
  readonly item: Item
}

export function LookTags({ columns, item }: Props) {
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
