// Draws the cell of several other items: their titles, each linked to its item where a link is configured.

import { toText } from '#portal/ui/format/to-text.ts'
import { Tag } from '#portal/ui/tag.tsx'
import { MISSING_REFERENCE } from '#portal/widgets/items/format-value.ts'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

/** Items that the viewer may no longer see have no title; they are counted. */
export function RefsCell({ value, item, column }: CellProps) {
  const { link } = optionsOf<'cells/refs'>(column)
  const titles = item[`${column.field.name}Title`]
  const ids = [...new Set((Array.isArray(value) ? value : []).map(toText))]
  const shown = ids.flatMap((id, place) => {
    const title = toText(Array.isArray(titles) ? titles[place] : id)
    return title ? [{ id, title }] : []
  })
  if (ids.length === 0) return <>—</>
  const missing = ids.length - shown.length
  const missingText =
    shown.length === 0 ? MISSING_REFERENCE : missing > 0 ? `另有 ${missing} 项${MISSING_REFERENCE}` : ''
  return (
    <span className={link ? 'eq-ref-links' : 'eq-tags'}>
      {shown.map((one) =>
        link ? (
          <ItemLink key={one.id} link={link} scope={{}} item={one}>
            {one.title}
          </ItemLink>
        ) : (
          <Tag key={one.id}>{one.title}</Tag>
        ),
      )}
      {missingText ? <span className="eq-muted">{missingText}</span> : null}
    </span>
  )
}
