// Draws the layout of a front page: one lead with its picture, two secondary items, the rest as briefs.
import { toDate } from '#portal/ui/format/format-time.ts'
import { CellBlock } from '#portal/widgets/cell-registry.tsx'
import { ItemCover } from '#portal/widgets/items/item-cover.tsx'
import { momentOf } from '#portal/widgets/items/item-text.ts'
import type { LayoutProps } from '#portal/widgets/layout-props.ts'
import { LayoutHeading, useColumnPlan } from './parts/layout-parts.tsx'

const SECONDS = 2

export function FrontLayout({ items, columns, dense, picture, category, ...layout }: LayoutProps) {
  const { summary } = useColumnPlan(columns)
  const [lead, ...others] = items
  if (!lead) return null
  return (
    <div className="eq-front" data-dense={dense}>
      <article className="eq-front-lead">
        <ItemCover item={lead} picture={picture} category={category} isFirst={!dense} />
        <LayoutHeading layout={layout} item={lead} />
        <CellBlock column={summary} item={lead} className="eq-clamp-2 eq-muted" />
      </article>
      {dense ? null : (
        <div className="eq-front-seconds">
          {others.slice(0, SECONDS).map((item) => (
            <article key={String(item.id)}>
              <ItemCover item={item} picture={picture} category={category} isFirst />
              <LayoutHeading layout={layout} item={item} />
            </article>
          ))}
        </div>
      )}
      <ul className="eq-front-briefs">
        {others.slice(dense ? 0 : SECONDS).map((item) => (
          <li key={String(item.id)}>
            <LayoutHeading layout={layout} item={item} />
            <time className="eq-figure eq-muted" dateTime={toDate(momentOf(item))}>
              {toDate(momentOf(item)).slice(5)}
            </time>
          </li>
        ))}
      </ul>
    </div>
  )
}
