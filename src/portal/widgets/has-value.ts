// Owns whether an item has anything to show in a column.
import type { Column } from '../../shared/page-model.ts'
import { valueAt } from './value-at.ts'
import type { Item } from './widget-props.ts'

/** What the reader may not see the server does not send; what was left empty is not worth a line. */
export function hasValue(item: Item, { field }: Column): boolean {
  const value = valueAt(item, field.name)
  return (
    value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
  )
}
