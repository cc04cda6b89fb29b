// Owns who may read an item in its state, and the refusal of everybody else.
import { sql } from 'kysely'
import type { ContentType } from '../../shared/content-model.ts'
import { Failure } from '../../shared/errors.ts'
import { isGone } from '../../shared/lifecycle.ts'
import { type Asker, type Audience, isInAudience, type Related } from '../../shared/roles.ts'
import { requireText } from '../operations/read-parameter.ts'
import type { ActionContext } from './action.ts'
import { type ItemRow, loadRow } from './item-row.ts'

/** An item as far as the right to read it depends on it. */
export interface Read extends Related {
  readonly status: string
  /** Whether the parent's owner leaves it open to everybody; only of types that let him choose. */
  readonly disclosed?: boolean
}

export function canRead(
  { lifecycle, disclosure }: Pick<ContentType, 'lifecycle' | 'disclosure'>,
  item: Read,
  asker: Asker,
): boolean {
  const state = Object.hasOwn(lifecycle.states, item.status) ? lifecycle.states[item.status] : undefined
  if (state === undefined) return false
  const readers: readonly Audience[] =
    state.readers ?? (disclosure && !item.disclosed ? disclosure.otherwise : ['anyone'])
  // What two have agreed on is not taken from one of them while it is there.
  const isPartner = item.partners?.length && !state.gone && isInAudience(asker, ['partner'], item)
  // Whoever has applied for it keeps seeing what he applied for, and that it is closed.
  const isApplicant = state.applicants && asker !== null && item.applicants?.includes(asker.id)
  // Whoever acts for somebody who cannot reads what that one reads: what waits for him is open to him.
  return isPartner || isApplicant || isInAudience(asker, readers, item)
}

/** Nobody learns of an item that he may not read: it is missing for him. What is `gone` is read only where asked for. */
export async function requireItem(
  context: Pick<ActionContext, 'plan' | 'asker' | 'params' | 'db'>,
  id: string = requireText(context.params, 'id'),
  options: { readonly db?: ActionContext['db']; readonly lock?: boolean; readonly gone?: boolean } = {},
): Promise<ItemRow> {
  const { plan, asker } = context
  const row = await loadRow(options.db ?? context.db, plan, sql`id = ${id}`, { lock: options.lock ?? false })
  if (!row || !canRead(plan.type, row, asker)) throw new Failure('NOT_FOUND')
  if (!options.gone && isGone(plan.type.lifecycle, row.status)) throw new Failure('NOT_FOUND')
  return row
}
