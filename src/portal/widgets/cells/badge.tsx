// Draws the cell of a category badge.
import { useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { Badge } from '#portal/ui/badge.tsx'
import { toText } from '#portal/ui/format/to-text.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

/** A choice from a dictionary is shown by its label. */
export function BadgeCell({ value, column }: CellProps) {
  const items = useDictionary(column.field.dict ?? '')
  const text = toText(value)
  if (text === '') return <>—</>
  return <Badge>{items.find((item) => item.value === text)?.label ?? text}</Badge>
}
