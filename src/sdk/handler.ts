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

/** The returned value becomes `data`; a thrown `Failure` refuses. */
export type Handler = (call: Call) => Promise<unknown>

/** By operation id. */
export type Handlers = Readonly<Record<string, Handler>>

export { DEFAULT_PAGE_SIZE, Failure, sql }

/**
 * What every file of handlers says as `export const DOOR = 1`. Names may be added within a version; one that goes or
 * means something else makes the next, and the server refuses files of another.
 */
export const VERSION = 1

/** The states of a content type in which everybody reads its items; a `Failure` where there is no such type. */
export function publicStatesOf({ services }: ServerCall, type: string): readonly string[] {
  const found = services.model().contentTypes.find(({ name }) => name === type)
  if (!found) throw new Failure('NOT_FOUND')
  return publicStates(found.lifecycle)
}

/** Items that everybody may read, to be narrowed and selected from. */
export function publicItems(call: ServerCall, type: string) {
  const states = publicStatesOf(call, type)
  return call.services.db
    .selectFrom('item')
    .where('type', '=', type)
    .where('status', 'in', states.length > 0 ? states : [''])
}
