// Computes the path of an item through its lifecycle: the past states, the present one, and those ahead.

import { actorOf, type TimelineEntry } from '#portal/widgets/sections/on-demand/history-timeline.tsx'
import type { Lifecycle, Transition } from '#shared/lifecycles/lifecycle.ts'
import type { TransitionAnswer } from '#shared/lifecycles/transition-answer.ts'

export interface PathStep {
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
