// Builds the user that the conditions of a form see on the server.

import type { Account } from '#server/platform/call.ts'
import { type FormUser, NOBODY } from '#shared/validation/visible-fields.ts'

export function toFormUser(account: Account | null): FormUser & { userName?: string; name?: string } {
  if (account === null) return NOBODY
  const { id, userName, name, role, grants = [] } = account
  return { signedIn: true, id, userName, name, role, type: role, grants }
}
