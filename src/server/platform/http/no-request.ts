// Provides the request of a call that nobody sent: by a timer, a task or the system.
import type { CallRequest } from '#server/platform/call.ts'
import { NO_SESSION_COOKIE } from './session-cookie.ts'
import { NO_VISITOR } from './visitor-key.ts'

export const NO_REQUEST: CallRequest = {
  id: '',
  address: '',
  userAgent: '',
  sender: 'own',
  visitor: NO_VISITOR,
  session: NO_SESSION_COOKIE,
  origin: '',
}
