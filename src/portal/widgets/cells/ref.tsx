// Owns the cell of another item: its title, which the server sends beside its id.
import { toText } from '../../ui/to-text.ts'
import type { CellProps } from '../widget-props.ts'

export function RefCell({ value, item, column }: CellProps) {
  return <>{toText(item[`${column.field.name}Title`] ?? value) || '—'}</>
}
