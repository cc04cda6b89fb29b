// Checks that a caller may read an item in its state, and refuses all others.
import { sql } from 'kysely'
import type { ActionContext } from '#server/content/action.ts'
import { type ItemRow, loadRow } from '#server/content/items/item-row.ts'
import { requireText } from '#server/platform/calls/read-parameter.ts'
import type { Related } from '#shared/access/facts.ts'
import { isAllowed } from '#shared/access/policy.ts'
import type { Caller } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { currentPolicy, readPolicy } from '#shared/lifecycles/item-policies.ts'
import { isDeletedState, type Lifecycle, type Transition } from '#shared/lifecycles/lifecycle.ts'
import { isExecutableBy, isMet } from '#shared/lifecycles/transition-policies.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { loadPreviousVersion } from './previous-version.ts'

/** An item as far as the right to read it depends on it. */
export interface Read extends Related {
  readonly status: string
}

type Readable = Pick<ContentType, 'lifecycle' | 'disclosure'>

/**
 * Returns true if the caller may read the item in its current state: as a reader of the state, as a partner until
 * the item is deleted, or as an applicant if the state allows it. Returns false if the lifecycle has no such state.
 *
 * @example
 * if (!row || !canRead(plan.type, row, call.caller)) throw new Failure('NOT_FOUND')
 */
export const canRead = (type: Readable, item: Read, caller: Caller): boolean =>
  isAllowed(readPolicy(type), caller, item)

/**
 * Returns true if a reader of the item gets its current version, false if the reader gets the version from when it
 * was open to others.
 */
export const readsAsItStands = (type: Readable, item: Read, caller: Caller): boolean =>
  item.edited !== true || isAllowed(currentPolicy(type), caller, item)

/**
 * Returns the message for a caller who could have taken the item before somebody else did, although the caller can no
 * longer read it. `action` limits the check to the transitions of that action.
 */
export function alreadyAssignedMessage(
  type: ContentType,
  row: ItemRow,
  caller: Caller,
  action?: string,
): string | undefined {
  const { transitions } = type.lifecycle
  const isTakenByOther = (step: Transition) =>
    step.claim !== undefined &&
    (action === undefined || step.action === action) &&
    isLate(step, row) &&
    !isHis(step, row, caller?.id) &&
    step.from.some((status) => {
      const before = { ...row, status, parties: {} }
      return (
        wasOpen(type.lifecycle, row, status) &&
        isExecutableBy(step, caller, before) &&
        canRead(type, before, caller)
      )
    })
  return transitions.find(isTakenByOther)?.claim?.taken
}

/**
 * Returns true if the item may have been in that state unassigned. An item that was assigned from the start was never
 * open to others.
 */
const wasOpen = ({ transitions }: Lifecycle, row: ItemRow, status: string): boolean => {
  const ways = transitions.filter((step) => step.to === status)
  return ways.length === 0 || ways.some((step) => isMet(step, row, null))
}

const isLate = ({ claim, from }: Transition, { body, status }: ItemRow): boolean =>
  !from.includes(status) && isFilled(body[claim?.field ?? ''])

const isHis = ({ claim }: Transition, { parties, body }: ItemRow, id: string | undefined): boolean =>
  id !== undefined &&
  (body[claim?.field ?? ''] === id || parties?.[`party:${claim?.field}`]?.includes(id) === true)

const isFilled = (value: unknown): boolean => typeof value === 'string' && value !== ''

const notFound = (taken: string | undefined): Failure =>
  taken === undefined ? new Failure('NOT_FOUND') : new Failure('TAKEN', { message: taken })

/**
 * Loads an item. Throws `NOT_FOUND` if the caller may not read it, so that the caller does not learn that it exists.
 * Deleted items (`gone`) are returned only with `includeDeleted`.
 */
export async function requireItem(
  context: Pick<ActionContext, 'plan' | 'caller' | 'params' | 'db'>,
  id: string = requireText(context.params, 'id'),
  options: {
    readonly db?: ActionContext['db']
    readonly lock?: boolean
    readonly includeDeleted?: boolean
  } = {},
): Promise<ItemRow> {
  const { plan, caller } = context
  const row = await loadRow(options.db ?? context.db, plan, sql`id = ${id}`, { lock: options.lock ?? false })
  if (!row || !canRead(plan.type, row, caller))
    throw notFound(row && alreadyAssignedMessage(plan.type, row, caller))
  if (!options.includeDeleted && isDeletedState(plan.type.lifecycle, row.status))
    throw new Failure('NOT_FOUND')
  // A caller who is about to write gets the stored version.
  if (options.lock || readsAsItStands(plan.type, row, caller)) return row
  return loadPreviousVersion(options.db ?? context.db, plan, row)
}
