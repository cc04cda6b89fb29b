// Checks the states of a lifecycle: their flags agree, each can be reached and left.

import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import type { Place } from '#config/load/place.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'

export function checkStateFlags(here: Place, { states, transitions }: Lifecycle): void {
  for (const [name, { title, final }] of Object.entries(states)) {
    const way = transitions.find(({ from, to }) => from.includes(name) && !states[to]?.gone)
    if (final && way)
      here
        .at('states', name, 'final')
        .report(
          'final_left',
          `状态“${title}”（${name}）标为终态（final），流转“${way.title}”却从该状态出发：请去掉 final，或改正流转`,
          { found: name, key: true },
        )
  }
  for (const [name, { title, public: isPublic, readers, gone: isDeleted }] of Object.entries(states)) {
    if (!isPublic) continue
    const clash = readers !== undefined ? 'readers' : isDeleted ? 'gone' : undefined
    if (clash)
      here
        .at('states', name, clash)
        .report('state_public', `状态“${title}”是公开的（public），不能再写 ${clash}`, {
          found: clash,
          key: true,
        })
  }
}

/** A page that shows an item knows its state, not its lifecycle. */
export function checkStateMeanings(
  context: Context,
  lifecycles: readonly (readonly [Document, Lifecycle])[],
): void {
  const known = new Map<string, { readonly isPublic: boolean; readonly lifecycle: string }>()
  for (const [document, lifecycle] of lifecycles)
    for (const [name, state] of Object.entries(lifecycle.states)) {
      const isPublic = state.public === true
      const other = known.get(name)
      if (!other) known.set(name, { isPublic, lifecycle: lifecycle.title })
      else if (other.isPublic !== isPublic)
        context.report(document, ['states', name], {
          slug: 'state_meaning',
          message: `状态“${name}”在此处${isPublic ? '公开' : '不公开'}，在生命周期“${other.lifecycle}”中却${isPublic ? '不公开' : '公开'}：同名状态的 public 须一致`,
          found: name,
          key: true,
        })
    }
}

export function checkReachableStates(here: Place, lifecycle: Lifecycle): void {
  const reached = statesAfter(lifecycle, [lifecycle.initial])
  const isStuck = lifecycle.states[lifecycle.initial] !== undefined && !leadsOn(lifecycle, reached)
  if (isStuck)
    here
      .at('initial')
      .report(
        'initial_stuck',
        `初始状态“${lifecycle.initial}”没有通向其他状态的流转，${Object.keys(lifecycle.states).length - reached.size} 个状态无法到达：请改正初始状态`,
        {
          found: lifecycle.initial,
          known: Object.keys(lifecycle.states).filter((name) =>
            leadsOn(lifecycle, statesAfter(lifecycle, [name])),
          ),
        },
      )
  for (const [name, state] of Object.entries(lifecycle.states)) {
    if (!isStuck && !reached.has(name))
      here
        .at('states', name)
        .report('state_unreachable', `状态“${name}”无法到达：没有通向该状态的流转`, { key: true })
    if (!state.final && !lifecycle.transitions.some((transition) => transition.from.includes(name)))
      here
        .at('states', name)
        .report('state_dead_end', `状态“${name}”没有出口，也没有标为终态（final）`, { key: true })
  }
}

/** Returns true if the reached states include more than one that is not deleted, where there is more than one. */
function leadsOn({ states }: Lifecycle, reached: ReadonlySet<string>): boolean {
  const there = Object.keys(states).filter((name) => !states[name]?.gone)
  return there.length < 2 || there.filter((name) => reached.has(name)).length > 1
}

/** The states that items can reach from given states, which are among them. */
export const statesAfter = ({ transitions }: Lifecycle, begin: readonly string[]): ReadonlySet<string> =>
  reachedFrom(
    begin,
    transitions.map(({ from, to }) => [from, [to]]),
  )

/** All that is come to from `begin` along the ways, each from some states to others. */
export function reachedFrom(
  begin: readonly string[],
  ways: readonly (readonly [from: readonly string[], to: readonly string[]])[],
): ReadonlySet<string> {
  const reached = new Set(begin)
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const [from, to] of ways)
      if (from.some((state) => reached.has(state))) for (const state of to) reached.add(state)
  }
  return reached
}
