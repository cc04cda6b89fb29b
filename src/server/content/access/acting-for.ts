// Resolves in whose name a transition is executed: a delegate acts as the principal and is logged as the actor.

import type { ActionContext, TransitionContext } from '#server/content/action.ts'
import type { OpenTransition } from '#shared/lifecycles/lifecycle.ts'

export function actingFor(
  context: ActionContext,
  { for: principal }: Pick<OpenTransition, 'for'>,
): ActionContext & TransitionContext {
  const { caller } = context
  return principal && caller ? { ...context, caller: principal, hand: caller.id } : context
}
