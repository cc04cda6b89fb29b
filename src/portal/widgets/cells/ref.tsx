// Owns the cell of another item: its title, which the server sends beside its id.
import type { CellProps } from '../widget-props.ts'

export function RefCell({ value, item, column }: CellProps) {
  const title = item[`${column.field.name}Title`] ?? value
  return <>{title === null || title === '' ? '—' : String(title)}</>
}
