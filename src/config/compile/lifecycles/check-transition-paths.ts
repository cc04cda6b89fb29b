// Checks the paths through a lifecycle: no state is a trap, and each actor can read the item.

import type { Place } from '#config/load/place.ts'
import {
  type Audience,
  audienceTitle,
  isForMembers,
  isNamed,
  isRelation,
  type RoleModel,
  regionalOf,
} from '#shared/access/roles.ts'
import type { Lifecycle, LifecycleState, Transition } from '#shared/lifecycles/lifecycle.ts'
import { reachedFrom } from './check-states.ts'

export function checkTransitionPaths(here: Place, lifecycle: Lifecycle): void {
  checkTraps(here, lifecycle)
  for (const [index, step] of lifecycle.transitions.entries()) checkActors(here, lifecycle, step, index)
}

/** Checks for traps: states that are neither final nor public and have no path to such a state. */
function checkTraps(here: Place, { states, transitions }: Lifecycle): void {
  const isGoal = ({ final, public: isPublic, readers }: LifecycleState) =>
    final || isPublic || readers === undefined
  const goals = Object.keys(states).filter((name) => isGoal(states[name] as LifecycleState))
  if (goals.length === 0) return
  const saved = reachedFrom(
    goals,
    transitions.map(({ from, to }) => [[to], from]),
  )
  for (const [name, { title }] of Object.entries(states)) {
    const hasWay = transitions.some(({ from }) => from.includes(name))
    if (!saved.has(name) && hasWay)
      here.at('states', name).report('state_trap', { found: name, key: true, title })
  }
}

function checkActors(
  here: Place,
  { states }: Lifecycle,
  { title, by, not = [], from }: Transition,
  index: number,
): void {
  const barred = by.filter((who) => not.includes(who))
  if (by.length > 0 && barred.length === by.length)
    here.at('transitions', index, 'not').report('transition_nobody.barred', { key: true, title })
  for (const name of from) {
    const state = states[name]
    if (!state?.readers) continue
    for (const [at, who] of by.entries())
      if (!reads(here.context.roles, state.readers, who))
        here.at('transitions', index, 'by', at).report('transition_unread', {
          found: who,
          known: state.readers,
          state,
          who: audienceTitle(here.context.roles, who),
          title,
        })
  }
}

/**
 * Returns true if all of `who` are among the readers. Relations to the item match only if they are named themselves.
 */
export function reads(roles: readonly RoleModel[], readers: readonly Audience[], who: Audience): boolean {
  if (readers.includes(who) || readers.includes('anyone') || who === 'partner') return true
  // An audience limited to its region is checked by the audience without that limit.
  const within = regionalOf(who)
  if (within !== undefined) return reads(roles, readers, within)
  if (isRelation(who) || who === 'registered' || who === 'participant') return isForMembers(readers)
  const people = roles.filter(({ name, grants }) => isNamed({ id: '', role: name, grants }, who))
  return (
    isForMembers(readers) ||
    people.every(({ name, grants }) =>
      readers.some((reader) => isNamed({ id: '', role: name, grants }, reader)),
    )
  )
}
