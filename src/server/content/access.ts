// Owns who may read an item in its state, and the refusal of everybody else.
import { sql } from 'kysely'
import { Failure } from '../../shared/errors.ts'
import { isGone, type Lifecycle } from '../../shared/lifecycle.ts'
import { type Asker, isInAudience } from '../../shared/roles.ts'
import type { ActionContext } from './action.ts'
import { type ItemRow, loadRow } from './item-row.ts'
import { requireText } from './read-parameter.ts'

export type SignedIn = NonNullable<Asker>

export function canRead(lifecycle: Lifecycle, status: string, asker: Asker, ownerId: string | null): boolean {
  const state = Object.hasOwn(lifecycle.states, status) ? lifecycle.states[status] : undefined
  if (state === undefined) return false
  return state.readers === undefined || isInAudience(asker, state.readers, ownerId)
}

/** Nobody learns of an item that he may not read: it is missing for him. What is `gone` is read only where asked for. */
export async function requireItem(
  context: Pick<ActionContext, 'plan' | 'asker' | 'params' | 'db'>,
  id: string = requireText(context.params, 'id'),
  options: { readonly db?: ActionContext['db']; readonly lock?: boolean; readonly gone?: boolean } = {},
): Promise<ItemRow> {
  const { plan, asker } = context
  const row = await loadRow(options.db ?? context.db, plan, sql`id = ${id}`, { lock: options.lock ?? false })
  const { lifecycle } = plan.type
  if (!row || !canRead(lifecycle, row.status, asker, row.ownerId)) throw new Failure('NOT_FOUND')
  if (!options.gone && isGone(lifecycle, row.status)) throw new Failure('NOT_FOUND')
  return row
}

export function requireSignedIn(asker: Asker): SignedIn {
  if (asker === null) throw new Failure('SIGN_IN_REQUIRED')
  return asker
}
