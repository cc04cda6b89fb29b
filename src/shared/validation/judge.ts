// Owns the one verdict on a form's answers; browser and server differ only in the validator that they bring.
import type { Field, FormModel, JsonSchema } from '../content-model.ts'
import type { FieldError } from '../errors.ts'
import { type Audience, isInAudience, type Role } from '../roles.ts'
import { withDefaults } from './defaults.ts'
import { type RawError, toFieldErrors } from './field-errors.ts'
import { brokenRules, rulesOf } from './rules.ts'
import { fieldsByName, tidyAnswers } from './tidy.ts'
import { placeOf } from './validation-error.ts'
import { type FormData, type FormUser, hiddenFields, NOBODY, withoutFields } from './visible.ts'

export type JudgedForm = Pick<FormModel, 'schema' | 'fields' | 'conditions' | 'inputs'>

/** Who hands in, when, and what stands already. */
export interface Occasion {
  readonly user: FormUser
  readonly now: Date
  /** Whether what is written belongs to the person; what somebody adds is his own. Default true. */
  readonly isOwner?: boolean
  /** False for a draft, which may lack things. Default true. */
  readonly complete?: boolean
  /** What is changed, as it stands; absent for something new. */
  readonly stored?: FormData | undefined
}

export const SOMEBODY: Occasion = { user: NOBODY, now: new Date(0) }

/** All errors that the schema finds, in Ajv's form. */
export type Validate = (schema: JsonSchema, value: unknown) => readonly RawError[]

export interface Settled {
  /** Tidied, with defaults, without what does not apply: what is checked, sent and stored. */
  readonly body: Record<string, unknown>
  /** Paths of what does not apply. */
  readonly hidden: ReadonlySet<string>
}

/** What is wrong with something that is only missing or too short so far. */
const LACKS = new Set(['required', 'minLength', 'minItems', 'minProperties'])

/** Fields that the writer may not see; what he may not see he does not write. */
function unseenFields(fields: readonly Field[], { user, isOwner = true }: Occasion): string[] {
  const id = user.id ?? ''
  // The roles of accounts are the closed set; a condition's user says less of the type.
  const asker = user.signedIn && user.role ? { id, role: user.role as Role } : null
  const sees = (audiences: readonly Audience[]) =>
    (isOwner && audiences.includes('owner')) || isInAudience(asker, audiences, isOwner ? id : null)
  return fields.filter(({ visible }) => visible && !sees(visible)).map(({ name }) => name)
}

export function settle(form: JudgedForm, data: FormData, occasion: Occasion): Settled {
  const tidy = withDefaults(form.schema, tidyAnswers(form, data)) as FormData // an object stays one
  const unseen = new Set(unseenFields(form.fields, occasion))
  const hidden = hiddenFields(form, tidy, occasion.user, unseen)
  return { body: { ...withoutFields(tidy, hidden) }, hidden }
}

/** What is wrong with settled answers: all of them, or of those fields that `names` lists. */
export function findErrors(
  form: JudgedForm,
  { body, hidden }: Settled,
  { now, stored, complete = true }: Occasion,
  validate: Validate,
  names?: readonly string[],
): FieldError[] {
  const schema = names ? partOf(form, names) : form.schema
  const part = names ? pick(body, names) : body
  const found = validate(schema, part).filter((error) => {
    if (error.keyword === 'required' && hidden.has(toPath(placeOf(error)))) return false
    return complete || !LACKS.has(error.keyword)
  })
  const errors = toFieldErrors(schema, found)
  if (!complete) return errors
  const told = new Set(errors.map(({ path }) => path))
  const broken = brokenRules(rulesOf(form.schema), body, { now, stored })
  const asked = names && new Set(names)
  return [...errors, ...broken.filter(({ path }) => !told.has(path) && (!asked || asked.has(path.slice(1))))]
}

/** JSON Pointer to path: `/rows/0/unit` is `rows.0.unit`. */
function toPath(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.')
}

function pick(body: FormData, names: readonly string[]): FormData {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]),
  )
}

const parts = new WeakMap<JudgedForm, Map<string, JsonSchema>>()
const MOST_PARTS = 1_000

/** The closed schema of some fields, built once for each choice of them. */
function partOf(form: JudgedForm, names: readonly string[]): JsonSchema {
  const known = parts.get(form) ?? new Map<string, JsonSchema>()
  parts.set(form, known)
  const key = names.join(' ')
  const found = known.get(key)
  if (found) return found
  const byName = fieldsByName(form.fields)
  const fields = names.flatMap((name) => byName.get(name) ?? [])
  const built: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, title, schema }) => [name, { ...schema, title }])),
    required: fields.filter((field) => field.required).map(({ name }) => name),
    additionalProperties: false,
  }
  if (known.size >= MOST_PARTS) known.clear()
  known.set(key, built)
  return built
}
