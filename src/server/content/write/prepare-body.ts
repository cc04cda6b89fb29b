// Converts a writer's input for an item into the stored body.

import type { ItemRow } from '#server/content/items/item-row.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import { withUnnamed } from '#server/content/parameters/named-parameters.ts'
import type { Call, Services } from '#server/platform/call.ts'
import { toFormUser } from '#server/platform/validation/form-scope.ts'
import { toStored } from '#server/platform/validation/to-stored.ts'
import { type FormBody, validateForm } from '#server/platform/validation/validate-form.ts'
import { withUnmasked } from '#shared/access/mask-field.ts'
import type { FormUser } from '#shared/validation/visible-fields.ts'
import { refuseBlockedWords } from './refuse-blocked-words.ts'

export type Body = FormBody

interface Options {
  /** The item that is changed; absent for a new one, which is its writer's own. */
  readonly row?: Pick<ItemRow, 'ownerId' | 'status' | 'body'> | undefined
  /** False for saved drafts, which may lack required fields. */
  readonly complete?: boolean
}

/** As much of the call as the judging needs. */
interface Writing {
  readonly call: Pick<Call, 'account'>
  readonly plan: TypePlan
  readonly services: Pick<Services, 'clock' | 'model'>
}

/**
 * Validates the input with the type's form, which omits the fields that the writer may not see. Throws `BAD_INPUT`
 * with the errors.
 */
export function prepareBody(
  { call, plan, services }: Writing,
  written: unknown,
  { row, complete = true }: Options = {},
): Body {
  const user: FormUser = toFormUser(call.account)
  const isOwner = row === undefined || (row.ownerId !== null && row.ownerId === call.account?.id)
  const occasion = { user, isOwner, complete, now: services.clock(), status: row?.status, stored: row?.body }
  const form = plan.formFor(written)
  const given = row && isRecord(written) ? withUnmasked(plan.own, written, row.body) : written
  const body = toStored(plan.own, validateForm(form, given, occasion), { complete })
  if (complete) refuseBlockedWords(services.model(), plan.type, body, row?.body)
  return row ? withUnnamed(plan.parameters, row.body, body) : body
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
