// Checks deadlines and their timers: they can be kept, are started, and do not form a cycle.

import { findCycles } from '#config/compile/common/find-cycles.ts'
import type { Code } from '#config/load/codes.ts'
import type { Place } from '#config/load/place.ts'
import { toMilliseconds } from '#shared/lifecycles/deadline.ts'
import { isTimerEffect } from '#shared/lifecycles/effects.ts'
import type { Lifecycle, Transition } from '#shared/lifecycles/lifecycle.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import { statesAfter } from './check-states.ts'

/** `at` is that of the deadline. */
export function checkDeadline(at: Place, { states }: Lifecycle, step: Transition): void {
  const { title, due, from, form, afterEdit, reason } = step
  if (!due) return
  const report = (slug: Code, message: string, here = at) => here.report(slug, message, { key: true })
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
  for (const [index, { before }] of (due.remind ?? []).entries())
    if (due.after && toMilliseconds(before) >= toMilliseconds(due.after))
      report(
        'due_remind',
        `流转“${title}”的提醒不早于到期的起点：before 须短于 after`,
        at.at('remind', index, 'before'),
      )
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
    here
      .at('transitions', Math.max(index, 0), 'due')
      .report('due_ring', `期限构成循环：${names}，系统会反复执行：请去掉其中一个期限`, { key: true })
  }
}

export function checkTimers(here: Place, lifecycle: Lifecycle): void {
  const { clocks = {}, transitions } = lifecycle
  const isClock = (at: Place, name: string) =>
    at.expect(Object.keys(clocks), name, 'clock_unknown', `计时“${name}”没有定义，请写在 clocks 中`)
  /** By clock, the states in which it is running. */
  const started = new Map<string, string[]>()
  for (const [index, { do: effects = [], to }] of transitions.entries())
    for (const [which, effect] of effects.entries()) {
      if (!isTimerEffect(effect)) continue
      const [key, name] =
        'start' in effect ? (['start', effect.start] as const) : (['stop', effect.stop] as const)
      isClock(here.at('transitions', index, 'do', which, key), name)
      if (key === 'start') started.set(name, [...(started.get(name) ?? []), to])
    }
  for (const [index, { due, from, title }] of transitions.entries()) {
    if (due?.clock === undefined) continue
    const at = here.at('transitions', index, 'due', 'clock')
    const isKnown = isClock(at, due.clock)
    if (due.after === undefined)
      at.report('clock_after', `流转“${title}”的期限写了计时（clock），须用 after 写明满多久到期`)
    const runs = statesAfter(lifecycle, started.get(due.clock) ?? [])
    if (isKnown && !from.some((state) => runs.has(state)))
      at.report(
        'clock_never',
        `流转“${title}”的起点没有计时“${clocks[due.clock]?.title ?? due.clock}”：通向该起点的流转均未开始计时`,
        { found: due.clock },
      )
  }
  for (const [name, { title }] of Object.entries(clocks))
    if (!transitions.some(({ due }) => due?.clock === name))
      here
        .at('clocks', name)
        .report('clock_idle', `计时“${title}”未被使用：没有流转的期限（due）以其为准，请删去`, { key: true })
}
