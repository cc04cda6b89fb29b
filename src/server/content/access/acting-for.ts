// Owns in whose name a step is taken: whoever stands in for another does what that one would do, and is on record himself.

import type { ActionContext, TransitionContext } from '#server/content/action.ts'
import type { OpenTransition } from '#shared/lifecycles/lifecycle.ts'

export function actingFor(
  context: ActionContext,
  { for: principal }: Pick<OpenTransition, 'for'>,
): ActionContext & TransitionContext {
  const { caller } = context
  return principal && caller ? { ...context, caller: principal, hand: caller.id } : context
}
