// Reads and validates the input of a transition: the words of a reason, or the answers to its form.

import { isOwner } from '#server/content/access/can-edit.ts'
import type { ActionContext } from '#server/content/action.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { requirePreconditions } from '#server/content/write/validate.ts'
import { checkAnsweredRefs } from '#server/content/write/validate-references.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { requireMeaningfulText } from '#server/platform/operations/require-reason.ts'
import { toFormUser } from '#server/platform/validation/form-scope.ts'
import { tidyPlainText } from '#server/platform/validation/sanitise.ts'
import { validateForm } from '#server/platform/validation/validate-form.ts'
import type { Caller } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { REMARKS_KEY } from '#shared/lifecycles/field-comments.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { type RemarkTexts, readFieldComments } from './field-comments.ts'

export interface TransitionInput {
  readonly reason?: string | undefined
  readonly form?: string | undefined
  readonly answers?: Readonly<Record<string, unknown>> | undefined
  /** Of single fields, by their names. */
  readonly remarks?: RemarkTexts | undefined
  /** The change that waited beside the item is dropped by it. */
  readonly isDropping?: boolean
  /** It takes back the transition before it: the earlier reason for the state applies again. */
  readonly isUndoing?: boolean
  /** What the audit log says of confirmed warnings. */
  readonly confirmed?: JsonObject
}

/** Parameters that name and explain a transition; all others are answers to its form. */
export const STEP_KEYS: ReadonlySet<string> = new Set(['id', 'reason', 'revision', 'change', REMARKS_KEY])

export function readReason({ params }: Pick<ActionContext, 'params'>): string | undefined {
  const written = readText(params, 'reason')
  return written === undefined ? undefined : tidyPlainText(written)
}

export function requireReason(step: Pick<Transition, 'reason'>, reason: string | undefined): void {
  const words = resolveReason(step.reason)
  if (words && !words.optional) requireMeaningfulText(words.title, reason ?? '')
}

/** Throws what is wrong with it, or missing. `reader`: whoever must be able to read the items that the answers refer to. */
export async function readTransitionInput(
  context: ActionContext,
  row: ItemRow,
  step: Transition,
  reader: Caller | 'system' = context.caller,
): Promise<TransitionInput> {
  const { call, services, params, caller } = context
  requirePreconditions(context.plan, step.marks, {
    given: params,
    known: row.body,
    of: context.plan.type.title,
  })
  // A page sends what any way of the verb asks to be named.
  const ways = context.plan.type.lifecycle.transitions.filter(({ action }) => action === step.action)
  const named = new Set(ways.flatMap(({ marks = [], claim }) => [...marks, ...(claim ? [claim.field] : [])]))
  const given = Object.fromEntries(
    Object.entries((call.body ?? {}) as object).filter(([name]) => !STEP_KEYS.has(name) && !named.has(name)),
  )
  const fieldComments = readFieldComments(context, step)
  const form = services.model().forms.find(({ id }) => id === step.form)
  if (!form) {
    const errors = Object.keys(given).map((name) => ({
      path: `/${name}`,
      message: `“${step.title}”不填写此项`,
    }))
    if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
    const reason = readReason(context)
    requireReason(step, reason)
    return { reason, remarks: fieldComments }
  }
  if (params.reason !== undefined)
    throw new Failure('BAD_INPUT', {
      errors: [{ path: '/reason', message: `“${step.title}”不填写此项，请填写${form.title}` }],
    })
  const answers = validateForm(form, given, {
    user: toFormUser(call.account),
    now: services.clock(),
    isOwner: isOwner(row, caller),
    status: row.status,
  })
  const words = step.words ? answers[step.words.field] : undefined
  if (step.words && typeof words === 'string' && isRequired(form, step.words.field))
    requireMeaningfulText(step.words.title, tidyPlainText(words), `/${step.words.field}`)
  await checkAnsweredRefs({ ...context, caller: reader }, form.fields, answers)
  return {
    form: form.id,
    answers,
    remarks: fieldComments,
    ...(typeof words === 'string' ? { reason: words } : {}),
  }
}

/** A note that may be left out may be as short as its writer likes. */
const isRequired = ({ schema }: FormModel, name: string): boolean =>
  ((schema.required ?? []) as readonly string[]).includes(name)
