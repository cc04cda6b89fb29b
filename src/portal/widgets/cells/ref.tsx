// Owns the cell of another item: its title, which the server sends beside its id, leading to it where a link is given.
import { toText } from '../../ui/to-text.ts'
import { ItemLink } from '../item-link.tsx'
import { MISSING_REFERENCE } from '../missing-reference.ts'
import { optionsOf } from '../options-of.ts'
import type { CellProps } from '../widget-props.ts'

/** The title of what this reader may not see any more is null; its id would tell him nothing. */
export function RefCell({ value, item, column }: CellProps) {
  const title = item[`${column.field.name}Title`]
  if (title === null && value) return <span className="eq-muted">{MISSING_REFERENCE}</span>
  const { link, whether } = optionsOf<'cells/ref'>(column)
  const text = whether && value ? '展示中' : toText(title ?? value)
  if (!text) return <>—</>
  return (
    <ItemLink link={link} scope={{}} item={item}>
      {text}
    </ItemLink>
  )
}
