// Builds the scope of placeholders and conditions for the item of a page.

import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'

/** Adds the item's values to the scope, with the names of the viewer's actions. */
export function toItemScope(scope: Scope, item: Item | undefined): Scope {
  if (!item) return scope
  const offered = Array.isArray(item.actions) ? (item.actions as readonly { readonly action?: string }[]) : []
  return { ...scope, item: { ...item, actions: offered.map((entry) => entry.action ?? entry) } }
}
