// Declares the type of the table of the roles that accounts have beside their own.
import type { ColumnType } from 'kysely'
import type { RoleScope } from '#shared/access/role-scope.ts'

type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

export interface RoleAssignmentTable {
  id: string
  accountId: string
  role: string
  /** `role`: a further role; `account`: the account itself, which waits with it. */
  kind: 'role' | 'account'
  /** Write it as JSON text. */
  scope: ColumnType<RoleScope, string, string>
  state: AssignmentState
  /** Why it is asked for. */
  reason: string
  askedBy: string
  askedAt: DefaultTime
  /** The administrator who confirmed or refused it; the one who asked, where no second one is needed. */
  decidedBy: Optional<string>
  decidedAt: OptionalTime
  endedBy: Optional<string>
  endedAt: OptionalTime
}

/** `requested` for a second administrator, `active`, `denied` by them, `revoked` by an administrator. */
export type AssignmentState = 'requested' | 'active' | 'denied' | 'revoked'
