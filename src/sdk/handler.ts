// Owns the door for a portal's own operations, `equipnet/handler`: what they may use of the program, and in which version.
import { sql } from 'kysely'
import type { Call, Handler, Handlers } from '#server/platform/call.ts'
import { DEFAULT_PAGE_SIZE, type Paged } from '#shared/calls/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'

export type { Call, Handler, Handlers, Paged }
export { DEFAULT_PAGE_SIZE, Failure, sql }

/**
 * What every file of handlers says as `export const DOOR = 1`. Names may be added within a version; one that goes or
 * means something else makes the next, and the server refuses files of another.
 */
export const VERSION = 1

/** The states of a content type in which everybody reads its items; a `Failure` where there is no such type. */
export function publicStatesOf({ services }: Call, type: string): readonly string[] {
  const found = services.model().contentTypes.find(({ name }) => name === type)
  if (!found) throw new Failure('NOT_FOUND')
  return publicStates(found.lifecycle)
}

/** Items that everybody may read, to be narrowed and selected from. */
export function publicItems(call: Call, type: string) {
  const states = publicStatesOf(call, type)
  return call.services.db
    .selectFrom('item')
    .where('type', '=', type)
    .where('status', 'in', states.length > 0 ? states : [''])
}
