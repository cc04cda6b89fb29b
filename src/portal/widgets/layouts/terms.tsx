// Draws the layout of terms: an index with a definition of one or two lines, no pictures.
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { hasValue } from '#portal/widgets/items/has-value.ts'
import type { LayoutProps } from '#portal/widgets/layout-props.ts'
import { LayoutHeading } from './parts/layout-heading.tsx'
import { LayoutTags } from './parts/layout-tags.tsx'
import { useColumnPlan } from './parts/use-column-plan.ts'

export function TermsLayout({ items, columns, dense, foot, ...layout }: LayoutProps) {
  const { tags, summary, others } = useColumnPlan(columns)
  const [note] = others
  return (
    <ul className="eq-terms" data-dense={dense}>
      {items.map((item) => (
        <li key={String(item.id)}>
          <LayoutHeading layout={layout} item={item} />
          {note && hasValue(item, note) ? (
            <span className="eq-terms-note eq-muted">
              <Cell column={note} item={item} />
            </span>
          ) : null}
          {summary && hasValue(item, summary) ? (
            <div className="eq-terms-meaning eq-clamp-2">
              <Cell column={summary} item={item} />
            </div>
          ) : null}
          {dense ? null : <LayoutTags columns={tags} item={item} />}
          {foot?.(item)}
        </li>
      ))}
    </ul>
  )
}
