// Decides whether a call is offered to the viewer. Visitors see the offer and are asked to sign in.

import type { Session } from '#portal/core/session/session.ts'
import { isInAudience } from '#shared/access/roles.ts'
import type { SectionCall } from '#shared/model/page-model.ts'
import { toViewer } from './viewer.ts'

export function canCall(call: SectionCall | undefined, user: Session['user']): boolean {
  if (!call) return false
  return !call.access || user === null || isInAudience(toViewer(user), call.access)
}
