// Draws the path of an item through its lifecycle on the console, with antd's steps.
import { Steps } from 'antd'
import { useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { AntdFrame } from '#portal/ui/antd/antd-frame.tsx'
import { toDateTime } from '#portal/ui/format/format-time.ts'
import { TransitionAnswers } from '#portal/widgets/items/transition-answers.tsx'
import {
  actorOf,
  HistoryTimeline,
  type TimelineEntry,
} from '#portal/widgets/sections/on-demand/history-timeline.tsx'
import { SectionFrame } from '#portal/widgets/sections/parts/section-frame.tsx'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { Lifecycle, Transition } from '#shared/lifecycles/lifecycle.ts'
import type { TransitionAnswer } from '#shared/lifecycles/transition-answer.ts'

interface PathStep {
  readonly title: string
  readonly stage: 'passed' | 'here' | 'ahead'
  readonly at?: string | undefined
  readonly by?: string | null | undefined
  readonly words?: string | undefined
  readonly answers?: readonly TransitionAnswer[] | undefined
}

export interface LifecycleItem {
  readonly status: string
  readonly createdAt?: string
  readonly ownerName?: string | null
  /** The latest first. */
  readonly history?: readonly TimelineEntry[]
}

/**
 * Returns the state in which the item was created; if a long history does not reach back so far, the oldest state in
 * it.
 */
function firstState({ status, history = [] }: LifecycleItem): string {
  return history.findLast(({ change }) => !change)?.from ?? status
}

/**
 * The shortest way on from a state to one in which everybody reads the item, it was approved, or nothing more happens,
 * without the state itself; empty where it is such a state. Of equal ways the one that the file names first. What is
 * turned down, sent back or taken back is no way on.
 */
function findPathAhead({ states, transitions }: Lifecycle, status: string): readonly string[] {
  const isEnd = (name: string) =>
    states[name]?.readers === undefined || states[name]?.final === true || states[name]?.edited !== undefined
  const paths: (readonly string[])[] = [[status]]
  const seen = new Set([status])
  for (const path of paths) {
    const last = path.at(-1) as string
    if (isEnd(last)) return path.slice(1)
    for (const { kind, from, to } of transitions) {
      if (!from.includes(last) || seen.has(to) || states[to]?.gone || isAside(kind)) continue
      seen.add(to)
      paths.push([...path, to])
    }
  }
  return []
}

const isAside = (kind: Transition['kind']): boolean => kind !== undefined && kind !== 'submit'

/** A change that waits beside the item is a step of the way too, though the item stays where it is. */
export function toLifecyclePath(lifecycle: Lifecycle, item: LifecycleItem): PathStep[] {
  const title = (name: string) => lifecycle.states[name]?.title ?? name
  const { status, history = [], createdAt, ownerName } = item
  const taken = history
    .toReversed()
    .map(({ change, to, at, by, part, title: done, reason, words = '原因', answers }) => ({
      title: change ?? title(to),
      at,
      by: actorOf({ by, part: part ?? null, title: done ?? null }) || null,
      words: reason && !answers?.length ? `${words}：${reason}` : undefined,
      ...(answers?.length ? { answers } : {}),
    }))
  const steps = [{ title: title(firstState(item)), at: createdAt, by: ownerName }, ...taken]
  const here = steps.length - 1
  return [
    ...steps.map((step, index) => ({ ...step, stage: index === here ? 'here' : 'passed' }) as const),
    ...findPathAhead(lifecycle, status).map((name) => ({ title: title(name), stage: 'ahead' }) as const),
  ]
}

const STATUS = { passed: 'finish', here: 'process', ahead: 'wait' } as const
const STAGE = { passed: '已完成', here: '当前', ahead: '待办' } as const

/** antd draws plain boxes. */
const LIST = { role: 'list' }

function Passed({ at, by, words, answers }: PathStep) {
  return (
    <>
      {by ? <span>{by}</span> : null}
      {at ? <time className="eq-figure">{toDateTime(at)}</time> : null}
      {words ? <p>{words}</p> : null}
      {answers ? <TransitionAnswers answers={answers} /> : null}
    </>
  )
}

/** Of records without a lifecycle only what happened is known. */
export function LifecycleProgress(props: SectionProps) {
  const { section, scope, page } = props
  const states = useDictionary(DICTIONARY.states)
  const item = scope.item as LifecycleItem | undefined
  if (page.kind !== 'detail' || !page.lifecycle || !item?.status) return <HistoryTimeline {...props} />
  const isRefused = states.find(({ value }) => value === item.status)?.color === 'red'
  const path = toLifecyclePath(page.lifecycle, item)
  const isOver = path.at(-1)?.stage === 'here'
  return (
    <SectionFrame section={section} scope={scope}>
      <AntdFrame>
        <Steps
          {...LIST}
          className="eq-way"
          orientation="vertical"
          responsive={false}
          size="small"
          items={path.map((step) => ({
            role: 'listitem',
            status:
              step.stage === 'here'
                ? isRefused
                  ? 'error'
                  : isOver
                    ? 'finish'
                    : 'process'
                : STATUS[step.stage],
            title: (
              <>
                {step.title}
                <span className="eq-sr-only">（{STAGE[step.stage]}）</span>
              </>
            ),
            content: step.stage === 'ahead' ? null : <Passed {...step} />,
            ...(step.stage === 'here' ? { 'aria-current': 'step' as const } : {}),
          }))}
        />
      </AntdFrame>
    </SectionFrame>
  )
}
