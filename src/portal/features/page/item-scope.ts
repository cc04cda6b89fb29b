// Owns what placeholders and conditions may read of the item that a page shows.

import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'

/** What the reader may do, as names, beside the item's own values. */
export function toItemScope(scope: Scope, item: Item | undefined): Scope {
  if (!item) return scope
  const offered = Array.isArray(item.actions) ? (item.actions as readonly { readonly action?: string }[]) : []
  return { ...scope, item: { ...item, actions: offered.map((entry) => entry.action ?? entry) } }
}
