// Updates an item's fields, based on the revision that its editor read.

import { isDeepStrictEqual } from 'node:util'
import { requireItem } from '#server/content/access/access.ts'
import { editsAsOwner, isEditable, isOwner, mayChange } from '#server/content/access/can-edit.ts'
import { notEditable } from '#server/content/access/refuse-by-state.ts'
import { requireInScope } from '#server/content/access/require-in-scope.ts'
import type { ActionContext, ContentActionHandler, WriteScope } from '#server/content/action.ts'
import { checkContent } from '#server/content/checks/check-content.ts'
import { probeLinks } from '#server/content/checks/find-dead-links.ts'
import { itemEdited, itemTransitioned } from '#server/content/events.ts'
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
import { advanceParent } from '#server/content/workflow/advance-parent.ts'
import { type Moved, move } from '#server/content/workflow/move.ts'
import { requireSubmissionAllowed } from '#server/content/workflow/submission-policy.ts'
import { requireSubmittable } from '#server/content/workflow/validate.ts'
import { CHANGE_SUBMITTED, logEdit, logTransition } from '#server/content/write/log.ts'
import { replaceBody, type Unsaved } from '#server/content/write/persist.ts'
import { recordChange } from '#server/content/write/record-version.ts'
import { beforeValidate, runHook, toHookItem } from '#server/content/write/run-hooks.ts'
import { retakenFields, takenFields } from '#server/content/write/system-fields.ts'
import { refuseDuplicates, refuseRepeated } from '#server/content/write/uniqueness.ts'
import { type Body, prepareBody, validateSystemFields } from '#server/content/write/validate.ts'
import { checkFiles, checkRefs } from '#server/content/write/validate-references.ts'
import { type WriteResult, write } from '#server/content/write/write.ts'
import { type Parameters, readInteger, requireText } from '#server/platform/calls/read-parameter.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { GRANTS, isGranted } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { isEmpty } from '#shared/expressions/condition.ts'
import {
  findReturnTransition,
  hasStages,
  isPublic,
  reviews,
  type Transition,
} from '#shared/lifecycles/lifecycle.ts'
import { PUBLISH_AT } from '#shared/lifecycles/schedule.ts'
import { permittedTransitions } from '#shared/lifecycles/transition-policies.ts'
import { takenFrom } from '#shared/model/field-source.ts'
import type { Operation } from '#shared/model/operation-model.ts'

type Work = ActionContext & WriteScope

export const update: ContentActionHandler = async (context) => {
  requireSignedIn(context.caller)
  const { call, plan, caller } = context
  const written = { ...context.params, ...(call.body as Parameters | null) } // validated as an object, or null
  const id = requireText(written, 'id')
  const revision = readInteger(written, 'revision', { min: 1, max: Number.MAX_SAFE_INTEGER })
  await probeLinks(context, call.body)
  return write(context, {
    authorize: async (work) => {
      const row = await requireItem(work, id, { lock: true })
      permit(work, row)
      if (revision === undefined) throw revisionMissing()
      const change = await loadPending(work.db, row.id)
      if (revision !== latestRevision(row, change))
        throw new Failure('STALE_REVISION', { data: toEdited(plan, row, change, caller) })
      const waits = reviews(plan.type.lifecycle, row.status) && editsAsOwner(plan.type.lifecycle, row, caller)
      if (waits && change) refuseOtherChange(work, change)
      return { row, change, waits, step: findTransitionAfterEdit(work, row) }
    },
    validate: (work, current) => validate(work, current, toFields(call.body)),
    persist: async (work, current, seen): Promise<Edited> => {
      if (!seen) return keep(current)
      const { body, confirmed } = seen
      const done = await (current.waits
        ? storePendingChange(work, current, body)
        : replace(work, current, body))
      return { ...done, detail: { ...done.detail, ...confirmed } }
    },
    events: async (work, { edited }) => {
      if (edited) await work.services.events.emit(itemEdited, work.db, { context, ...edited })
    },
  })
}

interface Current {
  readonly row: ItemRow
  readonly change: PendingVersion | undefined
  /** True if the edit waits for approval beside the item. */
  readonly waits: boolean
  /** The transition that the edit is followed by. */
  readonly step: Transition | undefined
}

interface Edited extends WriteResult<unknown> {
  readonly edited?: { readonly before: ItemRow; readonly body: Body }
}

interface Validated {
  readonly body: Body
  /** What the audit log says of confirmed warnings. */
  readonly confirmed: JsonObject | undefined
}

/** Returns the body as its editor sees it; undefined if it changes nothing. */
async function validate(
  work: Work,
  { row, change, waits, step }: Current,
  { id: _id, revision: _revision, ...fields }: Parameters,
): Promise<Validated | undefined> {
  const { plan } = work
  // An owner with a pending change continues from that change.
  const ownChange = waits && change?.author === work.caller?.id ? change : undefined
  const currentRow = ownChange ? { ...row, body: ownChange.body } : row
  const given = { ...keepDefaulted(plan, currentRow, fields), ...fields }
  const written = prepareBody(work, await beforeValidate(work, given, currentRow), { row: currentRow })
  const retaken = retakenFields(plan, written, currentRow.body)
  const seen = { ...written, ...(await takenFields(work, written, retaken)) }
  if (!step && isUnchanged(work, row, ownChange, seen)) return undefined
  requireInScope(work, seen, row)
  refuseLateSchedule(work, row, seen)
  await checkRefs(work, seen, currentRow.body)
  validateSystemFields(work, { ...seen, ...keepUnseen(work, row, seen) }, currentRow.body)
  await refuseOpening(work, row.id, seen)
  await checkFiles(work, seen, change ? [row.body, change.body] : [row.body])
  await checkParent(work, row, seen, waits)
  // What is submitted again was warned of, or refused, with all that it holds.
  return { body: seen, confirmed: await checkContent(work, seen, step ? {} : currentRow.body) }
}

/** Of several editors one changes an item at a time; a change that was returned may be replaced by another's. */
function refuseOtherChange({ plan, caller }: Work, { author, status }: PendingVersion): void {
  const { lifecycle } = plan.type
  if (author === caller?.id || isEditable(lifecycle, status)) return
  const state = lifecycle.states[status]?.title ?? status
  throw new Failure('WRONG_STATE', {
    message: `另一位编辑的修改稿正在审核（${state}），请待其通过、退回或撤回后再修改`,
  })
}

/** What is public already can no longer be published at a time. */
function refuseLateSchedule({ plan }: Work, row: ItemRow, seen: Body): void {
  const { lifecycle } = plan.type
  const isScheduled = lifecycle.transitions.some(({ due }) => due?.field === PUBLISH_AT)
  if (!isScheduled || !isPublic(lifecycle, row.status) || isEmpty(seen[PUBLISH_AT])) return
  const message = '内容已经上线，不能再定时发布；修改通过审核后立即生效'
  throw new Failure('BAD_INPUT', { errors: [{ path: `/${PUBLISH_AT}`, message }] })
}

function keep({ row, change, waits }: Current): Edited {
  const { id, status } = row
  const changeStatus = waits && change ? { changeStatus: change.status } : {}
  return {
    answer: { id, revision: latestRevision(row, change), status, ...changeStatus },
    target: id,
    unchanged: true,
  }
}

/** Refuses another parent where the item depends on its parent, and an item that its owner has submitted already. */
async function checkParent(work: Work, row: ItemRow, seen: Body, waits: boolean): Promise<void> {
  const { db, plan } = work
  const { parent = '', admission, distinct = '' } = plan.type
  if (seen[parent] !== row.body[parent]) {
    const follows = plan.own.some(({ from }) => takenFrom(plan.type, from)?.isParent)
    if (follows || (admission && (waits || row.publishedAt))) throw newParent(plan, parent)
    await requireSubmissionAllowed(db, work, seen)
  }
  // Two that are alike since before it was forbidden may each be mended.
  if ([parent, distinct].some((name) => seen[name] !== row.body[name]))
    await refuseRepeated(work, { ownerId: row.ownerId, body: seen, id: row.id })
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
  if (!change) return isDeepStrictEqual(row.body, { ...seen, ...keepUnseen(context, row, seen) })
  const waiting = context.plan.type.lifecycle.states[row.status]?.edited ?? row.status
  return change.status === waiting && isDeepStrictEqual(change.body, seen)
}

/** An operator's edit is approved as such; a change of the owner's that waits beside it goes on waiting. */
async function replace(work: Work, { row, change, step }: Current, seen: Body): Promise<Edited> {
  const { id, status } = row
  const body = { ...seen, ...keepUnseen(work, row, seen) }
  const latest = latestRevision(row, change)
  if (step) {
    const unsaved = { body, revision: latest + 1, columns: forgetDecision(work, row) }
    const done = await handInAgain(work, row, step, unsaved)
    const number = row.body[RECEIPT_KEY]
    const answer = { id, ...(number === undefined ? {} : { receiptNo: number }), ...done }
    const detail = { revision: done.revision, from: status, to: done.status }
    return { answer, target: id, detail }
  }
  const isOwn = isOwner(row, work.caller)
  if (!isOwn) await logEdit(work, row, body)
  const revision = await replaceBody(work, row, body, {
    latest,
    columns: isOwn ? forgetDecision(work, row) : {},
  })
  const edited = { before: row, body }
  return { answer: { id, revision, status }, target: id, detail: { revision }, edited }
}

/**
 * Forgets the decision on the item, because it does not apply to the owner's edit. The record that it was approved
 * once stays.
 */
function forgetDecision({ plan }: Work, { leftStatus }: ItemRow): { readonly leftStatus?: string } {
  const back = leftStatus ? findReturnTransition(plan.type.lifecycle, leftStatus) : undefined
  return !back || leftStatus === back.to ? {} : { leftStatus: back.to }
}

/** Stores the owner's edit of an approved item as a pending change. The public still reads the approved version. */
async function storePendingChange(work: Work, { row, change }: Current, body: Body): Promise<Edited> {
  const { id } = row
  await refuseDuplicates(work, id, body)
  const status = work.plan.type.lifecycle.states[row.status]?.edited ?? row.status
  const revision = latestRevision(row, change) + 1
  const [item, before] = [toHookItem({ ...row, body, revision }), toHookItem(row)]
  await runHook(work, 'beforePersist', { item, before })
  await storePending(work.db, work, {
    itemId: id,
    status,
    author: work.caller?.id ?? '',
    body,
    baseRevision: row.revision,
    revision,
    updatedAt: work.services.clock(),
  })
  await recordChange(work, row, { body: { ...body, ...keepUnseen(work, row, body) }, revision, status })
  if (change?.status !== status) {
    const from = change?.status ?? row.status
    await logTransition(work, id, { action: CHANGE_SUBMITTED, from, to: status })
    await notifyReviewers(work, id, status)
  }
  const answer = { id, revision, status: row.status, changeStatus: status }
  return { answer, target: id, detail: { revision } }
}

/** The reviewers of an item that is handed in review its changes too. */
async function notifyReviewers(work: Work, itemId: string, status: string): Promise<void> {
  const { lifecycle } = work.plan.type
  const transition = hasStages(lifecycle)
    ? lifecycle.transitions.find(({ kind, to }) => kind === 'submit' && to === status)
    : undefined
  if (!transition) return
  await work.services.events.emit(itemTransitioned, work.db, {
    context: work,
    itemId,
    transition,
    ofChange: 'waits',
  })
}

function permit({ plan, caller, operation }: ActionContext, row: ItemRow): void {
  const { lifecycle } = plan.type
  if (mayChange(lifecycle, operation.access, row, caller)) return
  throw isOwner(row, caller) ? notEditable(plan.type, row.status, '内容') : new Failure('FORBIDDEN')
}

/**
 * Returns the stored values of fields that the editor may not see or that the system fills, so that they stay
 * unchanged. What is taken from another item than before is not kept.
 */
function keepUnseen({ plan, caller, services }: ActionContext, row: ItemRow, seen: Body): Body {
  const byAdding = isGranted(caller, GRANTS.moderate)
    ? []
    : filledByAdding(services.model().operations, plan.type.name)
  const filled = [...plan.own.flatMap(({ name, from }) => (from ? [name] : [])), ...byAdding]
  const retaken = new Set(retakenFields(plan, seen, row.body).map(({ name }) => name))
  const kept = [RECEIPT_KEY, ...filled, ...fieldsHiddenFrom(plan, caller, row)].filter(
    (name) => !retaken.has(name),
  )
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

/** The step that the owner's edit of the item, as it stands now, is followed by; undefined where it stays where it is. */
function findTransitionAfterEdit({ plan, caller }: ActionContext, row: ItemRow): Transition | undefined {
  if (!isOwner(row, caller)) return undefined
  return permittedTransitions(plan.type.lifecycle, row, caller).find(({ afterEdit }) => afterEdit)
}

/** With the row locked; the new body is stored by the statement that moves the item. */
async function handInAgain(work: Work, row: ItemRow, step: Transition, unsaved: Unsaved): Promise<Moved> {
  const edited = { ...row, body: unsaved.body }
  await requireSubmittable(work, edited, step)
  await advanceParent(work, edited, step)
  return move(work, row, step, {}, unsaved)
}
