// Checks that an item has a value to show in a column.

import type { Item } from '#portal/widgets/widget-props.ts'
import type { Column } from '#shared/model/page-model.ts'
import { valueAt } from './field-value.ts'

/**
 * Returns false for a field that the server withholds from the viewer and for one that was left empty; an empty field
 * needs no line.
 */
export function hasValue(item: Item, { field }: Column): boolean {
  const value = valueAt(item, field.name)
  return (
    value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
  )
}
