// Creates records of other types for a transition (`create`): each once, validated like submissions.
import { type Kysely, sql } from 'kysely'
import type { TransitionContext } from '#server/content/action.ts'
import { itemAdded } from '#server/content/events.ts'
import { toColumns } from '#server/content/items/item-columns.ts'
import { type ItemRow, loadRow, RECEIPT_KEY } from '#server/content/items/item-row.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { checkRefs } from '#server/content/write/check-refs.ts'
import { insertRow } from '#server/content/write/insert-item.ts'
import type { Body } from '#server/content/write/prepare-body.ts'
import { namingDuplicates } from '#server/content/write/refuse-duplicates.ts'
import { refuseRepeated } from '#server/content/write/refuse-repeated.ts'
import { systemFields } from '#server/content/write/system-fields.ts'
import { bumpVersion } from '#server/platform/cache/content-versions.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { nextReceiptNumber } from '#server/platform/operations/receipt-number.ts'
import { toStored } from '#server/platform/validation/to-stored.ts'
import { validateForm } from '#server/platform/validation/validate-form.ts'
import { type Caller, grantsOf } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { type CreateEffect, isCreating } from '#shared/lifecycles/effects.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import { resolveEffectValue, type SubmittedAnswers } from './effect-values.ts'
import { requireSubmissionAllowed } from './submission-policy.ts'

/** With the item locked and as its step has left it. Answers the types that were written to. */
export async function createRelated(
  transaction: Kysely<Schema>,
  context: TransitionContext,
  id: string,
  step: Pick<Transition, 'action' | 'title' | 'do'>,
  answers: SubmittedAnswers = {},
): Promise<readonly string[]> {
  const effects = (step.do ?? []).filter(isCreating)
  if (effects.length === 0) return []
  const row = await loadRow(transaction, context.plan, sql`id = ${id}`)
  if (!row) throw new Failure('NOT_FOUND')
  const written: string[] = []
  for (const effect of effects) {
    const plan = findPlan(context.services.model(), effect.create)
    if (plan && (await createOne({ transaction, context, row, step, answers }, effect, plan)))
      written.push(plan.type.name)
  }
  return written
}

interface Work {
  readonly transaction: Kysely<Schema>
  readonly context: TransitionContext
  readonly row: ItemRow
  readonly step: Pick<Transition, 'action' | 'title' | 'do'>
  readonly answers: SubmittedAnswers
}

/** False where the step has made it before, such as when the item came this way a second time. */
async function createOne(work: Work, effect: CreateEffect, plan: TypePlan): Promise<boolean> {
  const { transaction, context, row, step } = work
  const { services } = context
  const now = services.clock()
  const id = newId(now)
  const cause = `${step.action}:${plan.type.name}`
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('itemOrigin')
    .values({ sourceId: row.id, cause, itemId: id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return false
  const ownerId = effect.for === 'actor' ? (context.caller?.id ?? row.ownerId) : row.ownerId
  const status = plan.type.lifecycle.initial
  let body: Body = {}
  await asFor(step, plan, async () => {
    body = await bodyOf(work, effect, plan, ownerId)
    const owner = await loadCaller(transaction, services, ownerId)
    await requireSubmissionAllowed(transaction, { plan, services, caller: owner }, body)
    await refuseRepeated(transaction, plan, { ownerId, body, id })
    const columns = toColumns(plan, body)
    const numbered = { ...body, [RECEIPT_KEY]: await nextReceiptNumber(transaction, now) }
    const item = { ...columns, body: numbered, id, status, ownerId, now }
    await namingDuplicates(services.model(), () => insertRow(transaction, { plan, services }, item))
  })
  const actor = context.hand ?? context.caller?.id ?? null
  await services.events.emit(itemAdded, transaction, { plan, itemId: id, actor, body })
  await bumpVersion(transaction, plan.type.name)
  return true
}

async function bodyOf(
  { transaction, context, row, answers }: Work,
  effect: CreateEffect,
  plan: TypePlan,
  ownerId: string | null,
) {
  const values = Object.entries(effect.with).map(([name, value]) => [
    name,
    resolveEffectValue({ context, answers, body: row.body, id: row.id }, plan.byName.get(name)?.type, value),
  ])
  const given: Readonly<Record<string, unknown>> = Object.fromEntries(
    values.filter(([, value]) => value !== undefined && value !== null),
  )
  const fieldNames = new Set(plan.form.fields.map(({ name }) => name))
  const written = Object.fromEntries(Object.entries(given).filter(([name]) => fieldNames.has(name)))
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => !fieldNames.has(name)))
  const occasion = { user: SYSTEM, isOwner: true, complete: true, now: context.services.clock() }
  const body = toStored(plan.own, validateForm(plan.formFor(written), written, occasion), { complete: true })
  const owner = ownerId === null ? null : { id: ownerId, role: '' }
  const filled = await systemFields(
    { db: transaction, plan, caller: owner, content: {}, call: { body: null } },
    body,
  )
  const whole = { ...body, ...kept, ...filled }
  // The caller's access applies to the references of the record; without a caller, the access of its future owner.
  await checkRefs({ plan, services: context.services, caller: context.caller ?? owner }, whole, transaction)
  return whole
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
