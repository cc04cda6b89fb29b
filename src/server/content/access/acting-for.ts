// Owns in whose name a step is taken: whoever stands in for another does what that one would do, and is on record himself.

import type { ActionContext, Stepping } from '#server/content/action.ts'
import type { OpenTransition } from '#shared/lifecycles/lifecycle.ts'

export function actingFor(
  context: ActionContext,
  { for: principal }: Pick<OpenTransition, 'for'>,
): ActionContext & Stepping {
  const { asker } = context
  return principal && asker ? { ...context, asker: principal, hand: asker.id } : context
}
