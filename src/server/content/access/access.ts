// Owns who may read an item in its state, and the refusal of everybody else.
import { sql } from 'kysely'
import type { ActionContext } from '#server/content/action.ts'
import { type ItemRow, loadRow } from '#server/content/items/item-row.ts'
import { requireText } from '#server/platform/calls/read-parameter.ts'
import { type Audience, type Caller, isInAudience, type Related } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import {
  isDeletedState,
  isExecutableBy,
  isMet,
  type Lifecycle,
  type Transition,
} from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { loadPreviousVersion } from './previous-version.ts'

/** An item as far as the right to read it depends on it. */
export interface Read extends Related {
  readonly status: string
  /** Whether the parent's owner leaves it open to everybody; only of types that let him choose. */
  readonly disclosed?: boolean
  /** It no longer stands as it was while it was open to others; read with the whole item only. */
  readonly edited?: boolean
}

type Readable = Pick<ContentType, 'lifecycle' | 'disclosure'>

export function canRead(type: Readable, item: Read, caller: Caller): boolean {
  const state = stateOf(type.lifecycle, item.status)
  if (state === undefined) return false
  // What two have agreed on is not taken from one of them while it is there.
  const isPartner = item.partners?.length && !state.gone && isInAudience(caller, ['partner'], item)
  // Whoever has applied for it keeps seeing what he applied for, and that it is closed.
  const isApplicant = state.applicants && caller !== null && item.applicants?.includes(caller.id)
  return isPartner || isApplicant || isReader(type, item, caller)
}

/** Whether whoever may read it reads it as it stands, and not as it was while it was open to others. */
export const readsAsItStands = (type: Readable, item: Read, caller: Caller): boolean =>
  item.edited !== true || isReader(type, item, caller)

/** One of those whom the state is open to. */
function isReader({ lifecycle, disclosure }: Readable, item: Read, caller: Caller): boolean {
  const readers: readonly Audience[] =
    stateOf(lifecycle, item.status)?.readers ??
    (disclosure && !item.disclosed ? disclosure.otherwise : ['anyone'])
  // Whoever acts for somebody who cannot reads what that one reads: what waits for him is open to him.
  return isInAudience(caller, readers, item)
}

const stateOf = ({ states }: Lifecycle, status: string) =>
  Object.hasOwn(states, status) ? states[status] : undefined

/**
 * What whoever could have taken the item hears where somebody else did, although he reads it no more. By `action` only
 * its steps count.
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

/** Whether it may have been there: what was given to somebody from the first was never anybody's to take. */
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

/** Nobody learns of an item that he may not read: it is missing for him. What is `gone` is read only where asked for. */
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
  // Whoever is about to write goes by what is stored.
  if (options.lock || readsAsItStands(plan.type, row, caller)) return row
  return loadPreviousVersion(options.db ?? context.db, plan, row)
}
