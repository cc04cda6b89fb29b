// Reveals one masked personal number and writes the caller to the audit log.

import { canRead, requireItem } from '#server/content/access/access.ts'
import { type ItemRow, subjectOf } from '#server/content/items/item-row.ts'
import { loadPending } from '#server/content/items/pending-change.ts'
import { fieldsHiddenFrom, findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { revealOfAccount } from '#server/identity/users/reveal-account-number.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { canCallOperation } from '#server/platform/operations/access.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { canContainNumber } from '#shared/access/personal-fields.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Field } from '#shared/model/content-model.ts'

/** In the place of a content type: what an account has registered with. */
const ACCOUNT_TYPE = 'account'

interface Whole {
  readonly value: unknown
  readonly field: Pick<Field, 'name' | 'title'>
  /** The account id of the person whose number it is. */
  readonly subject: string | null
}

export const personalHandlers: Handlers = { 'personal.reveal': reveal }

/** Writes one audit entry per call, but none for the caller's own numbers. */
async function reveal(call: Call): Promise<unknown> {
  const caller = requireSignedIn(call.caller)
  const { dataType, dataId } = bodyOf<'personal.reveal'>(call)
  const plan = findPlan(call.services.model(), dataType)
  const whole =
    plan === undefined && dataType === ACCOUNT_TYPE
      ? await revealOfAccount(call, dataId, bodyOf<'personal.reveal'>(call).field)
      : await revealOfItem(call, plan)
  const { field, subject, value } = whole
  if (subject !== caller.id)
    await auditAccountAction(call, {
      action: 'personal.reveal',
      target: dataId,
      detail: { fields: [field.title], subject },
    })
  return { value }
}

async function revealOfItem(call: Call, found: TypePlan | undefined): Promise<Whole> {
  const { caller, params, services } = call
  const plan = found
  const given = bodyOf<'personal.reveal'>(call)
  const field = plan?.byName.get(given.field)
  if (!plan || !field || !canContainNumber(field) || !isAnswered(call, plan, field))
    throw new Failure('NOT_FOUND')
  const context = { plan, caller, params, db: services.db }
  const row = await requireItem(context, given.dataId, { includeDeleted: true })
  if (fieldsHiddenFrom(plan, caller, row).has(field.name)) throw new Failure('FORBIDDEN')
  const body = given.change ? await changedBody(call, plan, row) : row.body
  const value = field.join ? row.joined?.[field.join.by]?.[field.name] : body[field.name]
  const subject = field.join ? row.ownerId : subjectOf(field, row)
  return { field, subject, value: value ?? null }
}

/** Returns true where some call shows the field, masked or not; other fields cannot be revealed. */
function isAnswered({ caller, services }: Call, { type }: TypePlan, { name }: Field): boolean {
  const shown = new Set(['info', 'own', 'list', 'manage', 'tree', 'related'])
  return services
    .model()
    .operations.some(
      (operation) =>
        operation.content?.type === type.name &&
        shown.has(operation.content.action) &&
        (operation.content.fields?.includes(name) ?? true) &&
        canCallOperation(caller, operation),
    )
}

async function changedBody({ services, caller }: Call, { type }: TypePlan, row: ItemRow) {
  const change = await loadPending(services.db, row.id)
  if (!change || !canRead(type, { ...row, status: change.status }, caller)) throw new Failure('NOT_FOUND')
  return change.body
}
