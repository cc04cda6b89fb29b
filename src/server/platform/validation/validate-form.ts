// Validates a submitted form: the shared form rules with the server's validator, and the agreement.

import { Failure, type FieldError } from '#shared/calls/errors.ts'
import { agreementTitle, agreementVersion } from '#shared/forms/agreement.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { perModel } from '#shared/model/per-model.ts'
import {
  findErrors,
  type Occasion,
  settle,
  type Validate,
  type ValidatedForm,
} from '#shared/validation/validate-form.ts'
import { validatorOf } from './build-ajv.ts'

export type FormBody = Readonly<Record<string, unknown>>

/** Returns the errors that the schema of a form finds in settled answers: see `findErrors`. */
export const schemaErrorsOf = perModel(
  ({ schema }: ValidatedForm): Validate =>
    (answers) => {
      const validate = validatorOf(schema)
      return validate(answers) ? [] : (validate.errors ?? [])
    },
)

/**
 * Validates changes to stored answers: `given` over `currentAnswers`; null empties a field. Errors in unchanged
 * answers are no reason to refuse other changes. Returns all applicable fields, as they will be stored.
 */
export function validateChanges(
  form: ValidatedForm,
  currentAnswers: FormBody,
  given: unknown,
  occasion: Occasion,
): FormBody {
  const changes = toRecord(given)
  const settled = settle(form, { ...currentAnswers, ...changes }, occasion)
  const errors = findErrors(form, settled, occasion, schemaErrorsOf(form)).filter(({ path }) =>
    Object.hasOwn(changes, path.split('/')[1] ?? ''),
  )
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
  return settled.body
}

/** Returns the validated fields; the agreement is checked and removed. */
export function validateForm(
  form: ValidatedForm & Pick<FormModel, 'agreement'>,
  given: unknown,
  occasion: Occasion,
): FormBody {
  const { agreement, ...rest } = toRecord(given)
  const extra = form.agreement || agreement === undefined ? {} : { agreement }
  const settled = settle(form, { ...rest, ...extra }, occasion)
  const errors = findErrors(form, settled, occasion, schemaErrorsOf(form))
  if (form.agreement && agreement !== agreementVersion(form.agreement))
    errors.push(toConsentError(agreementTitle(form.agreement), agreement))
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
  return settled.body
}

function toRecord(given: unknown): Readonly<Record<string, unknown>> {
  const value = given ?? {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw new Failure('BAD_INPUT', { errors: [{ path: '', message: '提交的内容应为表单' }] })
  return value as Readonly<Record<string, unknown>> // an object, as was just asked
}

function toConsentError(title: string, given: unknown): FieldError {
  const message =
    given === undefined || given === null || given === ''
      ? `请先阅读并同意${title}`
      : `${title}已更新，请刷新页面，阅读后重新提交`
  return { path: '/agreement', message }
}
