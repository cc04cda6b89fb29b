// Checks that every state of a lifecycle can be reached, and can be left unless it is final.
import type { Place } from '#config/load/place.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import { statesAfter } from './states-after.ts'

export function checkReachableStates(here: Place, lifecycle: Lifecycle): void {
  const reached = statesAfter(lifecycle, [lifecycle.initial])
  const isStuck = lifecycle.states[lifecycle.initial] !== undefined && !leadsOn(lifecycle, reached)
  if (isStuck)
    here.at('initial').report({
      slug: 'initial_stuck',
      message: `初始状态“${lifecycle.initial}”没有通向其他状态的流转，${Object.keys(lifecycle.states).length - reached.size} 个状态无法到达：请改正初始状态`,
      found: lifecycle.initial,
      known: Object.keys(lifecycle.states).filter((name) =>
        leadsOn(lifecycle, statesAfter(lifecycle, [name])),
      ),
    })
  for (const [name, state] of Object.entries(lifecycle.states)) {
    if (!isStuck && !reached.has(name))
      here.at('states', name).report({
        slug: 'state_unreachable',
        message: `状态“${name}”无法到达：没有通向该状态的流转`,
        key: true,
      })
    if (!state.final && !lifecycle.transitions.some((transition) => transition.from.includes(name)))
      here.at('states', name).report({
        slug: 'state_dead_end',
        message: `状态“${name}”没有出口，也没有标为终态（final）`,
        key: true,
      })
  }
}

/** Returns true if the reached states include more than one that is not deleted, where there is more than one. */
function leadsOn({ states }: Lifecycle, reached: ReadonlySet<string>): boolean {
  const there = Object.keys(states).filter((name) => !states[name]?.gone)
  return there.length < 2 || there.filter((name) => reached.has(name)).length > 1
}
