// Owns the section that tells the parties of an item what has happened to it, with the reasons given.
import { labelOf, useDictionary } from '../../app/dictionaries.ts'
import { toDateTime } from '../../ui/format-time.ts'
import { SectionFrame } from '../section-frame.tsx'
import type { SectionProps } from '../widget-props.ts'

interface Step {
  /** Of the change beside the item where it begins with `change:`. */
  readonly action?: string
  readonly from: string
  readonly to: string
  readonly reason: string | null
  readonly words?: string
  readonly by: string | null
  readonly at: string
}

/** Nothing for other readers, to whom the server does not tell it. */
export function HistorySection({ section, scope }: SectionProps) {
  useDictionary('contentStatus')
  const { history } = (scope.item ?? {}) as { history?: readonly Step[] }
  if (!history?.length) return null
  return (
    <SectionFrame section={section} scope={scope}>
      <ol className="eq-timeline">
        {history.map(({ action, from, to, reason, words = '原因', by, at }) => (
          <li key={at}>
            <strong>
              {action?.startsWith('change:') ? '修改：' : ''}
              {labelOf('contentStatus', from)} → {labelOf('contentStatus', to)}
            </strong>
            <time className="eq-muted eq-figure">{toDateTime(at)}</time>
            {by ? <span className="eq-muted">{by}</span> : null}
            {reason ? (
              <p>
                {words}：{reason}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </SectionFrame>
  )
}
