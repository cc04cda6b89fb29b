// Creates records of other types for a transition (`create`): each once, validated like submissions.
import type { Kysely } from 'kysely'
import type { TransitionContext } from '#server/content/action.ts'
import { itemAdded } from '#server/content/events.ts'
import { type ItemRow, RECEIPT_KEY } from '#server/content/items/item-row.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { insertItem } from '#server/content/write/persist.ts'
import { beforeValidate } from '#server/content/write/run-hooks.ts'
import { systemFields } from '#server/content/write/system-fields.ts'
import { namingViolations, refuseRepeated } from '#server/content/write/uniqueness.ts'
import type { Body } from '#server/content/write/validate.ts'
import { checkRefs } from '#server/content/write/validate-references.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { nextReceiptNumber } from '#server/platform/operations/receipt-number.ts'
import { toStored } from '#server/platform/validation/to-stored.ts'
import { validateForm } from '#server/platform/validation/validate-form.ts'
import { type Caller, grantsOf } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { type CreateEffect, isCreating } from '#shared/lifecycles/effects.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import { resolveEffectValue, type SubmittedAnswers } from './apply-effects.ts'
import { requireSubmissionAllowed } from './submission-policy.ts'

/** With `row` as the transition has left it. */
export async function createRelated(
  context: TransitionContext,
  row: ItemRow,
  step: Pick<Transition, 'action' | 'title' | 'do'>,
  answers: SubmittedAnswers = {},
): Promise<void> {
  for (const effect of (step.do ?? []).filter(isCreating)) {
    const plan = findPlan(context.services.model(), effect.create)
    if (plan) await createOne({ context, row, step, answers }, effect, plan)
  }
}

interface Work {
  readonly context: TransitionContext
  readonly row: ItemRow
  readonly step: Pick<Transition, 'action' | 'title' | 'do'>
  readonly answers: SubmittedAnswers
}

/** Does nothing where the step has made it before, such as when the item came this way a second time. */
async function createOne(work: Work, effect: CreateEffect, plan: TypePlan): Promise<void> {
  const { context, row, step } = work
  const { db, services } = context
  const id = newId(services.clock())
  const cause = `${step.action}:${plan.type.name}`
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('itemOrigin')
    .values({ sourceId: row.id, cause, itemId: id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  const ownerId = effect.for === 'actor' ? (context.caller?.id ?? row.ownerId) : row.ownerId
  await asFor(step, plan, async () => {
    const given = givenOf(work, effect, plan)
    const actor = context.hand ?? context.caller?.id ?? null
    // The caller's access applies to the references of the record; without a caller, the access of its future owner.
    await addAsSystem({ ...context, plan }, { id, ownerId, given, actor, refersAs: context.caller })
  })
}

interface NewRecord {
  readonly id: string
  readonly ownerId: string | null
  readonly body: Body
  /** Accounts that have a notice of it already. */
  readonly actor: string | null
}

/** Stores a record that follows from a transition, if its owner has none like it. */
export async function addRecord(
  context: TransitionContext,
  { id, ownerId, body, actor }: NewRecord,
): Promise<string> {
  const { db, plan, services } = context
  const now = services.clock()
  await refuseRepeated(context, { id, ownerId, body })
  const receiptNo = await nextReceiptNumber(db, now)
  const numbered = { ...body, [RECEIPT_KEY]: receiptNo }
  const item = { id, status: plan.type.lifecycle.initial, ownerId, body: numbered, now }
  await namingViolations(services.model(), () => insertItem(context, item))
  await services.events.emit(itemAdded, db, { plan, itemId: id, actor, body })
  return receiptNo
}

function givenOf({ context, row, answers }: Work, effect: CreateEffect, plan: TypePlan): Body {
  const values = Object.entries(effect.with).map(([name, value]) => [
    name,
    resolveEffectValue({ context, answers, body: row.body, id: row.id }, plan.byName.get(name)?.type, value),
  ])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== null))
}

interface SystemRecord extends Omit<NewRecord, 'body'> {
  /** Values of any fields; those of the form are validated by it. */
  readonly given: Body
  /** Who must be able to read what it refers to: the owner where it is null. */
  readonly refersAs: Caller | 'system'
}

/** Adds a record that nobody hands in: validated like a submission of its owner, who must be allowed to make it. */
export async function addAsSystem(
  context: TransitionContext,
  { given, refersAs, ...record }: SystemRecord,
): Promise<string> {
  const { db, plan, services } = context
  const { ownerId } = record
  const sent = (await beforeValidate(context, given)) as Body
  const body = await bodyOf(context, sent, ownerId)
  await checkRefs({ db, plan, services, caller: refersAs ?? ownerOf(ownerId) }, body)
  const caller = await loadCaller(db, services, ownerId)
  await requireSubmissionAllowed(db, { plan, services, caller }, body)
  return addRecord(context, { ...record, body })
}

const ownerOf = (ownerId: string | null): Caller => (ownerId === null ? null : { id: ownerId, role: '' })

async function bodyOf({ db, plan, services }: TransitionContext, given: Body, ownerId: string | null) {
  const fieldNames = new Set(plan.form.fields.map(({ name }) => name))
  const written = Object.fromEntries(Object.entries(given).filter(([name]) => fieldNames.has(name)))
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => !fieldNames.has(name)))
  const occasion = { user: SYSTEM, isOwner: true, complete: true, now: services.clock() }
  const body = toStored(plan.own, validateForm(plan.formFor(written), written, occasion), { complete: true })
  const owner = ownerOf(ownerId)
  const filled = await systemFields({ db, plan, caller: owner, content: {}, call: { body: null } }, body)
  return { ...body, ...kept, ...filled }
}

/** Loads the future owner of the record, who must be allowed to submit it. */
async function loadCaller(
  transaction: Kysely<Schema>,
  { roles }: TransitionContext['services'],
  ownerId: string | null,
): Promise<Caller> {
  const account = await transaction
    .selectFrom('account')
    .select(['id', 'role'])
    .where('id', '=', ownerId)
    .executeTakeFirst()
  return account ? { ...account, grants: grantsOf(roles, account.role) } : null
}

/** Turns refusals of the record into a refusal of the transition, which has no field to correct. */
async function asFor(
  { title }: Pick<Transition, 'title'>,
  { type }: TypePlan,
  make: () => Promise<void>,
): Promise<void> {
  try {
    await make()
  } catch (error) {
    if (!(error instanceof Failure) || !REFUSALS.has(error.error)) throw error
    if (error.error === 'FORBIDDEN')
      throw new Failure('WRONG_STATE', { message: `“${title}”须新建${type.title}，其发布者却不能提交` })
    const why = error.errors?.map(({ message }) => message).join('；') ?? error.message
    throw new Failure('WRONG_STATE', {
      message: `“${title}”须新建${type.title}，${REFUSALS.get(error.error)}${why}`,
    })
  }
}

const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['BAD_INPUT', '内容却不合要求：'],
  ['ALREADY_SUBMITTED', '内容却不合要求：'],
  ['WRONG_STATE', '现在却不能：'],
  ['FORBIDDEN', ''],
])

/** The configuration supplies the values, regardless of the caller. */
const SYSTEM = { signedIn: true } as const
