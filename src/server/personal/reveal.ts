// Answers one personal number whole that other answers mask, and writes who asked for it to the audit log.
import type { Field } from '../../shared/content-model.ts'
import { Failure } from '../../shared/errors.ts'
import { mayHoldNumber } from '../../shared/personal-fields.ts'
import { auditDeed } from '../accounts/audit-own.ts'
import type { Call, Handlers } from '../call.ts'
import { canRead, requireItem } from '../content/access.ts'
import { type ItemRow, subjectOf } from '../content/item-row.ts'
import { loadPending } from '../content/pending-version.ts'
import { findPlan, hiddenFields, type TypePlan } from '../content/type-plan.ts'
import { canCall } from '../operations/access.ts'
import { bodyOf } from '../operations/body-of.ts'
import { requireSignedIn } from '../operations/require-signed-in.ts'
import { revealOfAccount } from '../users/reveal-of-account.ts'

/** In the place of a content type: what an account has registered with. */
export const ACCOUNT_TYPE = 'account'

interface Whole {
  readonly value: unknown
  readonly field: Pick<Field, 'name' | 'title'>
  /** Whose the number is: an account id. */
  readonly subject: string | null
}

export const personalHandlers: Handlers = { 'personal.reveal': reveal }

/** One entry in the log for each call; of his own numbers nobody leaves one. */
async function reveal(call: Call): Promise<unknown> {
  const asker = requireSignedIn(call.asker)
  const { dataType, dataId } = bodyOf<'personal.reveal'>(call)
  const plan = findPlan(call.services.model(), dataType)
  const whole =
    plan === undefined && dataType === ACCOUNT_TYPE
      ? await revealOfAccount(call, dataId, bodyOf<'personal.reveal'>(call).field)
      : await revealOfItem(call, plan)
  const { field, subject, value } = whole
  if (subject !== asker.id)
    await auditDeed(call, {
      action: 'personal.reveal',
      target: dataId,
      detail: { fields: [field.title], subject },
    })
  return { value }
}

async function revealOfItem(call: Call, found: TypePlan | undefined): Promise<Whole> {
  const { asker, params, services } = call
  const plan = found
  const given = bodyOf<'personal.reveal'>(call)
  const field = plan?.byName.get(given.field)
  if (!plan || !field || !mayHoldNumber(field) || !isAnswered(call, plan, field))
    throw new Failure('NOT_FOUND')
  const context = { plan, asker, params, db: services.db }
  const row = await requireItem(context, given.dataId, { gone: true })
  if (hiddenFields(plan, asker, row).has(field.name)) throw new Failure('FORBIDDEN')
  const body = given.change ? await changedBody(call, plan, row) : row.body
  const value = field.join ? row.joined?.[field.join.by]?.[field.name] : body[field.name]
  const subject = field.join ? row.ownerId : subjectOf(field, row)
  return { field, subject, value: value ?? null }
}

/** Nobody gets by this call what no other call shows, be it masked. */
function isAnswered({ asker, services }: Call, { type }: TypePlan, { name }: Field): boolean {
  const shown = new Set(['info', 'own', 'list', 'manage', 'tree', 'related'])
  return services
    .model()
    .operations.some(
      (operation) =>
        operation.content?.type === type.name &&
        shown.has(operation.content.action) &&
        (operation.content.fields?.includes(name) ?? true) &&
        canCall(asker, operation),
    )
}

async function changedBody({ services, asker }: Call, { type }: TypePlan, row: ItemRow) {
  const change = await loadPending(services.db, row.id)
  if (!change || !canRead(type, { ...row, status: change.status }, asker)) throw new Failure('NOT_FOUND')
  return change.body
}
