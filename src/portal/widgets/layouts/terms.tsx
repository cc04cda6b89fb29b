// Owns the look of terms: an index with a definition of one or two lines, no pictures.
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { hasValue } from '#portal/widgets/items/has-value.ts'
import type { LookProps } from '#portal/widgets/layout-props.ts'
import { LookHeading } from './parts/layout-heading.tsx'
import { LookTags } from './parts/layout-tags.tsx'
import { useLookPlan } from './parts/use-column-plan.ts'

export function TermsLook({ items, columns, dense, foot, ...look }: LookProps) {
  const { tags, summary, others } = useLookPlan(columns)
  const [note] = others
  return (
    <ul className="eq-terms" data-dense={dense}>
      {items.map((item) => (
        <li key={String(item.id)}>
          <LookHeading look={look} item={item} />
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
          {dense ? null : <LookTags columns={tags} item={item} />}
          {foot?.(item)}
        </li>
      ))}
    </ul>
  )
}
