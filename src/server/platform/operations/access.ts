// Owns who may call an operation at all; what he may do to an object is the handler's question.

import type { Account } from '#server/platform/call.ts'
import {
  type Asker,
  type Audience,
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
export function canCall(asker: Asker, operation: Operation): boolean {
  const { access, writes, personal } = operation
  if (writes && !personal && isOnlyReader(asker)) return access.some((audience) => isNamed(asker, audience))
  return mayCall(asker, access) || mayCallFor(asker, operation)
}

const mayCall = (asker: Asker, access: readonly Audience[]): boolean =>
  isInAudience(asker, access) || (asker !== null && access.some((audience) => mayBe(asker, audience)))

/** Calls whose handler asks of each item whose part it is. */
const ASKING: ReadonlySet<string> = new Set(['info', 'list', 'manage'])

/** As one of those for whom he stands in: he reads what they read, and takes their steps. */
function mayCallFor(asker: Asker, { access, content }: Operation): boolean {
  if (!asker?.standsIn || !content) return false
  const { action, type } = content
  if (isContentAction(action) && !ASKING.has(action)) return false
  return standInsFor(asker, { type, ownerId: null }).some(({ principal }) => mayCall(principal, access))
}

function mayBe(asker: Asker, audience: Audience): boolean {
  const regional = regionalOf(audience)
  return regional === undefined ? isRelation(audience) : isInAudience(asker, [regional])
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
