// Draws the layout of offers and demands: rows that compare closing day, amount, location and state.

import { daysUntil, toDate } from '#portal/ui/format/format-time.ts'
import { Cell, CellBlock } from '#portal/widgets/cell-registry.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { valueAt } from '#portal/widgets/items/field-value.ts'
import { momentOf } from '#portal/widgets/items/item-text.ts'
import type { LayoutProps } from '#portal/widgets/layout-props.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Column } from '#shared/model/page-model.ts'
import { LayoutHeading, LayoutRun, LayoutTags, useColumnPlan } from './parts/layout-parts.tsx'

/** Days left from which on it is urgent. */
const SOON = 7

function Closing({ column, item }: { readonly column: Column; readonly item: Item }) {
  const value = valueAt(item, column.field.name)
  const days = daysUntil(value)
  const pace = days === null ? 'none' : days < 0 ? 'over' : days <= SOON ? 'soon' : 'open'
  return (
    <p className="eq-closing" data-pace={pace}>
      {days === null ? (
        <span>长期有效</span>
      ) : days < 0 ? (
        <span>已截止</span>
      ) : days === 0 ? (
        <b>今天</b>
      ) : (
        <span>
          剩 <b className="eq-figure">{days}</b> 天
        </span>
      )}
      {days === null ? null : (
        <time className="eq-figure" dateTime={String(value)}>
          {days < 0 ? toDate(value) : `${toDate(value).slice(5)} 截止`}
        </time>
      )}
    </p>
  )
}

function Published({ item }: { readonly item: Item }) {
  const day = toDate(momentOf(item))
  return (
    <p className="eq-closing" data-pace="none">
      <b className="eq-figure">{day.slice(8)}</b>
      <time className="eq-figure" dateTime={day}>
        {day.slice(0, 7)}
      </time>
    </p>
  )
}

export function LedgerLayout({ items, columns, dense, foot, ...layout }: LayoutProps) {
  const { tags, closing, amount, summary, others, date, plate } = useColumnPlan(columns)
  const facts = [plate, ...others, date].filter((column) => column !== undefined)
  return (
    <LayoutRun items={items} dense={dense} className="eq-ledger">
      {(item) => (
        <>
          {closing ? <Closing column={closing} item={item} /> : <Published item={item} />}
          <div className="eq-ledger-what">
            <LayoutTags columns={tags} item={item} />
            <LayoutHeading layout={layout} item={item} />
            {dense ? null : <CellBlock column={summary} item={item} className="eq-clamp-2 eq-muted" />}
            <FactList columns={facts} item={item} layout="inline" />
          </div>
          {amount ? (
            <p className="eq-ledger-amount">
              <span className="eq-muted">{amount.label}</span>
              <Cell column={amount} item={item} />
            </p>
          ) : null}
          {foot?.(item)}
        </>
      )}
    </LayoutRun>
  )
}
