// Owns whether a call is offered to the one who reads the page: to visitors, who are asked to sign in, it is.
import type { SectionCall } from '../../shared/page-model.ts'
import { isInAudience } from '../../shared/roles.ts'
import { askerOf } from './asker.ts'
import type { Session } from './session.ts'

export function mayCall(call: SectionCall | undefined, user: Session['user']): boolean {
  if (!call) return false
  return !call.access || user === null || isInAudience(askerOf(user), call.access)
}
