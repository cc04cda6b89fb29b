// Owns the validation of one model's calls: parameters and bodies against the operations' schemas.
import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { FormModel, JsonSchema, Operation } from '../../shared/content-model.ts'
import { Failure } from '../../shared/errors.ts'
import { brokenRules, rulesOf } from '../../shared/validation/rules.ts'
import { type FormUser, NOBODY } from '../../shared/validation/visible.ts'
import { allowAnnotations, buildAjv } from './build-ajv.ts'
import { judgeForm } from './judge-form.ts'
import { normaliseBody } from './normalise-body.ts'
import { refuseUnstorable } from './refuse-unstorable.ts'
import { toFieldErrors, toParameterErrors } from './to-field-errors.ts'

/** What callers send for nothing at all. */
const NOTHING = new Set(['', 'null', 'undefined', 'Invalid date'])
/** API-03: every call carries a time stamp that nobody reads. */
const ALWAYS_ALLOWED = '_t'

type Given = Readonly<Record<string, unknown>>

export class OperationValidator {
  readonly #bodies = buildAjv({ coerce: false })
  readonly #params = buildAjv({ coerce: true })
  readonly #forms: ReadonlyMap<string, FormModel>
  /** Compiled at the first call of an operation, which keeps the start short. */
  readonly #compiled = new Map<JsonSchema, ValidateFunction>()

  constructor(forms: readonly FormModel[]) {
    this.#forms = new Map(forms.map((form) => [form.id, form]))
  }

  /** Coerced to the declared types; unknown parameters are dropped for reads and refused for writes. */
  readParams(operation: Operation, given: Given): Record<string, unknown> {
    const params = pickParams(operation, given)
    refuseUnstorable(params)
    const validate = this.#validator(this.#params, operation.params)
    if (validate(params)) return params
    throw new Failure('BAD_PARAMETER', { errors: toParameterErrors(validate.errors ?? []) })
  }

  /** Never coerced, so that browser and server judge the same input alike. */
  readBody(operation: Operation, given: unknown, user: FormUser = NOBODY): unknown {
    if (!operation.body) return null
    refuseUnstorable(given)
    const form = operation.form === undefined ? undefined : this.#forms.get(operation.form)
    if (form) return judgeForm(form, given, user)
    const body = normaliseBody(given, operation.body)
    const validate = this.#validator(this.#bodies, operation.body)
    if (!validate(body)) throw new Failure('BAD_INPUT', { errors: toFieldErrors(validate.errors ?? []) })
    const errors = brokenRules(rulesOf(operation.body), body as Given, new Date())
    if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
    return body
  }

  #validator(ajv: ReturnType<typeof buildAjv>, schema: JsonSchema): ValidateFunction {
    const known = this.#compiled.get(schema)
    if (known) return known
    allowAnnotations(ajv, schema)
    const validate = ajv.compile(schema)
    this.#compiled.set(schema, validate)
    return validate
  }
}

function pickParams(operation: Operation, given: Given): Record<string, unknown> {
  const declared = (operation.params.properties ?? {}) as Given
  const params: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(declared, name)) {
      if (!operation.writes || name === ALWAYS_ALLOWED) continue
      throw new Failure('UNKNOWN_PARAMETER', { message: `请求带有不支持的参数“${name.slice(0, 40)}”` })
    }
    const text = typeof value === 'string' ? value.trim() : value
    if (!NOTHING.has(String(text))) params[name] = text
  }
  return params
}
