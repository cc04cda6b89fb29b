// Draws the layout of standards and laws: number as a plate, title, whether it is in force, year and issuer.
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { hasValue } from '#portal/widgets/items/has-value.ts'
import type { LayoutProps } from '#portal/widgets/layout-props.ts'
import { LayoutHeading } from './parts/layout-heading.tsx'
import { LayoutTags } from './parts/layout-tags.tsx'
import { useColumnPlan } from './parts/use-column-plan.ts'

export function NormsLayout({ items, columns, dense, foot, ...layout }: LayoutProps) {
  const { tags, plate, summary, facts } = useColumnPlan(columns)
  const rest = facts.filter((column) => column !== plate)
  return (
    <ul className="eq-norms" data-dense={dense}>
      {items.map((item) => (
        <li key={String(item.id)}>
          {plate && hasValue(item, plate) ? <Cell column={plate} item={item} /> : null}
          <div className="eq-norms-what">
            <LayoutHeading layout={layout} item={item} />
            {summary && !dense && hasValue(item, summary) ? (
              <div className="eq-clamp-2 eq-muted">
                <Cell column={summary} item={item} />
              </div>
            ) : null}
            {dense ? null : <FactList columns={rest} item={item} layout="inline" />}
          </div>
          <LayoutTags columns={tags} item={item} />
          {foot?.(item)}
        </li>
      ))}
    </ul>
  )
}
