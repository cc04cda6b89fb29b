// Draws the list as cards with covers.
import { memo } from 'react'
import { Actions } from '#portal/features/actions/actions.tsx'
import { Badge } from '#portal/ui/badge.tsx'
import { Guard } from '#portal/ui/error-card.tsx'
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { hasValue } from '#portal/widgets/items/has-value.ts'
import { ItemCover, SEEN_AT_ONCE } from '#portal/widgets/items/item-cover.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import { planColumns } from '#portal/widgets/layouts/parts/column-plan.ts'
import type { ListItemProps, ListViewProps } from './list-view-props.ts'

interface Props extends ListItemProps {
  readonly isFirst: boolean
}

const ItemCard = memo(function ItemCard({ page, item, scope, isFirst }: Props) {
  const { heading, tags, summary, day, facts } = planColumns(page.columns)
  return (
    <li className="eq-item-card">
      <div className="eq-item-card-top">
        <ItemCover item={item} picture={page.picture} isFirst={isFirst} />
        {page.badge ? <Badge>{page.badge}</Badge> : null}
      </div>
      <div className="eq-item-card-body">
        <h2 className="eq-clamp-2">
          <ItemLink link={page.open} scope={scope} item={item} className="eq-cover-link">
            {headingOf(item, heading ? { heading: heading.field.name } : undefined)}
          </ItemLink>
        </h2>
        <p className="eq-tags">
          {tags.map((column) =>
            hasValue(item, column) ? <Cell key={column.field.name} column={column} item={item} /> : null,
          )}
        </p>
        {summary && hasValue(item, summary) ? (
          <div className="eq-clamp-2 eq-muted">
            <Cell column={summary} item={item} />
          </div>
        ) : null}
        <FactList
          columns={day ? [...facts, day] : facts}
          item={item}
          layout="card"
          always={(column) => column === day}
        />
        {page.rowActions.length > 0 ? (
          <Actions
            actions={page.rowActions}
            scope={{ ...scope, item }}
            title={page.title}
            item={item}
            picture={page.picture}
          />
        ) : null}
      </div>
    </li>
  )
})

export function ListCards({ page, items, scope }: ListViewProps) {
  return (
    <ul className="eq-cards" data-columns={page.aside.length ? 2 : 5}>
      {items.map((item, index) => (
        <Guard key={String(item.id)} name={page.title}>
          <ItemCard page={page} item={item} scope={scope} isFirst={index < SEEN_AT_ONCE} />
        </Guard>
      ))}
    </ul>
  )
}
