// Draws the cell of an item's state in its lifecycle.

import { useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { Tag } from '#portal/ui/tag.tsx'
import type { CellProps } from '#portal/widgets/widget-props.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'

/**
 * Draws the state of the item and, beside it, the state of its pending change. Only participants receive the latter.
 */
export function StatusCell({ value, column, item }: CellProps) {
  const items = useDictionary(column.field.dict ?? DICTIONARY.states)
  if (typeof value !== 'string') return <>—</>
  const find = (state: unknown) => items.find((candidate) => candidate.value === state)
  const entry = find(value)
  const change = find(item.changeStatus)
  return (
    <>
      <Tag color={entry?.color ?? 'grey'}>{entry?.label ?? value}</Tag>
      {change ? <Tag color={change.color ?? 'grey'}>{`修改${change.label}`}</Tag> : null}
    </>
  )
}
