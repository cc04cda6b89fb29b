// Owns the reading back of one's own record.
import { requireSignedIn } from '../access.ts'
import type { Action } from '../action.ts'
import { loadOwn } from '../own-item.ts'
import { loadFor } from './info.ts'

/** Null where there is none. */
export const own: Action = async (context) => {
  const asker = requireSignedIn(context.asker)
  const row = await loadOwn(context.db, context.plan, asker.id)
  return row ? loadFor(context, asker, row) : null
}
