// Checks access to operations. The handler checks the rights on the object.

import type { Account } from '#server/platform/call.ts'
import { delegatedParts } from '#shared/access/policy.ts'
import { coversType } from '#shared/access/role-scope.ts'
import { type Audience, type Caller, isNamed, isOnlyReader, membership } from '#shared/access/roles.ts'
import { ERRORS, Failure } from '#shared/calls/errors.ts'
import { isContentAction, type Operation } from '#shared/model/operation-model.ts'

/**
 * Returns true if the caller may call the operation at all. Any signed-in account may be the owner of an item or
 * its parent, so a call that is open to owners is open to all accounts until the object is loaded; the handler
 * checks the rights on the object. A read-only caller may call an operation that writes only if it is personal, or
 * if `access` names the caller's role or grant.
 *
 * @example
 * if (!canCallOperation(call.caller, operation)) throw new Failure('FORBIDDEN')
 */
export function canCallOperation(caller: Caller, operation: Operation): boolean {
  const { access, writes, personal } = operation
  if (writes && !personal && isOnlyReader(caller)) return access.some((audience) => isNamed(caller, audience))
  return mayCall(withRolesFor(caller, operation), access) || mayCallFor(caller, operation)
}

/** Some item could make the caller a member. */
const mayCall = (caller: Caller, access: readonly Audience[]): boolean => membership(caller, access) !== false

/**
 * Calls for whoever works in the console, whatever the scope: their handlers ask of each item whether it is in the scope
 * of a role, or hand out no items.
 */
const IN_CONSOLE: ReadonlySet<string> = new Set([
  'publishing.queue',
  'publishing.take',
  'publishing.handOver',
  'publishing.release',
  'publishing.colleagues',
  'publishing.scheduled',
  'consoleView.list',
  'consoleView.save',
  'consoleView.remove',
])

/** The caller with those of the assigned roles that count in the call: where it concerns no items, only unlimited ones. */
function withRolesFor(caller: Caller, { id, content }: Operation): Caller {
  if (!caller?.assigned || IN_CONSOLE.has(id)) return caller
  return { ...caller, assigned: caller.assigned.filter(({ scope }) => coversType(scope, content?.type)) }
}

/** Calls whose handler asks of each item whose part it is. */
const ASKING: ReadonlySet<string> = new Set(['info', 'list', 'manage'])

/**
 * Returns true if one of the caller's principals may make the call. A delegate reads the same items and executes the
 * same transitions as the principal.
 */
function mayCallFor(caller: Caller, { access, content }: Operation): boolean {
  if (!caller?.standsIn || !content) return false
  const { action, type } = content
  if (isContentAction(action) && !ASKING.has(action)) return false
  return caller.standsIn.some(
    (principal) => delegatedParts(principal, type).length > 0 && mayCall(principal, access),
  )
}

/** Operations that remain available to an account that has to choose a new password first. */
const BEFORE_NEW_PASSWORD = new Set(['auth.updatePassword', 'auth.logout', 'auth.token', 'menu.tree'])

const isOpenToEverybody = ({ access, writes }: Operation) => access.includes('anyone') && !writes

export function refuseAccess(account: Account | null, operation: Operation): void {
  if (!canCallOperation(account, operation))
    throw new Failure(account === null ? 'SIGN_IN_REQUIRED' : 'FORBIDDEN')
  if (account?.passwordDue && !isOpenToEverybody(operation) && !BEFORE_NEW_PASSWORD.has(operation.id))
    throw new Failure('PASSWORD_CHANGE_DUE')
  const message = barredFrom(account, operation)
  if (message !== undefined) throw new Failure('BLACKLISTED', { message })
}

/** Why somebody on the blacklist may not make the call; undefined where nothing keeps him. */
export function barredFrom(
  account: Account | null,
  { writes, personal }: Pick<Operation, 'writes' | 'personal'>,
): string | undefined {
  if (!account?.black || !writes || personal) return undefined
  const { blackReason: reason } = account
  return reason ? `${ERRORS.BLACKLISTED.message}。原因：${reason}` : ERRORS.BLACKLISTED.message
}
