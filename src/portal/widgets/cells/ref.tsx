// Draws the cell of another item: its title, which the server sends beside its id, linked where a link is configured.
import { toText } from '#portal/ui/format/to-text.ts'
import { MISSING_REFERENCE } from '#portal/widgets/items/format-value.ts'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

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
