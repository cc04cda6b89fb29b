// Draws the list as rows: labels and title left, date right, the facts underneath.
import { memo } from 'react'
import { Badge } from '#portal/ui/badge.tsx'
import { Guard } from '#portal/ui/error-card.tsx'
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { hasValue } from '#portal/widgets/items/has-value.ts'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import { planColumns } from '#portal/widgets/layouts/parts/column-plan.ts'
import type { ListItemProps, ListViewProps } from './list-view-props.ts'

const Row = memo(function Row({ page, item, scope }: ListItemProps) {
  const { heading, tags, summary, day, facts } = planColumns(page.columns)
  return (
    <li className="eq-list-row">
      <div className="eq-list-head">
        {page.badge ? <Badge>{page.badge}</Badge> : null}
        {tags.map((column) =>
          hasValue(item, column) ? <Cell key={column.field.name} column={column} item={item} /> : null,
        )}
        <h2>
          <ItemLink link={page.open} scope={scope} item={item} className="eq-cover-link">
            {headingOf(item, heading ? { heading: heading.field.name } : undefined)}
          </ItemLink>
        </h2>
        {day ? (
          <span className="eq-row-date">
            <Cell column={day} item={item} />
          </span>
        ) : null}
      </div>
      {summary && hasValue(item, summary) ? (
        <div className="eq-clamp-2 eq-muted">
          <Cell column={summary} item={item} />
        </div>
      ) : null}
      <FactList columns={facts} item={item} layout="inline" />
    </li>
  )
})

export function ListRows({ page, items, scope }: ListViewProps) {
  return (
    <ul className="eq-list">
      {items.map((item) => (
        <Guard key={String(item.id)} name={page.title}>
          <Row page={page} item={item} scope={scope} />
        </Guard>
      ))}
    </ul>
  )
}
