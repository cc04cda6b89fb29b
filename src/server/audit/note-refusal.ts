// Owns the audit entry of a call that was refused for lack of rights.
import { type ErrorName, Failure } from '../../shared/errors.ts'
import type { Services } from '../call.ts'
import { networkOf } from '../http/network-of.ts'
import { notedOnceOf } from './noted-once.ts'

const REFUSALS: ReadonlySet<ErrorName> = new Set(['FORBIDDEN', 'BLACKLISTED', 'OWN_ITEM', 'SESSION_REJECTED'])

interface Refused {
  readonly operation: string
  /** Account id; null for whoever has no session, or one that is over. */
  readonly actor: string | null
  readonly id: string
  readonly address: string
  readonly hasToken: boolean
}

/**
 * Other failures are none of rights; a token that is over is one, a visitor without any is not. Never throws:
 * the caller hears of the refusal all the same when the log cannot be written.
 */
export async function noteRefusal(services: Services, error: unknown, refused: Refused): Promise<void> {
  if (!(error instanceof Failure)) return
  const { operation, actor, id: requestId, address, hasToken } = refused
  const isOver = error.error === 'SIGN_IN_REQUIRED' && hasToken
  if (!isOver && !REFUSALS.has(error.error)) return
  const entry = { actor, action: operation, address, requestId, detail: { refusal: error.error } }
  await notedOnceOf(services)
    .note(`${actor ?? networkOf(address)} ${operation} ${error.error}`, { ...entry, result: 'refused' })
    .catch(() => undefined)
}
