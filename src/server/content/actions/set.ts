// Owns the setting of the few fields that an operation names, which leaves the item in its state.
import { Failure } from '../../../shared/errors.ts'
import { type Parameters, requireText } from '../../operations/read-parameter.ts'
import { requireSignedIn } from '../../operations/require-signed-in.ts'
import { requireItem } from '../access.ts'
import type { Action } from '../action.ts'
import { canEdit, isOwner } from '../can-edit.ts'
import { type Body, prepareBody } from '../prepare-body.ts'
import { setFields } from '../set-fields.ts'
import { write } from '../write.ts'

export const set: Action = async (context) => {
  requireSignedIn(context.asker)
  const { call, plan, asker, content } = context
  const { id: _id, ...written } = (call.body ?? {}) as Parameters // validated as an object
  const id = requireText({ id: _id }, 'id')
  return write(context, async (transaction) => {
    const row = await requireItem(context, id, { db: transaction, lock: true })
    if (!canEdit(plan.type.lifecycle, row, asker))
      throw new Failure(isOwner(row, asker) ? 'WRONG_STATE' : 'FORBIDDEN')
    // Only what was given is set: a default is for what is new, and would take back what stands.
    const names = (content.fields ?? []).filter((name) => written[name] !== undefined)
    const given = prepareBody(context, written, { row, complete: false })
    const fields: Body = Object.fromEntries(names.map((name) => [name, given[name]]))
    const revision = await setFields(transaction, context, row, fields)
    return { answer: { id, status: row.status, revision }, target: id, detail: { revision, fields: names } }
  })
}
