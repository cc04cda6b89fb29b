// Owns the cell of an item's state in its lifecycle.
import { DICTIONARY } from '../../../shared/own-dictionaries.ts'
import { useDictionary } from '../../app/dictionaries.ts'
import { Tag } from '../../ui/tag.tsx'
import type { CellProps } from '../widget-props.ts'

/** With what it is, a change beside it says how far it is; only its parties are told. */
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
