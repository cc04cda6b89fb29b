// Owns whether an item has anything to show in a column.

import type { Item } from '#portal/widgets/widget-props.ts'
import type { Column } from '#shared/model/page-model.ts'
import { valueAt } from './field-value.ts'

/** What the reader may not see the server does not send; what was left empty is not worth a line. */
export function hasValue(item: Item, { field }: Column): boolean {
  const value = valueAt(item, field.name)
  return (
    value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
  )
}
