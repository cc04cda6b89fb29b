// Validates the calls of one model: parameters and bodies against the operations' schemas.

import { Failure, type FieldError } from '#shared/calls/errors.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import { toVisibleText } from '#shared/formats/visible-text.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Model } from '#shared/model/model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { perModel } from '#shared/model/per-model.ts'
import { withDefaults } from '#shared/validation/defaults.ts'
import { tidyObject } from '#shared/validation/normalise-answers.ts'
import { type FormUser, NOBODY } from '#shared/validation/visible-fields.ts'
import { coercingValidatorOf, validatorOf } from './build-ajv.ts'
import { ajvToFieldErrors, toParameterErrors } from './to-field-errors.ts'
import { validateForm } from './validate-form.ts'

const MAX_BODY_DEPTH = 32

/** NUL, or half of a surrogate pair. */
const UNSTORABLE = /\0|\p{Cs}/u

/** Values that callers send for an empty parameter. */
const NOTHING = new Set(['', 'null', 'undefined', 'Invalid date'])
/** Content actions that take a form's answers. */
const WRITES_ITEM: ReadonlySet<string> = new Set(['add', 'update', 'save'])
/** API-03: every call carries a time stamp, which is ignored. */
const ALWAYS_ALLOWED = '_t'

const MAX_CHOICES = 40
/** A caller's own words are repeated only so far. */
const MAX_VALUE_LENGTH = 40

type Dictionaries = ReadonlyMap<string, ReadonlySet<string>>

type InputValues = Readonly<Record<string, unknown>>

export class OperationValidator {
  readonly #forms: ReadonlyMap<string, FormModel>
  /** The accepted values of parameters, by dictionary. */
  readonly #values: Map<string, ReadonlySet<string>>

  constructor({ forms, dictionaries, families }: Pick<Model, 'forms' | 'dictionaries' | 'families'>) {
    this.#forms = new Map(forms.map((form) => [form.id, form]))
    this.#values = new Map(
      dictionaries.map(({ name, items }) => [name, new Set(items.map(({ value }) => value))]),
    )
    // A parent category represents all its descendants.
    for (const { levels, sets } of families)
      for (const [level, name] of levels.entries())
        this.#values.set(name, new Set(sets.flatMap((set) => (set.level <= level ? [set.id] : []))))
  }

  /** Coerced to the declared types; unknown parameters are dropped for reads and refused for writes. */
  readParams(operation: Operation, given: InputValues): Record<string, unknown> {
    const params = pickParams(operation, given)
    refuseUnstorable(params, 'BAD_PARAMETER')
    const validate = coercingValidatorOf(operation.params)
    if (!validate(params))
      throw new Failure('BAD_PARAMETER', { errors: toParameterErrors(validate.errors ?? []) })
    const errors = findUnknownValues(operation.params, params, this.#values, inParameter)
    if (errors.length > 0) throw new Failure('BAD_PARAMETER', { errors })
    return params
  }

  /** Validates the body. It is never coerced, so that browser and server validate the same input alike. */
  readBody(operation: Operation, given: unknown, user: FormUser = NOBODY, now = new Date()): unknown {
    if (!operation.body) return null
    refuseUnstorable(given)
    // The fields of an item are validated by its type's form, as soon as the item is known: see `prepareBody`.
    if (WRITES_ITEM.has(operation.content?.action ?? '')) return given ?? {}
    // The body holds only changes. They are validated together with the stored values by the handler that reads
    // those.
    if (operation.changes) return given ?? {}
    const form = operation.form === undefined ? undefined : this.#forms.get(operation.form)
    if (form) return validateForm(form, given, { user, now })
    const body = tidyBody(given, operation.body)
    const validate = validatorOf(operation.body)
    if (!validate(body)) throw new Failure('BAD_INPUT', { errors: ajvToFieldErrors(validate.errors ?? []) })
    const errors = findUnknownValues(operation.body, body as InputValues, this.#values, inBody)
    if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
    return body
  }
}

/** One for each model. */
export const validatorFor = perModel((model: Model) => new OperationValidator(model))

/** A body that is not an object is left unchanged, so that the validator refuses it. */
function tidyBody(given: unknown, schema: JsonSchema): unknown {
  const body = given ?? {}
  const isRecord = typeof body === 'object' && !Array.isArray(body)
  return isRecord ? withDefaults(schema, tidyObject(body as InputValues, schema)) : body
}

/** Of names that are not known one by one. */
const patternsOf = perModel(({ patternProperties = {} }: JsonSchema) =>
  Object.keys(patternProperties as InputValues).map((pattern) => new RegExp(pattern, 'u')),
)

function pickParams(operation: Operation, given: InputValues): Record<string, unknown> {
  const declared = (operation.params.properties ?? {}) as InputValues
  const patterns = patternsOf(operation.params)
  const params: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(declared, name) && !patterns.some((pattern) => pattern.test(name))) {
      if (!operation.writes || name === ALWAYS_ALLOWED) continue
      throw new Failure('UNKNOWN_PARAMETER', { message: `请求带有不支持的参数“${cutLetters(name, 40)}”` })
    }
    const text = typeof value === 'string' ? toVisibleText(value).trim() : value
    if (!NOTHING.has(String(text))) params[name] = text
  }
  return params
}

type Refused = 'BAD_INPUT' | 'BAD_PARAMETER'

/** Refuses input that no database stores: NUL, halves of surrogate pairs, endless nesting. */
function refuseUnstorable(value: unknown, error: Refused = 'BAD_INPUT'): void {
  walk(value, { error, path: '', depth: 0 })
}

interface WalkPosition {
  readonly error: Refused
  readonly path: string
  readonly depth: number
}

function walk(value: unknown, place: WalkPosition): void {
  const { error, path, depth } = place
  if (depth > MAX_BODY_DEPTH) throw new Failure(error, { message: '提交的内容嵌套过深' })
  if (typeof value === 'string') refuseText(value, place)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) {
      refuseText(name, place)
      walk(entry, { error, path: `${path}/${name.slice(0, 40)}`, depth: depth + 1 })
    }
  }
}

function refuseText(text: string, { error, path }: WalkPosition): void {
  if (!UNSTORABLE.test(text)) return
  throw new Failure(error, { errors: [{ path, message: '含有无法保存的字符，请删除后重试' }] })
}

/** A parameter may be several values with commas between. */
const inParameter = (given: unknown): readonly string[] =>
  String(given)
    .split(',')
    .map((value) => value.trim())

/** Reads the values of a body property: one value, or a list of values. */
const inBody = (given: unknown): readonly string[] =>
  [given].flat().filter((value) => typeof value === 'string')

/** `valuesIn` says what was asked for. A dictionary that the model does not have knows nothing. */
function findUnknownValues(
  schema: JsonSchema,
  params: InputValues,
  dictionaries: Dictionaries,
  valuesIn: typeof inParameter,
): FieldError[] {
  const declared = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  return Object.entries(params).flatMap(([name, given]) => {
    const { 'x-dict': dict, title } = declared[name] ?? {}
    const known = typeof dict === 'string' ? dictionaries.get(dict) : undefined
    if (!known) return []
    const wrong = valuesIn(given).find((value) => value !== '' && !known.has(value))
    if (wrong === undefined) return []
    const choices = [...known].slice(0, MAX_CHOICES).join('、')
    const message = `${typeof title === 'string' ? title : '请求参数'}没有“${cutLetters(wrong, MAX_VALUE_LENGTH)}”这个值，可用的有 ${choices}`
    return [{ path: `/${name}`, message }]
  })
}
