// Owns the verdict on a handed-in form, the same as the browser's: tidied, without what does not apply, by the schema.
import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { FormModel, JsonSchema } from '../../shared/content-model.ts'
import { Failure, type FieldError } from '../../shared/errors.ts'
import { prepareBody } from '../../shared/validation/prepare.ts'
import { brokenRules, rulesOf } from '../../shared/validation/rules.ts'
import { effectiveSchema, type FormUser, hiddenFields } from '../../shared/validation/visible.ts'
import { allowAnnotations, buildAjv } from './build-ajv.ts'
import { toFieldErrors } from './to-field-errors.ts'

export type FormBody = Readonly<Record<string, unknown>>

/** Goes with the schema, which goes with its model. */
const compiled = new WeakMap<JsonSchema, ValidateFunction>()

function validatorOf(schema: JsonSchema): ValidateFunction {
  const known = compiled.get(schema)
  if (known) return known
  const ajv = buildAjv({ coerce: false })
  allowAnnotations(ajv, schema)
  const validate = ajv.compile(schema)
  compiled.set(schema, validate)
  return validate
}

/** Answers the fields as they may be stored; the agreement is looked at and set aside. */
export function judgeForm(form: FormModel, given: unknown, user: FormUser): FormBody {
  const { agreement, ...rest } = toRecord(given)
  const extra = form.agreement || agreement === undefined ? {} : { agreement }
  const fields = prepareBody(form, { ...rest, ...extra }, user)
  const validate = validatorOf(effectiveSchema(form.schema, hiddenFields(form, fields, user)))
  const errors = validate(fields) ? [] : toFieldErrors(validate.errors ?? [])
  const told = new Set(errors.map(({ path }) => path))
  const broken = brokenRules(rulesOf(form.schema), fields, new Date())
  errors.push(...broken.filter(({ path }) => !told.has(path)))
  if (form.agreement && agreement !== form.agreement.version)
    errors.push(toConsentError(form.agreement.title, agreement))
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
  return fields
}

function toRecord(given: unknown): Readonly<Record<string, unknown>> {
  const value = given ?? {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw new Failure('BAD_INPUT', { errors: [{ path: '', message: '提交的内容应为一张填好的表单' }] })
  return value as Readonly<Record<string, unknown>> // an object, as was just asked
}

function toConsentError(title: string, given: unknown): FieldError {
  const message =
    given === undefined || given === null || given === ''
      ? `请先阅读并同意《${title}》`
      : `《${title}》已更新，请刷新页面，阅读后重新提交`
  return { path: '/agreement', message }
}
