// Owns the cell of another item: its title, which the server sends beside its id.
import { toText } from '../../ui/to-text.ts'
import type { CellProps } from '../widget-props.ts'

/** The title of what this reader may not see any more is null; its id would tell him nothing. */
export function RefCell({ value, item, column }: CellProps) {
  const title = item[`${column.field.name}Title`]
  if (title === null && value) return <span className="eq-muted">已下线或已删除</span>
  return <>{toText(title ?? value) || '—'}</>
}
