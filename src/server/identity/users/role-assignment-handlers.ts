// Handles the calls with which administrators give roles, confirm them for one another, and take them away.
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import type { Handlers } from '#server/platform/call.ts'
import { confirmRole, endRole, refuseRole } from './decide-role.ts'
import { giveRole } from './give-role.ts'
import { listAssignments, readAssignment } from './stored-assignment.ts'

/** `needsSecond`: what one administrator gives counts once another one has confirmed it. */
export const buildRoleHandlers = (sessions: Sessions, needsSecond: boolean): Handlers => ({
  'roleAssignment.list': listAssignments,
  'roleAssignment.info': readAssignment,
  'roleAssignment.give': (call) => giveRole(call, sessions, needsSecond),
  'roleAssignment.confirm': (call) => confirmRole(call, sessions),
  'roleAssignment.refuse': (call) => refuseRole(call, sessions),
  'roleAssignment.end': (call) => endRole(call, sessions),
})
