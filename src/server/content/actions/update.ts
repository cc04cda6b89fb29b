// Owns the changing of an item's fields, from the revision that its editor saw.
import type { Kysely } from 'kysely'
import { Failure } from '../../../shared/errors.ts'
import type { Schema } from '../../database/schema.ts'
import { requireItem, requireSignedIn } from '../access.ts'
import type { Action, ActionContext } from '../action.ts'
import { canEdit, isOwner } from '../can-edit.ts'
import { checkRefs } from '../check-refs.ts'
import { type ItemRow, RECEIPT_KEY, toItem } from '../item-row.ts'
import { type Body, prepareBody } from '../prepare-body.ts'
import { type Parameters, readInteger, requireText } from '../read-parameter.ts'
import { replaceBody } from '../replace-body.ts'
import { hiddenFields } from '../type-plan.ts'
import { write } from '../write.ts'
import { move } from './transition.ts'

export const update: Action = async (context) => {
  requireSignedIn(context.asker)
  const { call, plan, asker } = context
  const written = { ...context.params, ...(call.body as Parameters | null) } // validated as an object, or null
  const id = requireText(written, 'id')
  const revision = readInteger(written, 'revision', { min: 1, max: Number.MAX_SAFE_INTEGER })
  return write(context, async (transaction) => {
    const row = await requireItem(context, id, { db: transaction, lock: true })
    permit(context, row)
    if (revision !== row.revision) throw new Failure('STALE_REVISION', { data: toItem(plan, row, asker) })
    const seen = prepareBody(plan, call.body, { account: call.account, ownerId: row.ownerId })
    const body = { ...seen, ...keepUnseen(context, row) }
    await checkRefs(context, body, transaction)
    const next = await replaceBody(transaction, context, row, body)
    const status = await reviewAgain(transaction, context, row)
    return { answer: { id, revision: next, status }, target: id, detail: { revision: next } }
  })
}

function permit({ plan, asker }: ActionContext, row: ItemRow): void {
  const { lifecycle } = plan.type
  if (canEdit(lifecycle, row, asker)) return
  throw new Failure(isOwner(row, asker) ? 'WRONG_STATE' : 'FORBIDDEN')
}

/** An owner's edit takes an approved item back to the state its lifecycle names; an operator's is approved as such. */
async function reviewAgain(
  transaction: Kysely<Schema>,
  context: ActionContext,
  row: ItemRow,
): Promise<string> {
  const { edited } = context.plan.type.lifecycle.states[row.status] ?? {}
  if (edited === undefined || context.asker?.role === 'operator') return row.status
  await move(transaction, context, row, { action: 'submit', to: edited }, undefined)
  return edited
}

/** What the editor may not see stays as it is, and so does what the system has filled in. */
function keepUnseen({ plan, asker }: ActionContext, row: ItemRow): Body {
  const filled = plan.own.flatMap(({ name, from }) => (from ? [name] : []))
  const kept = [RECEIPT_KEY, ...filled, ...hiddenFields(plan, asker, row.ownerId)]
  return Object.fromEntries(
    kept.flatMap((name) => (row.body[name] === undefined ? [] : [[name, row.body[name]]])),
  )
}
