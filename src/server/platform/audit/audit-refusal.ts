// Writes the audit entry of a call refused for lack of rights, or of a write that met an item in another state.

import type { AuditEntry, Services } from '#server/platform/call.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { ERRORS, type ErrorName, Failure } from '#shared/calls/errors.ts'
import { notedOnceOf } from './audit-once.ts'

const REFUSALS: ReadonlySet<ErrorName> = new Set([
  'FORBIDDEN',
  'BLACKLISTED',
  'OWN_ITEM',
  'SESSION_REJECTED',
  'KEY_REJECTED',
])

/** HTTP status of what is refused because of what somebody else has done meanwhile. */
const CONFLICT = 409

interface Refused {
  readonly operation: string
  /** True if the call would have changed something. */
  readonly writes: boolean
  /** Account id; null for a caller without a session or with an expired one. */
  readonly actor: string | null
  readonly id: string
  readonly address: string
  readonly hasToken: boolean
  /** The unvalidated input: query, route and body. */
  readonly given: readonly unknown[]
}

/** By these names calls say whom or what they are about. */
const TARGETS = ['id', 'userId', 'dataId'] as const
const IS_ID = /^[\w-]{1,64}$/

/** The id that was tried; undefined where nothing that could be one was sent. */
function targetOf(given: readonly unknown[]): string | undefined {
  const sent = Object.assign({}, ...given.map((part) => (Array.isArray(part) ? {} : Object(part)))) as object
  return TARGETS.map((name) => (sent as Readonly<Record<string, unknown>>)[name]).find(
    (value): value is string => typeof value === 'string' && IS_ID.test(value),
  )
}

/**
 * Other failures are none of rights; a token that is over is one, a visitor without any is not. Never throws:
 * the caller hears of the refusal all the same when the log cannot be written.
 */
export async function auditRefusal(services: Services, error: unknown, refused: Refused): Promise<void> {
  if (!(error instanceof Failure)) return
  const { operation, writes, actor, id: requestId, address, hasToken, given } = refused
  const isOver = error.error === 'SIGN_IN_REQUIRED' && hasToken
  const isFailedWrite = writes && ERRORS[error.error].status === CONFLICT
  if (!isOver && !isFailedWrite && !REFUSALS.has(error.error)) return
  const target = targetOf(given)
  const who = actor ?? networkOf(address)
  const what = { actor, action: operation, target: target ?? null, address, requestId }
  const detail = { refusal: error.error }
  const entry: AuditEntry = isFailedWrite
    ? { ...what, result: 'failed', detail }
    : { ...what, result: 'refused', detail }
  await notedOnceOf(services)
    .note(`${who} ${operation} ${error.error} ${target ?? ''}`, entry, who)
    .catch(() => undefined)
}
