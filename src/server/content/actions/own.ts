// Returns the caller's own record, or a record by its number to a caller who may read it.
import { sql } from 'kysely'
import { canRead } from '#server/content/access/access.ts'
import type { ContentActionHandler } from '#server/content/action.ts'
import { loadNumbered, loadOwn, toNumbered } from '#server/content/query/own-item.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { Failure } from '#shared/calls/errors.ts'
import { loadFor } from './info.ts'

/**
 * Answers null if the caller has no record. Throws `NOT_FOUND` for an unknown number and for a record that the caller
 * may not read.
 */
export const own: ContentActionHandler = async (context) => {
  const caller = requireSignedIn(context.caller)
  const { db, plan, params, content } = context
  const ownerId = readText(params, 'userId') ?? caller.id
  const numbered = toNumbered(params, content.by ?? [])
  const where = ownerId === caller.id ? numbered : sql`owner_id = ${ownerId} and ${numbered ?? sql`true`}`
  const { status } = content.fixed
  const only = typeof status === 'string' ? { only: status } : {}
  if (!where) {
    const row = await loadOwn(db, plan, caller.id, only)
    return row ? loadFor(context, caller, row) : null
  }
  const { lifecycle } = plan.type
  const states = Object.keys(lifecycle.states).filter((state) =>
    canRead(plan.type, { status: state, ownerId: null }, caller),
  )
  const row = await loadNumbered(db, plan, { where, states, ownerId: caller.id, ...only })
  if (!row)
    throw new Failure('NOT_FOUND', {
      message: numbered ? '申报不存在，或不属于您' : '该用户的申报不存在，或您无权查看',
    })
  return loadFor(context, caller, row)
}
