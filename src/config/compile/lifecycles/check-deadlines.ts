// Checks deadlines and their timers: they can be kept, are started, and do not form a cycle.

import { findCycles } from '#config/compile/common/find-cycles.ts'
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
  if ((due.after === undefined) === (due.field === undefined)) at.report('due_when', { key: true, title })
  const words = resolveReason(reason)
  if (form !== undefined || afterEdit || (words && !words.optional))
    at.report('due_step.asks', { key: true, title })
  const isReviewed = from.some((state) => Object.values(states).some(({ edited }) => edited === state))
  if (isReviewed) at.report('due_change', { key: true, title })
  for (const [index, { before }] of (due.remind ?? []).entries())
    if (due.after && toMilliseconds(before) >= toMilliseconds(due.after))
      at.at('remind', index, 'before').report('due_remind', { key: true, title })
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
    here.at('transitions', Math.max(index, 0), 'due').report('due_ring', { key: true, names })
  }
}

export function checkTimers(here: Place, lifecycle: Lifecycle): void {
  const { clocks = {}, transitions } = lifecycle
  const isClock = (at: Place, name: string) => at.expect(Object.keys(clocks), name, 'clock_unknown')
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
    if (due.after === undefined) at.report('clock_after', { title })
    const runs = statesAfter(lifecycle, started.get(due.clock) ?? [])
    if (isKnown && !from.some((state) => runs.has(state)))
      at.report('clock_never', { found: due.clock, title, clock: clocks[due.clock]?.title ?? due.clock })
  }
  for (const [name, { title }] of Object.entries(clocks))
    if (!transitions.some(({ due }) => due?.clock === name))
      here.at('clocks', name).report('clock_idle', { key: true, title })
}
