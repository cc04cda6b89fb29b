// Owns the look of standards and laws: number as a plate, title, whether it is in force, year and issuer.
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { hasValue } from '#portal/widgets/items/has-value.ts'
import type { LookProps } from '#portal/widgets/layout-props.ts'
import { LookHeading } from './parts/layout-heading.tsx'
import { LookTags } from './parts/layout-tags.tsx'
import { useLookPlan } from './parts/use-column-plan.ts'

export function NormsLook({ items, columns, dense, foot, ...look }: LookProps) {
  const { tags, plate, summary, facts } = useLookPlan(columns)
  const rest = facts.filter((column) => column !== plate)
  return (
    <ul className="eq-norms" data-dense={dense}>
      {items.map((item) => (
        <li key={String(item.id)}>
          {plate && hasValue(item, plate) ? <Cell column={plate} item={item} /> : null}
          <div className="eq-norms-what">
            <LookHeading look={look} item={item} />
            {summary && !dense && hasValue(item, summary) ? (
              <div className="eq-clamp-2 eq-muted">
                <Cell column={summary} item={item} />
              </div>
            ) : null}
            {dense ? null : <FactList columns={rest} item={item} layout="inline" />}
          </div>
          <LookTags columns={tags} item={item} />
          {foot?.(item)}
        </li>
      ))}
    </ul>
  )
}
