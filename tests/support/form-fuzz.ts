// Provides the comparison of browser and server over every form: random answers, both verdicts, what is sent and stored.

import { defaultAnswerOf } from '#portal/core/form-state/answer-paths.ts'
import { FormStore } from '#portal/core/form-state/form-store.ts'
import { schemaErrors } from '#portal/core/form-state/loaded-form.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { prepareBody } from '#server/content/write/validate.ts'
import type { Account } from '#server/platform/call.ts'
import { toFormUser } from '#server/platform/validation/form-scope.ts'
import { toStored } from '#server/platform/validation/to-stored.ts'
import { validateForm } from '#server/platform/validation/validate-form.ts'
import { Failure, type FieldError } from '#shared/calls/errors.ts'
import { normalisePayload } from '#shared/formats/normalise-payload.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { findErrors, settle } from '#shared/validation/validate-form.ts'
import { loaded } from './loaded-form.ts'
import { NESTED_FORM } from './nested-form.ts'
import { isShownAlike, toTold } from './shown-places.ts'
import { type Answers, int, pick, type Random, validAnswers, validValue } from './valid-answers.ts'

export interface Difference {
  readonly form: string
  readonly what: string
  readonly answers: unknown
  readonly browser: unknown
  readonly server: unknown
}

export interface Fuzzed {
  readonly bodies: number
  readonly refused: number
  readonly differences: readonly Difference[]
}

interface Verdict {
  readonly errors: readonly FieldError[]
  /** JSON Pointers of what is refused, sorted. */
  readonly paths: readonly string[]
  readonly stored: unknown
}

const NOW = new Date('2026-03-04T05:06:07Z')

const ACCOUNTS: readonly (Account | null)[] = [
  null,
  ...(['ordinary', 'supplier', 'unit', 'operator'] as const).map((role) => ({
    id: role,
    userName: role,
    name: role,
    role,
    black: false,
  })),
]

/** What people, programs and old drafts write that is no valid answer, or only after tidying. */
const ODD: readonly unknown[] = [
  ...[null, '', '   ', 'undefined', 'null', 'Invalid date', ' null ', 'x', 'x'.repeat(4000)],
  ...[
    '１３８００１３８０００',
    '+86 138-0013-8000 ',
    '９１３５０１００Ｍ０００１００Ｙ４３',
    '２０２６－０１－０５',
  ],
  ...['2026-02-30', '2999-01-01', '1899-01', '2020-01-01', '999999', '110000', '11', '1101  '],
  ...[
    '\u200b\u202e',
    '标题\u0007\u2066一\u2069',
    '一行\r\n二行\t三',
    '<p>\u200e\ufeff</p>',
    '<p>&#x202e;&rlm;</p>',
  ],
  ...['<p></p>', '<p>&nbsp;</p>', '<p>全角１２３ </p>', '  第一段１２３\n\n第二段   ', '\u3000'],
  ...[
    0,
    -1,
    1.005,
    1e9,
    true,
    false,
    [],
    [''],
    [null],
    ['x', 'x'],
    {},
    [{}],
    [{ name: 1 }],
    [[]],
    { a: { b: '' } },
  ],
  '2026-03-04T05:06:07+08:00',
]

/** The same text as a hurried person types it. */
function scribble(random: Random, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const wide = value.replace(/[0-9A-Za-z]/g, (letter) =>
    random() < 0.3 ? String.fromCharCode(letter.charCodeAt(0) + 0xfee0) : letter,
  )
  return `${random() < 0.3 ? ' ' : ''}${wide}${random() < 0.5 ? '  ' : ''}`
}

/** Changes a value somewhere inside it. */
function mutateInside(random: Random, value: unknown): unknown {
  if (Array.isArray(value) && value.length > 0) {
    const copy = [...(value as unknown[])]
    const at = int(random, 0, copy.length - 1)
    copy[at] = mutateInside(random, copy[at])
    return random() < 0.2 ? [...copy, ...copy] : copy
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return pick(random, ODD)
  const copy: Answers = { ...value }
  const name = random() < 0.9 ? pick(random, Object.keys(copy)) : 'stranger'
  if (name === undefined || random() < 0.3) delete copy[name ?? '']
  else
    copy[name] =
      random() < 0.3 ? mutateInside(random, copy[name]) : pick(random, [...ODD, scribble(random, copy[name])])
  return copy
}

function mutateField(random: Random, form: FormModel, answers: Answers, field: Field): void {
  const { name } = field
  const way = int(random, 0, 5)
  if (way === 0) delete answers[name]
  else if (way === 1) answers[name] = pick(random, ODD)
  else if (way === 2) answers[name] = validValue(random, field.schema)
  else if (way === 3) answers[name] = mutateInside(random, answers[name])
  else if (way === 4) answers[name] = scribble(random, answers[name])
  else answers[name] = answers[pick(random, form.fields).name]
}

/** What the form fills in by itself is sent with the rest. */
function withPresets(form: FormModel, answers: Answers): Answers {
  for (const field of form.fields) {
    const preset = answers[field.name] === undefined ? defaultAnswerOf(form, field) : undefined
    if (preset !== undefined) answers[field.name] = preset
  }
  return answers
}

function randomAnswers(random: Random, form: FormModel, account: Account | null): Answers {
  const answers = validAnswers(random, form, 0.6, toFormUser(account))
  // A form does not ask for what may not be written yet.
  const asked = { ...form, fields: form.fields.filter(({ set }) => !set) }
  for (const { name, set } of form.fields) if (set) delete answers[name]
  if (random() < 0.25) return withPresets(form, answers)
  for (let round = int(random, 1, 4); round > 0; round -= 1)
    mutateField(random, asked, answers, pick(random, asked.fields))
  return withPresets(form, answers)
}

const sent = new WeakMap<FormModel, FormModel>()

/** The form as it arrives in the browser. */
function asSent(form: FormModel): FormModel {
  const known = sent.get(form) ?? (JSON.parse(JSON.stringify(form)) as FormModel)
  sent.set(form, known)
  return known
}

interface Case {
  readonly model: Model
  readonly form: FormModel
  readonly account: Account | null
  readonly answers: Answers
}

interface Seen extends Verdict {
  readonly isTaken: boolean
  /** Errors on display. */
  readonly shown: readonly { readonly place: string; readonly message: string }[]
}

function inBrowser({ form, account, answers }: Case): Seen {
  const occasion = { now: NOW, isOwner: true }
  const user = toFormUser(account)
  const own = asSent(form)
  const store = new FormStore(loaded(own), structuredClone(answers), user, occasion)
  const isTaken = store.validate()
  const shown = store.errors().map(({ name = '?', message }) => ({ place: name, message }))
  // Every place, where the form shows the innermost that it draws.
  const errors = findErrors(
    own,
    settle(own, store.data(), { ...occasion, user }),
    { ...occasion, user },
    (body) => schemaErrors(store.form, body),
  )
  const payload = normalisePayload(store.body())
  return { isTaken, shown, errors, paths: toPaths(errors), stored: JSON.parse(JSON.stringify(payload)) }
}

function onServer({ model, form, account }: Case, given: unknown): Verdict {
  try {
    const plan = findPlan(model, form.id)
    const user = toFormUser(account)
    // As content is written, or as an operation with a form takes it.
    const stored = plan
      ? prepareBody({ call: { account }, plan, services: { clock: () => NOW, model: () => model } }, given)
      : toStored(form.fields, validateForm(form, withConsent(form, given), { user, now: NOW }))
    return { errors: [], paths: [], stored }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const errors = error.errors ?? []
    return { errors, paths: toPaths(errors), stored: null }
  }
}

function withConsent({ agreement }: FormModel, given: unknown): unknown {
  return agreement ? { ...(given as object), agreement: agreement.version } : given
}

function toPaths(errors: readonly FieldError[]): string[] {
  return [...new Set(errors.map(({ path }) => path))].sort()
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    entry !== null && typeof entry === 'object' && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)))
      : entry,
  )
}

function compare(one: Case): { readonly isTaken: boolean; readonly differences: readonly Difference[] } {
  const browser = inBrowser(one)
  const asTyped = onServer(one, one.answers)
  const asSentOn = onServer(one, browser.stored)
  // What no step asks for is told above the form, by no field's name.
  const asked = new Set(one.form.steps.flatMap(({ fields }) => fields))
  const named = asTyped.errors.map(({ path, message }) => ({
    place: asked.has(path.split('/')[1] ?? '') ? path : '?',
    message,
  }))
  const checks: readonly (readonly [string, unknown, unknown])[] = [
    ['verdict', browser.isTaken, asTyped.paths.length === 0],
    ['refused paths', browser.paths, asTyped.paths],
    ['shown places', isShownAlike(toTold(browser.shown), toTold(named)), true],
    ['verdict on what is sent', browser.paths, asSentOn.paths],
    ['stored', asTyped.stored, asSentOn.stored],
  ]
  const differing = checks.filter(([, a, b]) => sorted(a) !== sorted(b))
  return {
    isTaken: browser.isTaken,
    differences: differing.map(([what, a, b]) => ({
      form: one.form.id,
      what,
      answers: one.answers,
      browser: a,
      server: b,
    })),
  }
}

/** `count` bodies, spread evenly over the model's forms and content types, and one form of nothing but nesting. */
export function fuzzForms(model: Model, random: Random, count: number): Fuzzed {
  const differences: Difference[] = []
  const forms = [...model.forms, NESTED_FORM, NESTED_FORM, NESTED_FORM]
  let refused = 0
  for (let round = 0; round < count; round += 1) {
    const form = forms[round % forms.length] as FormModel
    const account = pick(random, ACCOUNTS)
    const found = compare({ model, form, account, answers: randomAnswers(random, form, account) })
    if (!found.isTaken) refused += 1
    differences.push(...found.differences)
  }
  return { bodies: count, refused, differences }
}
