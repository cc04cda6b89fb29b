// Updates an item's fields, based on the revision that its editor read.

import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { requireItem } from '#server/content/access/access.ts'
import { isOwner, mayChange } from '#server/content/access/can-edit.ts'
import { notEditable } from '#server/content/access/refuse-by-state.ts'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { itemEdited } from '#server/content/events.ts'
import { type ItemRow, RECEIPT_KEY } from '#server/content/items/item-row.ts'
import {
  latestRevision,
  loadPending,
  type PendingVersion,
  storePending,
} from '#server/content/items/pending-change.ts'
import { fieldsHiddenFrom } from '#server/content/items/type-plan.ts'
import { refuseOpening } from '#server/content/pending-changes/refuse-opening.ts'
import { toEdited } from '#server/content/pending-changes/visible-change.ts'
import { findTransitionAfterEdit, handInAgain } from '#server/content/workflow/resubmit.ts'
import { requireSubmissionAllowed } from '#server/content/workflow/submission-policy.ts'
import { checkFiles } from '#server/content/write/check-files.ts'
import { checkRefs } from '#server/content/write/check-refs.ts'
import { logEdit } from '#server/content/write/log-edit.ts'
import { logTransition } from '#server/content/write/log-transition.ts'
import { type Body, prepareBody } from '#server/content/write/prepare-body.ts'
import { refuseDuplicates } from '#server/content/write/refuse-duplicates.ts'
import { refuseRepeated } from '#server/content/write/refuse-repeated.ts'
import { replaceBody } from '#server/content/write/replace-body.ts'
import { validateSystemFields } from '#server/content/write/validate-system-fields.ts'
import { write } from '#server/content/write/write.ts'
import { type Parameters, readInteger, requireText } from '#server/platform/calls/read-parameter.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { GRANTS, isGranted } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { findReturnTransition, reviews } from '#shared/lifecycles/lifecycle.ts'
import type { Operation } from '#shared/model/operation-model.ts'

export const update: ContentActionHandler = async (context) => {
  requireSignedIn(context.caller)
  const { call, plan, caller } = context
  const written = { ...context.params, ...(call.body as Parameters | null) } // validated as an object, or null
  const id = requireText(written, 'id')
  const revision = readInteger(written, 'revision', { min: 1, max: Number.MAX_SAFE_INTEGER })
  return write(context, async (transaction) => {
    const row = await requireItem(context, id, { db: transaction, lock: true })
    permit(context, row)
    if (revision === undefined) throw revisionMissing()
    const change = await loadPending(transaction, row.id)
    if (revision !== latestRevision(row, change))
      throw new Failure('STALE_REVISION', { data: toEdited(plan, row, change, caller) })
    const waits = reviews(plan.type.lifecycle, row.status) && isOwner(row, caller)
    const { id: _id, revision: _revision, ...fields } = toFields(call.body)
    // An owner with a pending change continues from that change.
    const currentRow = waits && change ? { ...row, body: change.body } : row
    const seen = prepareBody(
      context,
      { ...keepDefaulted(plan, currentRow, fields), ...fields },
      { row: currentRow },
    )
    const step = findTransitionAfterEdit(context, row)
    if (!step && isUnchanged(context, row, waits ? change : undefined, seen)) {
      const kept = { revision: latestRevision(row, change), status: row.status }
      const changeStatus = waits && change ? { changeStatus: change.status } : {}
      return { answer: { id, ...kept, ...changeStatus }, target: id, unchanged: true }
    }
    await checkRefs(context, seen, transaction, currentRow.body)
    validateSystemFields(context, { ...seen, ...keepUnseen(context, row) }, currentRow.body)
    await refuseOpening(transaction, plan, row.id, seen)
    await checkFiles(context, seen, change ? [row.body, change.body] : [row.body], transaction)
    await checkParent(transaction, context, row, seen, waits)
    if (waits) {
      const answer = await storePendingChange(transaction, context, row, change, seen)
      return { answer: { id, ...answer }, target: id, detail: { revision: answer.revision } }
    }
    const saved = await replace(transaction, context, row, change, seen)
    if (!step) return { answer: { id, ...saved }, target: id, detail: { revision: saved.revision } }
    const next = { ...row, revision: saved.revision }
    const { also, ...done } = await handInAgain(transaction, context, next, step, seen)
    const number = row.body[RECEIPT_KEY]
    const answer = {
      ...{ id, ...saved, status: step.to },
      ...(number === undefined ? {} : { receiptNo: number }),
      ...done,
    }
    return {
      also,
      answer,
      target: id,
      detail: { revision: answer.revision, from: row.status, to: step.to },
    }
  })
}

/** Refuses another parent where the item depends on its parent, and an item that its owner has submitted already. */
async function checkParent(
  transaction: Kysely<Schema>,
  context: ActionContext,
  row: ItemRow,
  seen: Body,
  waits: boolean,
): Promise<void> {
  const { plan } = context
  const { parent = '', admission, distinct = '' } = plan.type
  if (seen[parent] !== row.body[parent]) {
    const follows = plan.own.some(({ from }) => from?.startsWith('parent.'))
    if (follows || (admission && (waits || row.publishedAt))) throw newParent(plan, parent)
    await requireSubmissionAllowed(transaction, context, seen)
  }
  // Two that are alike since before it was forbidden may each be mended.
  if ([parent, distinct].some((name) => seen[name] !== row.body[name]))
    await refuseRepeated(transaction, plan, { ownerId: row.ownerId, body: seen, id: row.id })
}

/**
 * Builds the failure for a missing revision. An editor who does not name the revision that they read could overwrite
 * unseen changes.
 */
function revisionMissing(): Failure {
  const message = '请填写 revision：先读取内容，再将版本号与修改一并提交'
  return new Failure('BAD_INPUT', { errors: [{ path: '/revision', message }] })
}

/** Builds the failure for another parent. The item was reviewed, and is read, as part of its parent. */
function newParent(
  { byName, type }: Pick<ActionContext['plan'], 'byName' | 'type'>,
  parent: string,
): Failure {
  const title = byName.get(parent)?.title ?? '上级内容'
  const message = `${type.title}提交后不能更换${title}，请另行提交`
  return new Failure('BAD_INPUT', { errors: [{ path: `/${parent}`, message }] })
}

/**
 * Returns the answers without the update's own keys. A body that is no object is left to the validator, which refuses
 * it.
 */
function toFields(body: unknown): Parameters {
  return typeof body === 'object' && body !== null ? (body as Parameters) : {}
}

/**
 * Returns the stored values of omitted fields that have a default. Other omitted fields are emptied, because a form
 * omits a field that the user emptied. A default applies to new items only, so an omitted field with a default keeps
 * its value.
 */
function keepDefaulted(
  { own }: ActionContext['plan'],
  { body }: Pick<ItemRow, 'body'>,
  given: Parameters,
): Body {
  const kept = own.filter(
    ({ name, schema }) =>
      schema.default !== undefined && body[name] !== undefined && !Object.hasOwn(given, name),
  )
  return Object.fromEntries(kept.map(({ name }) => [name, body[name]]))
}

/** Returns true if the edit changes nothing. A refused change that is submitted again counts as a change. */
function isUnchanged(
  context: ActionContext,
  row: ItemRow,
  change: PendingVersion | undefined,
  seen: Body,
): boolean {
  if (!change) return isDeepStrictEqual(row.body, { ...seen, ...keepUnseen(context, row) })
  const waiting = context.plan.type.lifecycle.states[row.status]?.edited ?? row.status
  return change.status === waiting && isDeepStrictEqual(change.body, seen)
}

interface Saved {
  readonly revision: number
  readonly status: string
  /** The state of the change that waits beside the item. */
  readonly changeStatus?: string | null
}

/** An operator's edit is approved as such; a change of the owner's that waits beside it goes on waiting. */
async function replace(
  transaction: Kysely<Schema>,
  context: ActionContext,
  row: ItemRow,
  change: PendingVersion | undefined,
  seen: Body,
): Promise<Saved> {
  const body = { ...seen, ...keepUnseen(context, row) }
  const next = { ...row, revision: latestRevision(row, change) }
  if (isOwner(row, context.caller)) await forgetDecision(transaction, context, row)
  else await logEdit(transaction, context, row, body)
  const revision = await replaceBody(transaction, context, next, body)
  await context.services.events.emit(itemEdited, transaction, { context, before: row, body })
  return { revision, status: row.status }
}

/**
 * Forgets the decision on the item, because it does not apply to the owner's edit. The record that it was approved
 * once stays.
 */
async function forgetDecision(
  transaction: Kysely<Schema>,
  { plan }: ActionContext,
  { id, leftStatus }: ItemRow,
): Promise<void> {
  const back = leftStatus ? findReturnTransition(plan.type.lifecycle, leftStatus) : undefined
  if (!back || leftStatus === back.to) return
  await transaction.updateTable('item').set({ leftStatus: back.to }).where('id', '=', id).execute()
}

/** Stores the owner's edit of an approved item as a pending change. The public still reads the approved version. */
async function storePendingChange(
  transaction: Kysely<Schema>,
  context: ActionContext,
  row: ItemRow,
  change: PendingVersion | undefined,
  body: Body,
): Promise<Saved> {
  const { lifecycle } = context.plan.type
  await refuseDuplicates(transaction, context.plan, row.id, body)
  const status = lifecycle.states[row.status]?.edited ?? row.status
  const revision = latestRevision(row, change) + 1
  await storePending(transaction, context, {
    itemId: row.id,
    status,
    author: context.caller?.id ?? '',
    body,
    baseRevision: row.revision,
    revision,
    updatedAt: context.services.clock(),
  })
  if (change?.status !== status) {
    const from = change?.status ?? row.status
    await logTransition(transaction, context, row.id, { action: 'change:submit', from, to: status })
  }
  return { revision, status: row.status, changeStatus: status }
}

function permit({ plan, caller, operation }: ActionContext, row: ItemRow): void {
  const { lifecycle } = plan.type
  if (mayChange(lifecycle, operation.access, row, caller)) return
  throw isOwner(row, caller) ? notEditable(plan.type, row.status, '内容') : new Failure('FORBIDDEN')
}

/**
 * Returns the stored values of fields that the editor may not see or that the system fills, so that they stay
 * unchanged.
 */
function keepUnseen({ plan, caller, services }: ActionContext, row: ItemRow): Body {
  const byAdding = isGranted(caller, GRANTS.moderate)
    ? []
    : filledByAdding(services.model().operations, plan.type.name)
  const filled = [...plan.own.flatMap(({ name, from }) => (from ? [name] : [])), ...byAdding]
  const kept = [RECEIPT_KEY, ...filled, ...fieldsHiddenFrom(plan, caller, row)]
  return Object.fromEntries(
    kept.flatMap((name) => (row.body[name] === undefined ? [] : [[name, row.body[name]]])),
  )
}

/** Returns the fields that an `add` call fixes. Authors may not change them afterwards. */
function filledByAdding(operations: readonly Operation[], type: string): string[] {
  return operations.flatMap(({ content }) =>
    content?.type === type && content.action === 'add' ? Object.keys(content.fixed) : [],
  )
}
