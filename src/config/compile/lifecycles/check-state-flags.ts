// Checks that the flags of states agree: a public state is open to all and not deleted, in every lifecycle.

import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import type { Place } from '#config/load/place.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'

export function checkStateFlags(here: Place, { states, transitions }: Lifecycle): void {
  for (const [name, { title, final }] of Object.entries(states)) {
    const way = transitions.find(({ from, to }) => from.includes(name) && !states[to]?.gone)
    if (final && way)
      here.at('states', name, 'final').report({
        slug: 'final_left',
        message: `状态“${title}”（${name}）标为终态（final），流转“${way.title}”却从该状态出发：请去掉 final，或改正流转`,
        found: name,
        key: true,
      })
  }
  for (const [name, { title, public: isPublic, readers, gone: isDeleted }] of Object.entries(states)) {
    if (!isPublic) continue
    const clash = readers !== undefined ? 'readers' : isDeleted ? 'gone' : undefined
    if (clash)
      here.at('states', name, clash).report({
        slug: 'state_public',
        message: `状态“${title}”是公开的（public），不能再写 ${clash}`,
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
