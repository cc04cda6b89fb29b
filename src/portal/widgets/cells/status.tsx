// Owns the cell of an item's state in its lifecycle.
import { useDictionary } from '../../app/dictionaries.ts'
import { Tag } from '../../ui/tag.tsx'
import type { CellProps } from '../widget-props.ts'

export function StatusCell({ value, column }: CellProps) {
  const items = useDictionary(column.field.dict ?? 'contentStatus')
  if (typeof value !== 'string') return <>—</>
  const entry = items.find((candidate) => candidate.value === value)
  return <Tag color={entry?.color ?? 'grey'}>{entry?.label ?? value}</Tag>
}
