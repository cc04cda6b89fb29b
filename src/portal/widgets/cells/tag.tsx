// Owns the cell of one choice from a dictionary.
import { useDictionary } from '../../app/dictionaries.ts'
import { Tag } from '../../ui/tag.tsx'
import { toText } from '../../ui/to-text.ts'
import type { CellProps } from '../widget-props.ts'

export function TagCell({ value, column }: CellProps) {
  const items = useDictionary(column.field.dict ?? '')
  const text = toText(value)
  if (text === '') return <>—</>
  const entry = items.find((candidate) => candidate.value === text)
  return <Tag color={entry?.color ?? 'blue'}>{entry?.label ?? text}</Tag>
}
