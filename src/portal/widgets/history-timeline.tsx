// Owns the record of what has happened to an item, with the reasons given, the latest first.
import { DICTIONARY } from '../../shared/own-dictionaries.ts'
import { labelOf, useDictionary } from '../app/dictionaries.ts'
import { toDateTime } from '../ui/format-time.ts'
import { SectionFrame } from './section-frame.tsx'
import type { SectionProps } from './widget-props.ts'

export interface HistoryStep {
  /** What happened to the change beside the item; the item itself stayed as it was. */
  readonly change?: string | null
  readonly from: string
  readonly to: string
  readonly reason: string | null
  readonly words?: string
  readonly by: string | null
  readonly at: string
}

/** Nothing for other readers, to whom the server does not tell it. */
export function HistoryTimeline({ section, scope }: SectionProps) {
  useDictionary(DICTIONARY.states)
  const { history } = (scope.item ?? {}) as { history?: readonly HistoryStep[] }
  if (!history?.length) return null
  return (
    <SectionFrame section={section} scope={scope}>
      <ol className="eq-timeline">
        {history.map(({ change, from, to, reason, words = '原因', by, at }) => (
          <li key={at}>
            <strong>
              {change ?? `${labelOf(DICTIONARY.states, from)} → ${labelOf(DICTIONARY.states, to)}`}
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
