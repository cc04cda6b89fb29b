// Checks that a transition by people can be executed: a type has the call for it, or another transition triggers it.

import { isMoving, type MoveEffect } from '#shared/lifecycles/effects.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { perModel } from '#shared/model/per-model.ts'

/** `calls` are the actions of the types of its lifecycle, `users`; `types` are all. */
export function isServed(
  step: Transition,
  calls: readonly string[],
  users: readonly ContentType[],
  types: readonly ContentType[],
): boolean {
  if (step.by.length === 0 || step.due !== undefined || step.afterEdit) return true
  return calls.includes(step.action) || isCascaded(step, users, types)
}

/** A transition of another item, or a waiting list, that moves items of a type: into a state, or by an action. */
interface Taker {
  readonly of: string | undefined
  readonly to?: string
  readonly action?: string
}

/** Asked for with every step of every type. */
const takersAmong = perModel((types: readonly ContentType[]) => types.flatMap(takersOf))

/** Returns true if a transition of a parent or a child executes the transition, or a place that becomes free. */
export function isCascaded(
  step: Pick<Transition, 'action' | 'to'>,
  users: readonly ContentType[],
  types: readonly ContentType[],
): boolean {
  return takersAmong(types).some(
    ({ of, to, action }) =>
      (to === step.to || action === step.action) && users.some(({ name }) => name === of),
  )
}

function takersOf(type: ContentType): Taker[] {
  const { waiting } = type.limits?.capacity ?? {}
  const effects = type.lifecycle.transitions.flatMap(({ do: effects = [] }) => effects)
  return [
    ...Object.values(type.takes?.steps ?? {}).map((to) => ({ of: parentOf(type), to })),
    ...(waiting ? [{ of: type.name, action: waiting.action }] : []),
    ...effects.filter(isMoving).map((effect) => ({ of: movedBy(type, effect), action: effect.action })),
  ]
}

const parentOf = ({ fields, parent }: ContentType): string | undefined =>
  fields.find(({ name }) => name === parent)?.ref

/** The type whose items a step of `type` takes along. */
function movedBy(type: ContentType, effect: MoveEffect): string | undefined {
  if (effect.move === 'children') return effect.type
  return effect.move === 'siblings' ? type.name : parentOf(type)
}

/**
 * Returns true if a transition is executed neither by people nor by a deadline, but only with a transition of another
 * item.
 */
export const goesAlongOnly = ({ by, due }: Transition): boolean => by.length === 0 && due === undefined
