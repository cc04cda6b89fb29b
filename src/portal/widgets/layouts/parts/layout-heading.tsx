// Draws the heading of an item in a layout: its title, linked to the page that shows it.
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { LayoutProps } from '#portal/widgets/layout-props.ts'
import type { Item } from '#portal/widgets/widget-props.ts'

interface Props {
  readonly layout: Pick<LayoutProps, 'heading' | 'open' | 'scope' | 'level'>
  readonly item: Item
}

/** The link reaches over the whole item, which is placed `relative`. */
export function LayoutHeading({ layout: { heading, open, scope, level: Level }, item }: Props) {
  return (
    <Level className="eq-look-heading">
      <ItemLink link={open} scope={scope} item={item} className="eq-whole-link">
        {headingOf(item, { heading })}
      </ItemLink>
    </Level>
  )
}
