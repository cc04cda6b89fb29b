// Checks transitions that the scheduler executes when they are due: they can be executed, and do not form a cycle.

import { findCycles } from '#config/compile/common/find-cycles.ts'
import type { Place } from '#config/load/place.ts'
import { toMilliseconds } from '#shared/lifecycles/deadline.ts'
import type { Lifecycle, Transition } from '#shared/lifecycles/lifecycle.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'

export function checkDeadline(here: Place, { states, transitions }: Lifecycle, index: number): void {
  const step = transitions[index] as Transition
  const { title, due, from, form, afterEdit, reason } = step
  if (!due) return
  const path = ['transitions', index, 'due']
  const report = (slug: string, message: string, at: readonly (string | number)[] = path) =>
    here.in(at).report({ slug, message, key: true })
  if ((due.after === undefined) === (due.field === undefined))
    report('due_when', `流转“${title}”的期限须写明 after（时长）或 field（日期字段）之一`)
  const words = resolveReason(reason)
  if (form !== undefined || afterEdit || (words && !words.optional))
    report('due_step', `流转“${title}”到期由系统执行，不能带表单、附言或 afterEdit`)
  const isReviewed = from.some(
    (state) =>
      states[state]?.edited !== undefined || Object.values(states).some(({ edited }) => edited === state),
  )
  if (isReviewed) report('due_change', `流转“${title}”的起点有修改稿，不能到期自动执行：修改稿须由人决定`)
  for (const [at, { before }] of (due.remind ?? []).entries())
    if (due.after && toMilliseconds(before) >= toMilliseconds(due.after))
      report('due_remind', `流转“${title}”的提醒不早于到期的起点：before 须短于 after`, [
        ...path,
        'remind',
        at,
        'before',
      ])
}

/** Checks for cycles of transitions that only the scheduler executes; they would run for ever. */
export function checkDeadlineCycles(here: Place, { states, transitions }: Lifecycle): void {
  const ways = new Map<string, Set<string>>(Object.keys(states).map((name) => [name, new Set()]))
  for (const { due, from, to } of transitions) if (due) for (const state of from) ways.get(state)?.add(to)
  for (const ring of findCycles(ways)) {
    const index = transitions.findIndex(
      ({ due, from, to }) => due && from.includes(ring[0] ?? '') && to === ring[1],
    )
    const names = ring.map((name) => `“${states[name]?.title ?? name}”`).join(' → ')
    here.at('transitions', Math.max(index, 0), 'due').report({
      slug: 'due_ring',
      message: `期限构成循环：${names}，系统会反复执行：请去掉其中一个期限`,
      key: true,
    })
  }
}
