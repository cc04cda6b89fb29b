// Draws the cell of one choice from a dictionary.
import { useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Tag } from '#portal/ui/tag.tsx'
import type { CellProps } from '#portal/widgets/widget-props.ts'

export function TagCell({ value, column }: CellProps) {
  const items = useDictionary(column.field.dict ?? '')
  const text = toText(value)
  if (text === '') return <>—</>
  const entry = items.find((candidate) => candidate.value === text)
  return <Tag color={entry?.color ?? 'blue'}>{entry?.label ?? text}</Tag>
}
