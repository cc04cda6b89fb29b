// Defines the error of an unavailable database, which the HTTP layer answers with 503, and classifies database
// errors.
import pg from './pg.ts'
import { StandbyError } from './server-addresses.ts'
import { NoWriterSlotError } from './writer-slots.ts'

/** The database is away, slow, full or out of connections; nothing was acknowledged and a retry may succeed. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'

  constructor(cause: unknown) {
    super(`数据库暂时不可用：${toReason(cause)}`, { cause })
  }
}

/** SQLSTATE classes and codes (PostgreSQL appendix A) after which the same request may succeed later. */
const UNAVAILABLE_STATES = /^(08|53|58|57P0[1-5]|57014|25006|55P03|F0|XX00[12])/

/** Error codes of Node for a socket that cannot be opened or that breaks. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
])

/** The driver gives these failures no code, only a text. */
const DRIVER_TEXTS = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
]

/** Returns true if the server ended the session with this error. */
export function isSessionEnd(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC')
}

/** Returns true if the connection that failed with this error cannot be used any more. */
export function isConnectionLost(error: unknown): boolean {
  return isSessionEnd(error) || (isUnavailable(error) && !(error instanceof pg.DatabaseError))
}

export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError || error instanceof StandbyError) return true
  if (error instanceof pg.DatabaseError)
    return isSessionEnd(error) || UNAVAILABLE_STATES.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return NETWORK_CODES.has(code) || DRIVER_TEXTS.some((text) => error.message.includes(text))
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Returns true if a write timed out while it waited for a lock or for a connection. */
export function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailableError ? error.cause : error
  if (cause instanceof NoWriterSlotError) return true
  return cause instanceof pg.DatabaseError && cause.code === LOCK_NOT_AVAILABLE
}

/** Returns true if the server may just be starting. A wrong password or name does not resolve itself. */
export function mayComeUp(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailableError ? error.cause : error
  return cause instanceof pg.DatabaseError ? UNAVAILABLE_STATES.test(cause.code ?? '') : isUnavailable(cause)
}

function toReason(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(toReason).join('; ')
  return cause instanceof Error ? cause.message : String(cause)
}
