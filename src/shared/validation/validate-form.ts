// Validates a form's answers, the same in browser and server.

import { viewersIn } from '#shared/access/field-read-access.ts'
import { isMaskedValue } from '#shared/access/mask-field.ts'
import { type Audience, isInAudience } from '#shared/access/roles.ts'
import type { FieldError } from '#shared/calls/errors.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import { withDefaults } from './defaults.ts'
import { isTick } from './error-messages.ts'
import { toFieldErrors } from './field-errors.ts'
import { brokenRules, rulesOf } from './form-rules.ts'
import { tidyAnswers } from './normalise-answers.ts'
import { fieldOfError, toErrorPath, type ValidationError } from './validation-error.ts'
import { type FormData, type FormUser, hiddenFields, withoutFields } from './visible-fields.ts'

export type ValidatedForm = Pick<FormModel, 'schema' | 'fields' | 'conditions' | 'inputs'>

/** The circumstances of a submission: its user, its time, and the stored values. */
export interface Occasion {
  readonly user: FormUser
  readonly now: Date
  /** True if the edited item belongs to the user; a new item always does. Default true. */
  readonly isOwner?: boolean
  /** False for a draft, which may lack things. Default true. */
  readonly complete?: boolean
  /** State of the item that is changed; absent for something new. */
  readonly status?: string | undefined
  /** The stored values of the edited item; absent for a new one. */
  readonly stored?: FormData | undefined
}

/** Returns all errors of answers by the form's schema, as Ajv finds them. */
export type Validate = (answers: unknown) => readonly ValidationError[]

export interface Settled {
  /** Tidied, with defaults, without what does not apply: what is checked, sent and stored. */
  readonly body: Record<string, unknown>
  /** Paths of what does not apply. */
  readonly hidden: ReadonlySet<string>
  /** Names of what may not be written now, and stays as it stands. */
  readonly locked: ReadonlySet<string>
  /** Of the locked ones those that were given all the same, with another value. */
  readonly clashes: readonly Field[]
}

/** Keywords of errors that only say that something is still missing or too short. */
const LACKS = new Set(['required', 'minLength', 'minItems', 'minProperties'])

/** Also what has not been ticked so far. */
const isLack = ({ keyword, params }: ValidationError): boolean =>
  LACKS.has(keyword) || (keyword === 'enum' && isTick(params.allowedValues))

type IsAmong = (audiences: readonly Audience[]) => boolean

function audienceOf({ user, isOwner = true }: Occasion): IsAmong {
  const id = user.id ?? ''
  const caller = user.signedIn && user.role ? { id, role: user.role, grants: user.grants ?? [] } : null
  return (audiences) =>
    (isOwner && audiences.includes('owner')) ||
    isInAudience(caller, audiences, { ownerId: isOwner ? id : null })
}

function isLocked({ set }: Field, { status }: Occasion, isAmong: IsAmong): boolean {
  if (!set) return false
  const isTime = !set.states || (status !== undefined && set.states.includes(status))
  return !isTime || (set.by !== undefined && !isAmong(set.by))
}

/**
 * Returns the answers as they are validated, sent and stored: normalised, with defaults, without fields that do not
 * apply or that the user may not see. Locked fields keep their stored value; `clashes` names those that the user
 * tried to change.
 *
 * @example
 * settle(form, { title: ' 水泵 ', cost: 5 }, { user: NOBODY, now: new Date() }).body // → { title: '水泵' }
 */
export function settle(form: ValidatedForm, data: FormData, occasion: Occasion): Settled {
  const isAmong = audienceOf(occasion)
  // A user cannot write a field that the user may not see.
  const unseen = form.fields
    .filter(({ visible }) => visible && !isAmong(viewersIn(visible, occasion.status)))
    .map(({ name }) => name)
  const given = tidyAnswers(form, data)
  const clashes: Field[] = []
  const locked = form.fields.filter((field) => isLocked(field, occasion, isAmong))
  for (const field of locked) {
    const { name, schema } = field
    const currentValue = occasion.stored?.[name] ?? schema.default
    if (Object.hasOwn(given, name) && JSON.stringify(given[name]) !== JSON.stringify(currentValue))
      clashes.push(field)
    if (currentValue === undefined) delete given[name]
    else given[name] = currentValue
  }
  const tidy = withDefaults(form.schema, given) as FormData // an object stays one
  const hidden = hiddenFields(form, tidy, occasion.user, new Set(unseen))
  const body = { ...withoutFields(tidy, hidden) }
  return { body, hidden, locked: new Set(locked.map(({ name }) => name)), clashes }
}

/**
 * Returns the errors of settled answers, one for each faulty field: of all fields, or of those in `names`.
 * An incomplete occasion, as for a draft, ignores missing answers.
 *
 * @example
 * const errors = findErrors(form, settle(form, answers, occasion), occasion, validate)
 * errors[0] // → { path: '/title', message: '请填写需求标题' }, for example
 */
export function findErrors(
  form: ValidatedForm,
  { body, hidden, locked, clashes }: Settled,
  { now, stored, complete = true }: Occasion,
  validate: Validate,
  names?: readonly string[],
): FieldError[] {
  const requested = names && new Set(names)
  // The editor got it masked and left it so; the server keeps the whole number.
  const masked = new Set(
    form.fields
      .filter((field) => stored && isUntouched(field, body[field.name], stored[field.name]))
      .map(({ name }) => name),
  )
  const found = validate(body).filter((error) => {
    const name = fieldOfError(error)
    if (requested && !requested.has(name)) return false
    const path = toPath(toErrorPath(error))
    if (error.keyword === 'required' && (hidden.has(path) || locked.has(path))) return false
    if (masked.has(name)) return false
    return complete || !isLack(error)
  })
  const early = clashes
    .filter(({ name }) => !hidden.has(name) && (!requested || requested.has(name)))
    .map(({ name, set }) => ({ path: `/${name}`, message: set?.message ?? '' }))
  const errors = [...toFieldErrors(form.schema, found), ...early]
  if (!complete) return errors
  const reported = new Set(errors.map(({ path }) => path))
  const broken = brokenRules(rulesOf(form.schema), body, { now, stored })
  return [
    ...errors,
    ...broken.filter(({ path }) => !reported.has(path) && (!requested || requested.has(topOf(path)))),
  ]
}

const isUntouched = (field: Field, value: unknown, stored: unknown): boolean =>
  isMaskedValue(field, value) && JSON.stringify(value) === JSON.stringify(stored)

/** Returns the field of the form that contains a path. */
const topOf = (pointer: string): string => pointer.split('/')[1] ?? ''

/** JSON Pointer to path: `/rows/0/unit` is `rows.0.unit`. */
function toPath(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.')
}
