// Saves a declaration as submitted or as a draft: the only one of a person, or one of several.
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { isOver, isSubmitted } from '#server/content/access/can-edit.ts'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { toColumns } from '#server/content/items/item-columns.ts'
import { type ItemRow, RECEIPT_KEY } from '#server/content/items/item-row.ts'
import { loadOwn } from '#server/content/query/own-item.ts'
import type { EffectsResult } from '#server/content/workflow/apply-effects.ts'
import { move } from '#server/content/workflow/execute-transition.ts'
import { requireSubmissionAllowed } from '#server/content/workflow/submission-policy.ts'
import { checkFiles } from '#server/content/write/check-files.ts'
import { checkRefs } from '#server/content/write/check-refs.ts'
import { insertRow } from '#server/content/write/insert-item.ts'
import { type Body, prepareBody } from '#server/content/write/prepare-body.ts'
import { findRepeated, findUntold, refuseRepeated } from '#server/content/write/refuse-repeated.ts'
import { replaceBody } from '#server/content/write/replace-body.ts'
import { requireOpen } from '#server/content/write/require-open-period.ts'
import { systemFields } from '#server/content/write/system-fields.ts'
import { validateSystemFields } from '#server/content/write/validate-system-fields.ts'
import { writeOnce } from '#server/content/write/write.ts'
import { type Parameters, readFlag } from '#server/platform/calls/read-parameter.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { takeReceiptNumber } from '#server/platform/operations/receipt-number.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { isInAudience } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { findByKind, keepsDrafts, type Lifecycle } from '#shared/lifecycles/lifecycle.ts'

/** `submit=false` keeps it as a draft, which may be incomplete; what others see at once never is. */
export const save: ContentActionHandler = async (context) => {
  const { db, services } = context
  const caller = requireSignedIn(context.caller)
  const { lifecycle } = context.plan.type
  const isSubmitRequested = readFlag({ ...context.params, ...context.content.fixed }, 'submit') !== false
  const submits = isSubmitRequested || !keepsDrafts(lifecycle)
  const { id, ...answers } = readSaved(context)
  const written = prepareBody(context, answers, { complete: submits })
  const body = { ...written, ...(await systemFields(context, written)) }
  const own = await findSaved(db, context, { id, ownerId: caller.id, body })
  await checkRefs(context, body, db, own?.body)
  if (submits) validateSystemFields(context, body, own?.body)
  await checkFiles(context, body, own ? [own.body] : [])
  const numbered = isNumberedLater(lifecycle)
    ? {}
    : { [RECEIPT_KEY]: await takeReceiptNumber(db, services.clock()) }
  return writeOnce(context, async (transaction) => {
    await lockPerson(transaction, context, caller.id)
    const record = await storeRecord(transaction, context, {
      id,
      ownerId: caller.id,
      body: { ...body, ...numbered },
      submits,
    })
    const { unchanged } = record
    const { status, also, ...done } = submits
      ? await submit(transaction, context, record)
      : { ...record, also: undefined }
    const answer = {
      id: record.id,
      receiptNo: done.receiptNo ?? record.receiptNo ?? null,
      status,
      revision: done.revision,
    }
    return {
      answer,
      target: record.id,
      detail: { status },
      also,
      unchanged: unchanged && status === record.status,
    }
  })
}

/** Returns true if submission assigns the receipt number. An earlier number would be of no use afterwards. */
const isNumberedLater = (lifecycle: Lifecycle): boolean =>
  findByKind(lifecycle, lifecycle.initial, 'submit')?.do?.some((effect) => 'receipt' in effect) === true

interface SaveInput {
  readonly id: unknown
  readonly ownerId: string
  readonly body: Body
}

/** Reads the record to save. The body names it if a person has several. A new record has no id yet. */
function readSaved({ call, plan }: ActionContext): Parameters {
  const given = (call.body ?? {}) as Parameters // validated as an object
  return plan.type.several ? given : { ...given, id: undefined }
}

async function findSaved(
  db: Kysely<Schema>,
  { plan }: ActionContext,
  { id, ownerId, body }: SaveInput,
  options: { readonly lock?: boolean } = {},
): Promise<ItemRow | undefined> {
  const { several, lifecycle } = plan.type
  if (!several) {
    const row = await loadOwn(db, plan, ownerId, options)
    // A finished record stays as it is; the next declaration is a new record.
    return row && isOver(lifecycle, row.status) ? undefined : row
  }
  if (id === undefined || id === null) {
    // A user who resumes a draft without knowing its id continues that draft.
    const given = { ownerId, body }
    const first = (await findRepeated(db, plan, given)) ?? (await findUntold(db, plan, given))
    const isDraft = first?.status === lifecycle.initial && !isSubmitted(lifecycle, first.status)
    return isDraft ? loadOwn(db, plan, ownerId, { ...options, id: first.id }) : undefined
  }
  const row = await loadOwn(db, plan, ownerId, { ...options, id: String(id) })
  if (!row) throw new Failure('NOT_FOUND')
  return row
}

interface Stored {
  readonly id: string
  readonly status: string
  readonly ownerId: string | null
  readonly publishedAt: Date | null
  readonly body: Body
  readonly receiptNo: unknown
  readonly revision: number
  /** It held the same before. */
  readonly unchanged: boolean
}

/** Two calls at the same time must not both find that there is no record yet. */
async function lockPerson(
  transaction: Kysely<Schema>,
  { plan }: ActionContext,
  ownerId: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${plan.type.name}/${ownerId}`}, 0))`.execute(
    transaction,
  )
}

async function storeRecord(
  transaction: Kysely<Schema>,
  context: ActionContext,
  { id, ownerId, body, submits }: SaveInput & { readonly submits: boolean },
): Promise<Stored> {
  const { plan, services } = context
  const { lifecycle } = plan.type
  const row = await findSaved(transaction, context, { id, ownerId, body }, { lock: true })
  if (row) {
    if (isSubmitted(lifecycle, row.status)) throw new Failure('ALREADY_SUBMITTED')
    await refuseRepeated(transaction, plan, { id: row.id, ownerId, body })
    await admitDraft(transaction, context, body, row.body)
    const receiptNo = row.body[RECEIPT_KEY] ?? body[RECEIPT_KEY]
    const kept = receiptNo === undefined ? {} : { [RECEIPT_KEY]: receiptNo }
    const next = { ...body, ...pickTransitionValues(plan, row.body), ...kept }
    const unchanged = isDeepStrictEqual(row.body, next)
    const revision = unchanged ? row.revision : await replaceBody(transaction, context, row, next)
    return { ...row, body: next, receiptNo, revision, unchanged }
  }
  const now = services.clock()
  const record = { id: newId(now), status: lifecycle.initial, ownerId, publishedAt: null, body }
  await refuseRepeated(transaction, plan, record)
  if (!submits) await admitDraft(transaction, context, body)
  await insertRow(transaction, context, { ...toColumns(plan, body), ...record, now })
  return { ...record, receiptNo: body[RECEIPT_KEY], revision: 1, unchanged: false }
}

/**
 * Refuses a draft that could not be submitted, and a move of a draft to such a parent. An existing draft stays and
 * can be edited.
 */
async function admitDraft(
  transaction: Kysely<Schema>,
  context: ActionContext,
  body: Body,
  currentBody: Body = {},
): Promise<void> {
  const { parent = '' } = context.plan.type
  if (typeof body[parent] === 'string' && body[parent] !== currentBody[parent])
    await requireSubmissionAllowed(transaction, context, body)
}

/** Returns the stored values of fields that only transitions write, so that they stay unchanged. */
function pickTransitionValues({ own }: ActionContext['plan'], body: Body): Body {
  const filled = own.filter(({ name, from }) => from === 'step' && body[name] !== undefined)
  return Object.fromEntries(filled.map(({ name }) => [name, body[name]]))
}

/** Takes the record along the lifecycle's way of handing in; a lifecycle without one leaves it where it is. */
async function submit(
  transaction: Kysely<Schema>,
  context: ActionContext,
  record: Stored,
): Promise<
  Pick<Stored, 'status' | 'revision'> & Pick<EffectsResult, 'also'> & { readonly receiptNo?: unknown }
> {
  const { plan, caller } = context
  const step = findByKind(plan.type.lifecycle, record.status, 'submit')
  if (!step) return record
  if (!isInAudience(caller, step.by, { ownerId: caller?.id ?? null })) throw new Failure('FORBIDDEN')
  requireOpen(context, record)
  if (record.status === plan.type.lifecycle.initial)
    await requireSubmissionAllowed(transaction, context, record.body)
  const done = await move(transaction, context, record, step)
  return { status: step.to, ...done }
}
