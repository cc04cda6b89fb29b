// Draws the one-line row that lists of items share: label and title left, meta and date right.
import { memo } from 'react'
import { toDate } from '#portal/ui/format/format-time.ts'
import { Cell } from '#portal/widgets/cell-registry.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Section } from '#shared/model/page-model.ts'
import { FactList } from './fact-list.tsx'
import { ItemLink } from './item-link.tsx'
import { headingOf, momentOf } from './item-text.ts'

interface Props {
  readonly section: Section
  readonly scope: Scope
  readonly item: Item
  /** Place in a ranking, from 1. */
  readonly rank?: number
}

export const ItemLine = memo(function ItemLine({ section, scope, item, rank }: Props) {
  const { tag, level, meta, date: day } = section.content?.columns ?? {}
  const { facts } = section.content?.lists ?? {}
  const label = tag ?? level
  const moment = day ? item[day.field.name] : momentOf(item)
  const date = toDate(moment)
  return (
    <li className={facts ? 'eq-row eq-row-facts' : 'eq-row'}>
      {rank ? (
        <span className="eq-rank" data-rank={rank}>
          {rank}
        </span>
      ) : null}
      {label && item[label.field.name] != null ? <Cell column={label} item={item} /> : null}
      <ItemLink link={section.open} scope={scope} item={item} className="eq-row-title">
        {headingOf(item, section.content)}
      </ItemLink>
      {meta && item[meta.field.name] != null ? (
        <span className="eq-row-meta">
          <Cell column={meta} item={item} />
        </span>
      ) : null}
      {date && !rank ? (
        <time className="eq-row-date" dateTime={String(moment)}>
          {day ? date : date.slice(5)}
        </time>
      ) : null}
      {facts ? <FactList columns={facts} item={item} layout="inline" /> : null}
    </li>
  )
})
