// Owns who may call an operation at all; what he may do to an object is the handler's question.

import type { Account } from '#server/platform/call.ts'
import {
  type Audience,
  type Caller,
  isInAudience,
  isNamed,
  isOnlyReader,
  isRelation,
  regionalOf,
  standInsFor,
} from '#shared/access/roles.ts'
import { ERRORS, Failure } from '#shared/calls/errors.ts'
import { isContentAction, type Operation } from '#shared/model/content-model.ts'

/** Everybody signed in may own something, or what it lies under: such calls are open to them up to the object. */
export function canCall(caller: Caller, operation: Operation): boolean {
  const { access, writes, personal } = operation
  if (writes && !personal && isOnlyReader(caller)) return access.some((audience) => isNamed(caller, audience))
  return mayCall(caller, access) || mayCallFor(caller, operation)
}

const mayCall = (caller: Caller, access: readonly Audience[]): boolean =>
  isInAudience(caller, access) || (caller !== null && access.some((audience) => mayBe(caller, audience)))

/** Calls whose handler asks of each item whose part it is. */
const ASKING: ReadonlySet<string> = new Set(['info', 'list', 'manage'])

/** As one of those for whom he stands in: he reads what they read, and takes their steps. */
function mayCallFor(caller: Caller, { access, content }: Operation): boolean {
  if (!caller?.standsIn || !content) return false
  const { action, type } = content
  if (isContentAction(action) && !ASKING.has(action)) return false
  return standInsFor(caller, { type, ownerId: null }).some(({ principal }) => mayCall(principal, access))
}

function mayBe(caller: Caller, audience: Audience): boolean {
  const regional = regionalOf(audience)
  return regional === undefined ? isRelation(audience) : isInAudience(caller, [regional])
}

/** What somebody does who has to choose a password of her own first. */
const BEFORE_NEW_PASSWORD = new Set(['auth.updatePassword', 'auth.logout', 'auth.token', 'menu.tree'])

const isOpenToEverybody = ({ access, writes }: Operation) => access.includes('anyone') && !writes

export function refuseAccess(account: Account | null, operation: Operation): void {
  if (!canCall(account, operation)) throw new Failure(account === null ? 'SIGN_IN_REQUIRED' : 'FORBIDDEN')
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
