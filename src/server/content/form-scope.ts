// Owns what the conditions of a form see on the server.
import type { Scope } from '../../shared/condition.ts'
import type { Account } from '../call.ts'

export function toFormScope(form: Readonly<Record<string, unknown>>, account: Account | null): Scope {
  const user = account
    ? {
        signedIn: true,
        id: account.id,
        userName: account.userName,
        name: account.name,
        role: account.role,
        type: account.role,
      }
    : { signedIn: false }
  return { form, user }
}
