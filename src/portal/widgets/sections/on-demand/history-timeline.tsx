// Draws the timeline of an item's history, with the reasons given, the latest entry first.

import { dictionaryLabel, useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { toDateTime } from '#portal/ui/format/format-time.ts'
import { TransitionAnswers } from '#portal/widgets/items/transition-answers.tsx'
import { SectionFrame } from '#portal/widgets/sections/parts/section-frame.tsx'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { Remark } from '#shared/lifecycles/field-comments.ts'
import type { TransitionAnswer } from '#shared/lifecycles/transition-answer.ts'

export interface TimelineEntry {
  /** Event of the pending change; the item itself stayed as it was. */
  readonly change?: string | null
  readonly from: string
  readonly to: string
  readonly reason: string | null
  readonly words?: string
  readonly by: string | null
  readonly at: string
  /** The action, the role of the actor, and the answers that were filled in with it. */
  readonly title?: string | null
  readonly part?: string | null
  readonly answers?: readonly TransitionAnswer[]
  /** Comments on single fields. */
  readonly remarks?: readonly Remark[]
}

/** Such as 王芳（运营人员） · 批准. */
export function actorOf({ by, part, title }: Pick<TimelineEntry, 'by' | 'part' | 'title'>): string {
  return [by ? `${by}${part ? `（${part}）` : ''}` : '', title ?? '']
    .filter((word) => word !== '')
    .join(' · ')
}

/** Draws nothing for other users, to whom the server does not disclose the history. */
export function HistoryTimeline({ section, scope }: SectionProps) {
  useDictionary(DICTIONARY.states)
  const { history } = (scope.item ?? {}) as { history?: readonly TimelineEntry[] }
  if (!history?.length) return null
  return (
    <SectionFrame section={section} scope={scope}>
      <ol className="eq-timeline">
        {history.map(
          ({
            change,
            from,
            to,
            reason,
            words = '原因',
            at,
            answers = [],
            remarks: fieldComments = [],
            ...step
          }) => (
            <li key={`${at} ${from} ${to}`}>
              <strong>
                {change ??
                  (from === to
                    ? dictionaryLabel(DICTIONARY.states, to)
                    : `${dictionaryLabel(DICTIONARY.states, from)} → ${dictionaryLabel(DICTIONARY.states, to)}`)}
              </strong>
              <time className="eq-muted eq-figure">{toDateTime(at)}</time>
              {actorOf(step) ? <span className="eq-muted">{actorOf(step)}</span> : null}
              {answers.length > 0 ? (
                <TransitionAnswers answers={answers} />
              ) : reason ? (
                <p>
                  {words}：{reason}
                </p>
              ) : null}
              {fieldComments.length > 0 ? (
                <ul className="eq-timeline-remarks" aria-label="需要修改的内容">
                  {fieldComments.map(({ field, title, text }) => (
                    <li key={field}>
                      <strong>{title}</strong>：{text}
                    </li>
                  ))}
                </ul>
              ) : null}
            </li>
          ),
        )}
      </ol>
    </SectionFrame>
  )
}
