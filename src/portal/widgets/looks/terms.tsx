// Owns the look of terms: an index with a definition of one or two lines, no pictures.
import { Cell } from '../cell-registry.tsx'
import { hasValue } from '../has-value.ts'
import { LookHeading } from '../look-heading.tsx'
import type { LookProps } from '../look-props.ts'
import { LookTags } from '../look-tags.tsx'
import { useLookPlan } from '../use-look-plan.ts'

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
