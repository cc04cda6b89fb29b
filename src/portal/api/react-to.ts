// Owns what the portal does about a failed call, whoever made it (ERR-01 to ERR-04).
import { ERRORS } from '../../shared/errors.ts'
import { askSignIn } from '../session/ask-sign-in.ts'
import { goToNewPassword } from '../session/new-password.ts'
import { currentSession, endSession } from '../session/session.ts'
import { LOGIN } from '../site/site.ts'
import { toast } from '../ui/toast.tsx'
import type { ApiError } from './api-error.ts'

const NOT_SIGNED_IN = '您未登录，或者登录已经超时，请先登录！'
const SESSION_REJECTED = 403
const { PASSWORD_CHANGE_DUE } = ERRORS
const INTERNAL = 500
/** The same failure of several calls of one page is one message. */
const ONCE_WITHIN = 10_000

const shown = new Map<string, number>()

function showOnce(message: string, requestId: string): void {
  const now = performance.now()
  if (now - (shown.get(message) ?? Number.NEGATIVE_INFINITY) < ONCE_WITHIN) return
  shown.set(message, now)
  toast.error(requestId ? `${message}（请求编号 ${requestId}）` : message)
}

export function reactTo({ code, status, message, requestId }: ApiError, showError: boolean): void {
  if (code === SESSION_REJECTED) {
    toast.error(message)
    endSession({ goTo: LOGIN })
  } else if (status === 401 && currentSession().token === null) {
    // Nobody's session has ended: a visitor wants what needs one.
    askSignIn()
  } else if (status === 401) {
    toast.error(NOT_SIGNED_IN)
    endSession({ goTo: LOGIN, expired: true })
  } else if (code === PASSWORD_CHANGE_DUE.code) {
    toast.error(message)
    goToNewPassword()
  } else if (code === INTERNAL) showOnce(message, requestId)
  else if (showError) toast.error(message)
}
