// Owns the compilation of lifecycles and the proof that every state can be reached and left.
import { type Lifecycle, reviews, type Transition } from '../../shared/lifecycle.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'

export function compileLifecycles(context: Context, sound: ReadonlySet<Document>): Map<string, Lifecycle> {
  const lifecycles = new Map<string, Lifecycle>()
  for (const [name, document] of context.of('lifecycle')) {
    if (!sound.has(document)) continue
    const { $schema: _schema, ...written } = document.value as Omit<Lifecycle, 'name'> & { $schema: string }
    const lifecycle: Lifecycle = { name, ...written }
    checkLifecycle(context, document, lifecycle)
    lifecycles.set(name, lifecycle)
  }
  return lifecycles
}

/** Of two transitions of one action never both are open with different ends. */
function areApart(one: Transition, other: Transition): boolean {
  if (one.approved !== undefined && other.approved !== undefined && one.approved !== other.approved)
    return true
  return one.to === other.to && !one.by.some((audience) => other.by.includes(audience))
}

function checkLifecycle(context: Context, document: Document, lifecycle: Lifecycle): void {
  const states = new Map(Object.entries(lifecycle.states))
  const known = (path: (string | number)[], name: string) => {
    if (states.has(name)) return
    context.report(document, path, {
      slug: 'state_unknown',
      message: `状态“${name}”没有定义`,
      found: name,
      known: states.keys(),
    })
  }
  known(['initial'], lifecycle.initial)
  for (const [name, { edited }] of states) {
    if (edited === undefined) continue
    known(['states', name, 'edited'], edited)
    const leads = lifecycle.transitions.some(({ from, to }) => from.includes(edited) && to === name)
    if (states.has(edited) && !leads)
      context.report(document, ['states', name, 'edited'], {
        slug: 'change_stuck',
        message: `修改稿在状态“${edited}”中等待，却没有流转从“${edited}”通向“${name}”，永远不能通过`,
        found: edited,
      })
  }
  for (const [index, transition] of lifecycle.transitions.entries()) {
    for (const [at, from] of transition.from.entries()) known(['transitions', index, 'from', at], from)
    known(['transitions', index, 'to'], transition.to)
    if (transition.by.length === 0)
      context.report(document, ['transitions', index, 'by'], {
        slug: 'transition_nobody',
        message: `没有人可以执行流转“${transition.title}”`,
      })
    if (
      reviews(lifecycle, transition.to) &&
      transition.approved !== true &&
      !transition.not?.includes('owner')
    )
      context.report(document, ['transitions', index, 'by'], {
        slug: 'transition_own',
        message: `流转“${transition.title}”通向须审核的状态“${transition.to}”，发布者本人不能审核自己的内容：请加上 "not": ["owner"]，或用 "approved": true 限于未改动的内容`,
        expected: '"not": ["owner"]',
      })
    for (const [at, from] of transition.from.entries()) {
      const earlier = lifecycle.transitions
        .slice(0, index)
        .some(
          (other) =>
            other.action === transition.action && other.from.includes(from) && !areApart(other, transition),
        )
      if (earlier)
        context.report(document, ['transitions', index, 'from', at], {
          slug: 'transition_ambiguous',
          message: `状态“${from}”已有同名流转“${transition.action}”`,
        })
    }
  }
  const reached = new Set([lifecycle.initial])
  for (let grew = true; grew; ) {
    grew = false
    for (const { from, to } of lifecycle.transitions)
      if (!reached.has(to) && from.some((state) => reached.has(state))) {
        reached.add(to)
        grew = true
      }
  }
  for (const [name, state] of states) {
    if (!reached.has(name))
      context.report(document, ['states', name], {
        slug: 'state_unreachable',
        message: `状态“${name}”无法到达：没有流转通向它`,
        key: true,
      })
    if (!state.final && !lifecycle.transitions.some((transition) => transition.from.includes(name)))
      context.report(document, ['states', name], {
        slug: 'state_dead_end',
        message: `状态“${name}”没有出路，也没有标为终态（final）`,
        key: true,
      })
  }
}
