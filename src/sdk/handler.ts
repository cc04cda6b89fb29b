// The SDK for a portal's own operations, `equipnet/handler`: the names they may use, and their version.
import { sql } from 'kysely'
import type { Call as ServerCall } from '#server/platform/call.ts'
import type { Caller } from '#shared/access/roles.ts'
import { DEFAULT_PAGE_SIZE, type Paged } from '#shared/calls/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'

export type { Paged }

/**
 * The call that a handler answers: validated parameters and body, the caller, and the services of the server.
 *
 * @example
 * const account: Handler = async ({ caller, params, services }: Call) => {
 *   if (caller === null) throw new Failure('SIGN_IN_REQUIRED')
 *   return { id: caller.id, subject: params.subject, hash: services.model().hash }
 * }
 */
export interface Call extends ServerCall {
  /** @deprecated The earlier name of `caller`. */
  readonly asker: Caller
}

/**
 * Answers one operation: the returned value becomes `data` of the answer. A thrown `Failure` refuses the call.
 *
 * @example
 * const count: Handler = async (call) => {
 *   const rows = await publicItems(call, 'book').select('id').execute()
 *   return { count: rows.length }
 * }
 */
export type Handler = (call: Call) => Promise<unknown>

/**
 * The handlers of a file, by operation id (`<group>.<name>`). Every file of handlers exports them as `handlers`.
 *
 * @example
 * export const handlers: Handlers = {
 *   'shelf.hello': async ({ account }) => ({ greeting: account ? `您好，${account.name}` : '您好' }),
 * }
 */
export type Handlers = Readonly<Record<string, Handler>>

export { DEFAULT_PAGE_SIZE, Failure, sql }

/**
 * The version of the SDK for handlers. Every file of handlers declares the version that it was written for. Names
 * may be added within a version. Removing a name or changing its meaning makes the next version, and the server
 * refuses files of another version.
 *
 * @example
 * export const DOOR = 1
 */
export const VERSION = 1

/**
 * Returns the states of a content type in which its items are public, in the order of the lifecycle. Throws
 * `Failure('NOT_FOUND')` when no content type has this name.
 *
 * @example
 * const states = publicStatesOf(call, 'book') // → ['online'], if only this state is public
 */
export function publicStatesOf({ services }: ServerCall, type: string): readonly string[] {
  const found = services.model().contentTypes.find(({ name }) => name === type)
  if (!found) throw new Failure('NOT_FOUND')
  return publicStates(found.lifecycle)
}

/**
 * Returns a query for the public items of a content type, to be narrowed, selected from and executed. It finds
 * nothing if the type has no public state. Throws `Failure('NOT_FOUND')` when no content type has this name.
 *
 * @example
 * const rows = await publicItems(call, 'book').select(['id', 'title']).limit(10).execute()
 */
export function publicItems(call: ServerCall, type: string) {
  const states = publicStatesOf(call, type)
  return call.services.db
    .selectFrom('item')
    .where('type', '=', type)
    .where('status', 'in', states.length > 0 ? states : [''])
}
