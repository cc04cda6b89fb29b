// Saves a declaration as submitted or as a draft: the only one of a person, or one of several.
import { isDeepStrictEqual } from 'node:util'
import { isOver, isSubmitted } from '#server/content/access/can-edit.ts'
import type { ActionContext, ContentActionHandler, WriteScope } from '#server/content/action.ts'
import { checkContent } from '#server/content/checks/check-content.ts'
import { probeLinks } from '#server/content/checks/find-dead-links.ts'
import { type ItemRow, RECEIPT_KEY } from '#server/content/items/item-row.ts'
import { loadOwn } from '#server/content/query/own-item.ts'
import { type Moved, move } from '#server/content/workflow/move.ts'
import { requireSubmissionAllowed } from '#server/content/workflow/submission-policy.ts'
import { insertItem, replaceBody } from '#server/content/write/persist.ts'
import { beforeValidate } from '#server/content/write/run-hooks.ts'
import { systemFields } from '#server/content/write/system-fields.ts'
import { findRepeated, findUntold, lockOwner, refuseRepeated } from '#server/content/write/uniqueness.ts'
import { type Body, prepareBody, requireOpen, validateSystemFields } from '#server/content/write/validate.ts'
import { checkFiles, checkRefs } from '#server/content/write/validate-references.ts'
import { write } from '#server/content/write/write.ts'
import { type Parameters, readFlag } from '#server/platform/calls/read-parameter.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { takeReceiptNumber } from '#server/platform/operations/receipt-number.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { isInAudience } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { findByKind, keepsDrafts, type Lifecycle, type Transition } from '#shared/lifecycles/lifecycle.ts'

type Work = ActionContext & WriteScope

/** `submit=false` keeps it as a draft, which may be incomplete; what others see at once never is. */
export const save: ContentActionHandler = async (context) => {
  const { db, services, plan } = context
  const { id: ownerId } = requireSignedIn(context.caller)
  const { lifecycle } = plan.type
  const isSubmitRequested = readFlag({ ...context.params, ...context.content.fixed }, 'submit') !== false
  const submits = isSubmitRequested || !keepsDrafts(lifecycle)
  const { id, ...answers } = readSaved(context)
  const sent = await beforeValidate(context, answers)
  const written = prepareBody(context, sent, { complete: submits })
  const body = { ...written, ...(await systemFields(context, written)) }
  const numbered = isNumberedLater(lifecycle)
    ? {}
    : { [RECEIPT_KEY]: await takeReceiptNumber(db, services.clock()) }
  const whole = { ...body, ...numbered }
  if (submits) await probeLinks(context, body)
  return write(context, {
    authorize: async (work) => {
      await lockOwner(work.db, plan.type, ownerId)
      return findSaved(work, { id, ownerId, body })
    },
    validate: async (work, row) => {
      await checkRefs(work, body, row?.body)
      if (submits) validateSystemFields(work, body, row?.body)
      await checkFiles(work, body, row ? [row.body] : [])
      const status = row?.status ?? lifecycle.initial
      if (row && isSubmitted(lifecycle, status)) throw new Failure('ALREADY_SUBMITTED')
      await refuseRepeated(work, { ownerId, body, ...(row ? { id: row.id } : {}) })
      if (row || !submits) await admitDraft(work, body, row?.body)
      const step = submits ? await permitSubmission(work, status, body) : undefined
      const confirmed = submits ? await checkContent(work, body, row?.body) : undefined
      return { row, step, confirmed }
    },
    persist: async (work, _, { row, step, confirmed }) => {
      const item = row ?? (await insertNew(work, ownerId, whole))
      const next = row ? withKept(plan, row.body, whole) : item.body
      const unsaved = isDeepStrictEqual(item.body, next)
        ? undefined
        : { body: next, revision: item.revision + 1 }
      const done: Pick<Moved, 'revision'> & Partial<Moved> = step
        ? await move(work, item, step, {}, unsaved)
        : { revision: unsaved ? await replaceBody(work, item, next) : item.revision }
      const status = done.status ?? item.status
      const receiptNo = done.receiptNo ?? next[RECEIPT_KEY] ?? null
      return {
        answer: { id: item.id, receiptNo, status, revision: done.revision },
        target: item.id,
        detail: { status, ...confirmed },
        unchanged: row !== undefined && !unsaved && status === row.status,
      }
    },
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

/** Loads the record and locks it; undefined where the call makes a new one. */
async function findSaved({ db, plan }: Work, { id, ownerId, body }: SaveInput): Promise<ItemRow | undefined> {
  const { several, lifecycle } = plan.type
  if (!several) {
    const row = await loadOwn(db, plan, ownerId, { lock: true })
    // A finished record stays as it is; the next declaration is a new record.
    return row && isOver(lifecycle, row.status) ? undefined : row
  }
  if (id === undefined || id === null) {
    // A user who resumes a draft without knowing its id continues that draft.
    const given = { ownerId, body }
    const first = (await findRepeated(db, plan, [given])) ?? (await findUntold(db, plan, given))
    const isDraft = first?.status === lifecycle.initial && !isSubmitted(lifecycle, first.status)
    return isDraft ? loadOwn(db, plan, ownerId, { lock: true, id: first.id }) : undefined
  }
  const row = await loadOwn(db, plan, ownerId, { lock: true, id: String(id) })
  if (!row) throw new Failure('NOT_FOUND')
  return row
}

async function insertNew(work: Work, ownerId: string, body: Body): Promise<ItemRow> {
  const { plan, services } = work
  const now = services.clock()
  const item = { id: newId(now), status: plan.type.lifecycle.initial, ownerId, body, now }
  return insertItem(work, item, plan.infoColumns)
}

/**
 * Refuses a draft that could not be submitted, and a move of a draft to such a parent. An existing draft stays and
 * can be edited.
 */
async function admitDraft(work: Work, body: Body, currentBody: Body = {}): Promise<void> {
  const { parent = '' } = work.plan.type
  if (typeof body[parent] === 'string' && body[parent] !== currentBody[parent])
    await requireSubmissionAllowed(work.db, work, body)
}

/** Returns the lifecycle's way of handing in from the state; a lifecycle without one leaves the record where it is. */
async function permitSubmission(work: Work, status: string, body: Body): Promise<Transition | undefined> {
  const { db, plan, caller } = work
  const { lifecycle } = plan.type
  const step = findByKind(lifecycle, status, 'submit')
  if (!step) return undefined
  if (!isInAudience(caller, step.by, { ownerId: caller?.id ?? null })) throw new Failure('FORBIDDEN')
  requireOpen(work, { status })
  if (status === lifecycle.initial) await requireSubmissionAllowed(db, work, body)
  return step
}

/** Keeps the stored values of fields that only transitions and children write, and the receipt number. */
function withKept({ own }: ActionContext['plan'], stored: Body, body: Body): Body {
  const names = [
    RECEIPT_KEY,
    ...own.flatMap(({ name, from }) => (from === 'step' || from === 'children' ? [name] : [])),
  ]
  const kept = names.filter((name) => stored[name] !== undefined)
  return { ...body, ...Object.fromEntries(kept.map((name) => [name, stored[name]])) }
}
