// Stage validate: judges what a writer sent by the form, the type's rules, its period, and words that are blocked.
import type { ActionContext } from '#server/content/action.ts'
import { findBlockedWords, toChanged } from '#server/content/fields/public-texts.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import { withUnnamed } from '#server/content/parameters/named-parameters.ts'
import type { Call, Services } from '#server/platform/call.ts'
import { type Parameters, readText } from '#server/platform/calls/read-parameter.ts'
import { toFormUser } from '#server/platform/validation/form-scope.ts'
import { toStored } from '#server/platform/validation/to-stored.ts'
import { type FormBody, validateForm } from '#server/platform/validation/validate-form.ts'
import { withUnmasked } from '#shared/access/mask-field.ts'
import { Failure, type FieldError } from '#shared/calls/errors.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { ContentType, Period } from '#shared/model/content-model.ts'
import { brokenRules, readsOf, rulesOf } from '#shared/validation/form-rules.ts'
import type { FormUser } from '#shared/validation/visible-fields.ts'

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
  if (complete) refuseBlockedWords(services, plan.type, body, row?.body)
  return row ? withUnnamed(plan.parameters, row.body, body) : body
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Checks the changed fields only, so that stored words do not block the correction of another field. */
function refuseBlockedWords(services: Pick<Services, 'model'>, type: ContentType, body: Body, stored?: Body) {
  if (type.checks?.words === 'warn') return
  const errors = findBlockedWords({ services }, toChanged(type, body, stored))
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
}

/**
 * Checks the rules. To be called after the check that the writer may read the references of `body`. Unchanged stored
 * violations are not reported again.
 */
export function validateSystemFields(
  { plan, services }: Pick<ActionContext, 'plan' | 'services'>,
  body: Body,
  stored?: Body,
): void {
  const rules = rulesOf(plan.form.schema).filter((rule) =>
    readsOf(rule).some((name) => plan.byName.get(name)?.from),
  )
  const errors = brokenRules(rules, body, { now: services.clock(), stored })
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
}

export type OpenPeriod = 'soon' | 'open' | 'over'

export function openingOf({ from, until }: Period = {}, now: Date): OpenPeriod {
  const today = dayAt(now)
  if (from !== undefined && today < from) return 'soon'
  return until !== undefined && today > until ? 'over' : 'open'
}

/** Checks only first submissions; an item that was sent back was in time. */
export function requireOpen(
  { plan, services }: Pick<ActionContext, 'plan' | 'services'>,
  { status }: { readonly status: string },
): void {
  const { period, title, lifecycle } = plan.type
  if (status !== lifecycle.initial) return
  const opening = openingOf(period, services.clock())
  if (opening === 'soon')
    throw new Failure('WRONG_STATE', {
      message: `${title}自 ${period?.from} 起受理，现在可以先填写，内容会存为草稿`,
    })
  if (opening === 'over')
    throw new Failure('WRONG_STATE', { message: `${title}已于 ${period?.until} 截止，不再受理` })
}

/**
 * Throws `BAD_INPUT` if a named value is missing or differs. Values that are not stored yet cannot be named. `of` is
 * the readers' term for the item.
 */
export function requirePreconditions(
  { byName }: TypePlan,
  marks: readonly string[] | undefined,
  { given, known, of }: { readonly given: Parameters; readonly known: Body; readonly of: string },
): void {
  const errors = (marks ?? []).flatMap((name): FieldError[] => {
    const title = byName.get(name)?.title ?? name
    const [named, borne] = [readText(given, name) ?? '', String(known[name] ?? '')]
    if (named === borne) return []
    const message = named === '' ? `请填写${title}，以便核对${of}` : `${title}与该${of}不符，请核对后重新提交`
    return [{ path: `/${name}`, message }]
  })
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
}
