// The SDK for a portal's own operations, `equipnet/handler`: the names they may use, and their version.
import { sql } from 'kysely'
import type { Call as ServerCall } from '#server/platform/call.ts'
import type { Caller } from '#shared/access/roles.ts'
import { DEFAULT_PAGE_SIZE, type Paged } from '#shared/calls/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'

export type { Paged }

export interface Call extends ServerCall {
  /** @deprecated The earlier name of `caller`. */
  readonly asker: Caller
}

/**
 * Answers one operation: the returned value becomes `data`, a thrown `Failure` refuses.
 *
 * @example
 * const count: Handler = async (call) => ({ count: (await publicItems(call, 'book').select('id').execute()).length })
 */
export type Handler = (call: Call) => Promise<unknown>

/** By operation id. */
export type Handlers = Readonly<Record<string, Handler>>

export { DEFAULT_PAGE_SIZE, Failure, sql }

/**
 * Every file of handlers declares it: `export const DOOR = 1`. Names may be added within a version. A name that goes or
 * gets another meaning makes the next version, and the server refuses files of another version.
 */
export const VERSION = 1

/** The states of a content type in which everybody reads its items; a `Failure` where there is no such type. */
export function publicStatesOf({ services }: ServerCall, type: string): readonly string[] {
  const found = services.model().contentTypes.find(({ name }) => name === type)
  if (!found) throw new Failure('NOT_FOUND')
  return publicStates(found.lifecycle)
}

/**
 * Items that everybody may read, to be narrowed and selected from.
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
