// Owns the cell of one choice from a dictionary.
import { useDictionary } from '../../app/dictionaries.ts'
import { Tag } from '../../ui/tag.tsx'
import type { CellProps } from '../widget-props.ts'

export function TagCell({ value, column }: CellProps) {
  const items = useDictionary(column.field.dict ?? '')
  if (value === null || value === '') return <>—</>
  const entry = items.find((candidate) => candidate.value === String(value))
  return <Tag color={entry?.color ?? 'blue'}>{entry?.label ?? String(value)}</Tag>
}
