// Reacts to a failed call, whichever part of the portal made it (ERR-01 to ERR-04).

import { goToNewPassword } from '#portal/core/session/password-change.ts'
import { requestSignIn } from '#portal/core/session/request-sign-in.ts'
import { currentSession, endSession, reauthenticate, type Session } from '#portal/core/session/session.ts'
import { currentInterruption } from '#portal/core/session/session-interruption.ts'
import { LOGIN } from '#portal/core/site.ts'
import { toast } from '#portal/core/state/toast.ts'
import { ERRORS } from '#shared/calls/errors.ts'
import type { ApiError } from './api-error.ts'

const NOT_SIGNED_IN = '您未登录，或者登录已经超时，请先登录！'
const SESSION_REJECTED = 403
const { PASSWORD_CHANGE_DUE } = ERRORS
const INTERNAL = 500
/** The same failure of several calls of one page is one message. */
const ONCE_WITHIN = 10_000

const shownAt = new Map<string, number>()

function showOnce(message: string, requestId: string): void {
  const now = performance.now()
  if (now - (shownAt.get(message) ?? Number.NEGATIVE_INFINITY) < ONCE_WITHIN) return
  shownAt.set(message, now)
  toast.error(requestId ? `${message}（请求编号 ${requestId}）` : message)
}

const isSessionOver = ({ code, status }: ApiError): boolean => code === SESSION_REJECTED || status === 401

interface Caller {
  /** The session that the call was made in. */
  readonly session: Session
  /** True if the user requested the call. */
  readonly isRequested: boolean
}

/**
 * Returns true if the call is to be made once more: its session ended, the page holds typed text, and the user has
 * signed in again.
 */
export async function isRetryable(failure: ApiError, { session, isRequested }: Caller): Promise<boolean> {
  if (!isSessionOver(failure) || session.token === null) return false
  const now = currentSession()
  // Signed in again since the call was made, or somebody else has.
  if (now.token !== session.token) return now.token !== null && now.user?.id === session.user?.id
  return reauthenticate(failure.code === SESSION_REJECTED ? failure.message : NOT_SIGNED_IN, isRequested)
}

/** `token`: that the call was made with. */
export function handleApiError(failure: ApiError, showError: boolean, token: string | null): void {
  const { code, status, message, requestId } = failure
  if (isSessionOver(failure) && (currentInterruption() || currentSession().token !== token)) {
    // The dialog has said it, or another session has begun since.
  } else if (code === SESSION_REJECTED) {
    toast.error(message)
    endSession({ goTo: LOGIN, note: message })
  } else if (status === 401 && token === null) {
    // No session has ended: a visitor requested something that needs one.
    requestSignIn()
  } else if (status === 401) {
    toast.error(NOT_SIGNED_IN)
    endSession({ goTo: LOGIN, expired: true, note: NOT_SIGNED_IN })
  } else if (code === PASSWORD_CHANGE_DUE.code) {
    toast.error(message)
    goToNewPassword()
  } else if (code === INTERNAL) showOnce(message, requestId)
  else if (showError) toast.error(message)
}
