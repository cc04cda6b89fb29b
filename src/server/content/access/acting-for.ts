// Resolves in whose name a transition is executed: a delegate acts as the principal and is logged as the actor.

import type { ActionContext, TransitionContext } from '#server/content/action.ts'
import type { OpenTransition } from '#shared/lifecycles/transition-policies.ts'

export function actingFor<C extends ActionContext>(
  context: C,
  { for: principal }: Pick<OpenTransition, 'for'>,
): C & Pick<TransitionContext, 'hand'> {
  const { caller } = context
  return principal && caller ? { ...context, caller: principal, hand: caller.id } : context
}
