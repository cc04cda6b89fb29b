// Checks the states of a lifecycle: their flags agree, each can be reached and left.

import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'

export function checkStateFlags(here: Place, { states, transitions }: Lifecycle): void {
  for (const [name, { title, final }] of Object.entries(states)) {
    const way = transitions.find(({ from, to }) => from.includes(name) && !states[to]?.gone)
    if (final && way)
      here.at('states', name, 'final').report('final_left', { found: name, key: true, title, way })
  }
  for (const [name, { title, gone: isDeleted, retentionDays }] of Object.entries(states))
    if (retentionDays && !isDeleted)
      here
        .at('states', name, 'retentionDays')
        .report('state_retention', { found: 'retentionDays', key: true, title })
  for (const [name, { title, public: isPublic, readers, gone: isDeleted }] of Object.entries(states)) {
    if (!isPublic) continue
    const clash = readers !== undefined ? 'readers' : isDeleted ? 'gone' : undefined
    if (clash) here.at('states', name, clash).report('state_public', { found: clash, key: true, title })
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
        new Place(context, document, ['states', name]).report('state_meaning', {
          found: name,
          key: true,
          here: isPublic ? '公开' : '不公开',
          other,
          there: isPublic ? '不公开' : '公开',
        })
    }
}

/** The waiting lists that content types declare (`limits.capacity.waiting`), of one lifecycle or of all. */
export const waitingLists = (context: Context, lifecycle?: string) =>
  [...context.of('content').values()].flatMap(({ value }) => {
    const { waiting } = value?.limits?.capacity ?? {}
    return waiting && (lifecycle === undefined || value.lifecycle === lifecycle) ? [waiting] : []
  })

export function checkReachableStates(here: Place, lifecycle: Lifecycle): void {
  // An item goes to a waiting list instead of another state.
  const waits = waitingLists(here.context, lifecycle.name).map(({ state }) => state)
  const reached = statesAfter(lifecycle, [lifecycle.initial, ...waits])
  const isStuck = lifecycle.states[lifecycle.initial] !== undefined && !leadsOn(lifecycle, reached)
  if (isStuck)
    here.at('initial').report('initial_stuck', {
      found: lifecycle.initial,
      known: Object.keys(lifecycle.states).filter((name) =>
        leadsOn(lifecycle, statesAfter(lifecycle, [name])),
      ),
      count: Object.keys(lifecycle.states).length - reached.size,
    })
  for (const [name, state] of Object.entries(lifecycle.states)) {
    if (!isStuck && !reached.has(name))
      here.at('states', name).report('state_unreachable', { key: true, name })
    if (!state.final && !lifecycle.transitions.some((transition) => transition.from.includes(name)))
      here.at('states', name).report('state_dead_end', { key: true, name })
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
