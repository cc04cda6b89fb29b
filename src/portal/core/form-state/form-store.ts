// Stores the answers of one form while it is filled in; every path can be observed on its own.

import type { FieldError } from '#shared/calls/errors.ts'
import { isEmpty, pathsOf } from '#shared/expressions/condition.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import { ownAnswers } from '#shared/parameters/parameter-form.ts'
import { readsOf, rulesOf } from '#shared/validation/form-rules.ts'
import { fieldsByName, tidyField } from '#shared/validation/normalise-answers.ts'
import { findErrors, type Occasion, type Settled, settle } from '#shared/validation/validate-form.ts'
import { fieldOfError } from '#shared/validation/validation-error.ts'
import { type FormData, type FormUser, NOBODY } from '#shared/validation/visible-fields.ts'
import {
  type AnswerPath,
  defaultAnswerOf,
  type FormAnswers,
  isWithin,
  Listeners,
  readAt,
  toKey,
  toPath,
} from './answer-paths.ts'
import { FormHistory, type Turned } from './form-history.ts'
import { fieldOf, GONE, type Leaf, type VisibleError } from './leaf.ts'
import { type LoadedForm, schemaErrors } from './loaded-form.ts'
import { groupErrorsByKey, movedErrors, toErrorKey } from './visible-errors.ts'

/** The circumstances of the write besides the account that writes: see `Occasion`. */
export type StoreOccasion = Partial<Omit<Occasion, 'user'>>

/** Fields that other fields' conditions read. */
function conditionInputs(form: FormModel): ReadonlySet<string> {
  const paths = Object.values(form.conditions).flatMap(pathsOf)
  const read = paths.filter((path) => path.startsWith('form.')).map((path) => path.split('.')[1] as string)
  // Conditions inside a group or row read what is beside them.
  const holders = Object.keys(form.conditions).flatMap((name) => name.split('.').slice(0, -1).slice(0, 1))
  return new Set([...read, ...holders])
}

function isTree(value: unknown): boolean {
  return value !== null && typeof value === 'object'
}

export class FormStore {
  readonly form: LoadedForm
  readonly user: FormUser
  readonly history = new FormHistory()
  /**
   * True if anything was typed since the store was made or `settle` was called; `typed`: since the store was made.
   */
  dirty = false
  typed = false
  readonly #fields: ReadonlyMap<string, Field>
  readonly #deciding: ReadonlySet<string>
  readonly #leaves = new Map<string, Leaf>()
  readonly #paths = new Listeners()
  readonly #changed = new Listeners()
  readonly #erred = new Listeners()
  readonly #refused = new Listeners()
  /** Hidden by their conditions, yet asked for by the server. */
  readonly #demanded = new Set<string>()
  readonly #taken = new Map<string, { readonly value: unknown; readonly message: string }>()
  /** The values that the server has refused. */
  readonly #refusedValues = new Map<string, unknown>()
  /** Fields that some step asks for; errors of others belong to none in sight. */
  readonly #required: ReadonlySet<string>
  readonly #given: StoreOccasion
  #answers: FormAnswers
  #errors: ReadonlyMap<string, string> = new Map()
  #hidden: ReadonlySet<string> = new Set()
  #visibleErrors: readonly VisibleError[] = []
  #strays: readonly VisibleError[] = []

  constructor(
    form: LoadedForm,
    initial: FormData = {},
    user: FormUser = NOBODY,
    occasion: StoreOccasion = {},
  ) {
    this.form = form
    this.user = user
    this.#given = occasion
    this.#fields = fieldsByName(form.fields)
    this.#required = new Set(form.steps.flatMap(({ fields }) => fields))
    this.#deciding = conditionInputs(form)
    const given = form.fields.map(
      (one) => [one.name, initial[one.name] ?? defaultAnswerOf(form, one)] as const,
    )
    this.#answers = Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== null))
    this.#refreshHidden()
  }

  /** The place of that key; a field, or `rows.0.unit` inside one. */
  readonly leaf = (key: string): Leaf => {
    if (!this.#fields.has(fieldOf(key))) return GONE
    const value = readAt(this.#answers, toPath(key))
    const error = this.#errors.get(key)
    const hidden = this.#hidden.has(key)
    const known = this.#leaves.get(key)
    if (known && Object.is(known.value, value) && known.error === error && known.hidden === hidden)
      return known
    const leaf = { value, error, hidden }
    this.#leaves.set(key, leaf)
    return leaf
  }

  field(name: string): Field | undefined {
    return this.#fields.get(name)
  }

  subscribe(key: string, listener: () => void): () => void {
    return this.#paths.add(listener, key)
  }

  /** Hears of every typed change. */
  readonly onChange = (listener: () => void): (() => void) => this.#changed.add(listener)

  /** Hears when the set of shown errors changes. */
  readonly onErrors = (listener: () => void): (() => void) => this.#erred.add(listener)

  /** Hears whenever handing in was refused. */
  readonly onRefused = (listener: () => void): (() => void) => this.#refused.add(listener)

  /** Errors on display, in the order of the fields; the same array until they change. */
  readonly errors = (): readonly VisibleError[] => this.#visibleErrors

  readonly isHidden = (key: string): boolean => this.leaf(key).hidden

  /** Returns true if an error is visible on the field, or anywhere inside it. */
  readonly isWrong = (name: string): boolean => [...this.#errors.keys()].some((key) => fieldOf(key) === name)

  /** Writes at a place; the change can be undone. */
  set(place: string | AnswerPath, value: unknown): void {
    const given = value ?? undefined
    this.#write(typeof place === 'string' ? toPath(place) : place, given, (path) =>
      this.history.write(this.#answers, path, given),
    )
  }

  /** Writes a value that nobody typed, such as the number of a picture; it is not a change that can be undone. */
  readonly fill = (name: string, value: unknown): void => {
    this.history.close()
    const given = value ?? undefined
    const { [name]: _, ...others } = this.#answers
    this.#write([name], given, () => (given === undefined ? others : { ...others, [name]: given }))
  }

  /** Handles the blur of a path: its value is normalised and validated. */
  leave(key: string): void {
    const name = fieldOf(key)
    const field = this.#fields.get(name)
    const { value, hidden } = this.leaf(key)
    if (!field || hidden) return
    const inner = toPath(key).slice(1)
    const tidy = readAt(tidyField(this.form, field, this.leaf(name).value), inner)
    if (typeof value === 'string' && typeof tidy === 'string' && tidy !== value) this.set(key, tidy)
    this.history.close()
    // The server's refusal stands until the value changes or is submitted again.
    const isRefused = this.#refusedValues.has(key) && Object.is(this.#refusedValues.get(key), value)
    if (!isRefused) this.#check(key)
    // Fields whose rules read this field, and that have an answer, are validated again.
    for (const rule of rulesOf(this.form.schema))
      if (readsOf(rule).includes(name) && !this.isHidden(rule.field) && this.#isValidated(rule.field))
        this.#check(rule.field)
  }

  /** Returns true if the user has come to the field; fields that are still to come are not marked as invalid. */
  #isValidated(name: string): boolean {
    return this.isWrong(name) || !isEmpty(this.leaf(name).value)
  }

  /** The field's value as it would be sent, when nothing is wrong with it by itself. */
  validValue(name: string): unknown {
    const field = this.#fields.get(name)
    const { value, hidden } = this.leaf(name)
    if (!field || hidden) return undefined
    const tidy = tidyField(this.form, field, value)
    const errors = tidy === undefined ? [] : schemaErrors(this.form, { [name]: tidy })
    return errors.some((error) => fieldOfError(error) === name) ? undefined : tidy
  }

  isKnownTaken(name: string, value: unknown): boolean {
    return this.#taken.has(name) && this.#taken.get(name)?.value === value
  }

  /**
   * Marks a value that can no longer be submitted. The error is visible at once, and again whenever the field is
   * validated.
   */
  markTaken(name: string, value: unknown, message: string): void {
    this.#taken.set(name, { value, message })
    if (this.validValue(name) === value) this.#check(name)
  }

  /** Everything given so far, as typed. */
  data(): FormAnswers {
    return this.#answers
  }

  /** Returns the body to send: normalised, with defaults, without empty and hidden fields. */
  body(): Record<string, unknown> {
    return this.#settle().body
  }

  /** Judges the named fields, or all, and shows what is wrong with them; true when nothing is. */
  validate(names: readonly string[] = this.#validatedFields()): boolean {
    const shown = names.filter((name) => this.#fields.has(name) && !this.isHidden(name))
    const settled = this.#settle()
    const errors = [
      ...this.#findErrors(settled, shown),
      ...shown.flatMap((name) => this.#takenError(name, settled.body[name])),
    ]
    const found = groupErrorsByKey(this.#fields, errors)
    const validated = new Set(shown)
    for (const name of shown) this.#refusedValues.delete(name)
    const kept = [...this.#errors].filter(([key]) => !validated.has(fieldOf(key)))
    const isStepField = ([key]: readonly [string, string]) => this.#required.has(fieldOf(key))
    const own = [...found].filter(isStepField)
    this.#strays = [...found].filter((entry) => !isStepField(entry)).map(([, message]) => ({ message }))
    this.#show(new Map([...kept, ...own]))
    return errors.length === 0
  }

  /** Returns true if the named fields are valid; shows no errors. */
  isAnswered(names: readonly string[]): boolean {
    const validated = names.filter((name) => this.#fields.has(name) && !this.isHidden(name))
    return this.#findErrors(this.#settle(), validated).length === 0
  }

  /** Judges everything inside a place and shows it; true when nothing is wrong there. */
  validateWithin(key: string): boolean {
    const found = this.#find(fieldOf(key))
    const isHere = ([place]: readonly [string, string]) => place === key || isWithin(place, key)
    const here = [...found].filter(isHere)
    this.#show(new Map([...[...this.#errors].filter((entry) => !isHere(entry)), ...here]))
    return here.length === 0
  }

  /** Shows the server's refusals on their places, in addition to what is shown, and the fields it now asks for. */
  refuse(errors: readonly FieldError[], demanded: readonly string[] = []): void {
    const strays: VisibleError[] = []
    for (const name of demanded) this.#demand(name)
    // The listeners run first, since a captcha then empties itself, which validates it again.
    this.#refused.notify()
    const nextErrors = new Map(this.#errors)
    for (const { path, message } of errors) {
      const name = path.split('/')[1] ?? ''
      this.#demand(name)
      const field = this.#fields.get(name)
      if (!field || this.isHidden(name)) {
        strays.push({ message })
        continue
      }
      const key = toErrorKey(field, path)
      nextErrors.set(key, message)
      this.#refusedValues.set(key, this.leaf(key).value)
    }
    this.#strays = strays
    this.#show(nextErrors)
  }

  /** Replaces all answers, as when a draft is taken up; fields it does not name become empty. */
  replace(data: FormData): void {
    const own = this.form.fields.map(({ name }) => [name, data[name] ?? undefined] as const)
    const next = Object.fromEntries(own.filter(([, value]) => value !== undefined))
    this.#turn({ answers: this.history.replace(this.#answers, next), places: this.#everywhere() })
    this.#strays = []
    this.#show(new Map())
  }

  /** Takes the last change back; its place, or null when there is none. */
  undo(): AnswerPath | null {
    return this.#turn(this.history.undo(this.#answers))
  }

  redo(): AnswerPath | null {
    return this.#turn(this.history.redo(this.#answers))
  }

  /** Takes back all changes since the mark of its history, for good. */
  rewind(mark: number): void {
    this.#turn(this.history.rewind(mark, this.#answers))
  }

  /** Marks the present answers as saved. */
  settle(): void {
    this.dirty = false
  }

  #everywhere(): readonly AnswerPath[] {
    return [...this.#fields.keys()].map((name) => [name])
  }

  #turn(turned: Turned | null): AnswerPath | null {
    if (!turned) return null
    this.#answers = turned.answers
    this.dirty = this.typed = true
    const fields = new Set(turned.places.map((path) => String(path[0])))
    for (const name of fields) this.#afterWrite(name)
    for (const path of turned.places) this.#paths.notifyAround(toKey(path), true)
    this.#refreshHidden()
    this.#changed.notify()
    return turned.places[0] ?? null
  }

  /** Errors inside a field whose shape was turned back belong to rows that may be others now. */
  #afterWrite(name: string): void {
    if (!this.isWrong(name)) return
    this.#show(new Map([...this.#errors].filter(([key]) => fieldOf(key) !== name)))
    this.#check(name)
  }

  #write(path: AnswerPath, value: unknown, next: (path: AnswerPath) => FormAnswers): void {
    const key = toKey(path)
    const name = fieldOf(key)
    const before = readAt(this.#answers, path)
    if (!this.#fields.has(name) || Object.is(before, value)) return
    this.#answers = next(path)
    this.dirty = this.typed = true
    const isList = Array.isArray(before) || Array.isArray(value)
    if (isList && this.#errors.size > 0) this.#show(movedErrors(this.#errors, key, before, value))
    this.#paths.notifyAround(key, isTree(before) || isTree(value))
    if (this.#errors.has(key)) this.#check(key)
    if (key !== name && this.#errors.has(name)) this.#check(name)
    if (this.#deciding.has(name)) this.#refreshHidden()
    this.#changed.notify()
  }

  #demand(name: string): void {
    if (!this.#fields.has(name) || !this.isHidden(name)) return
    this.#demanded.add(name)
    this.#refreshHidden()
  }

  #findErrors(settled: Settled, names: readonly string[]): FieldError[] {
    const validate = (answers: unknown) => schemaErrors(this.form, answers)
    return findErrors(this.form, settled, this.#occasion(), validate, names)
  }

  #find(name: string): ReadonlyMap<string, string> {
    const settled = this.#settle()
    const errors = this.#findErrors(settled, [name])
    const taken = errors.length ? [] : this.#takenError(name, settled.body[name])
    return groupErrorsByKey(this.#fields, [...errors, ...taken])
  }

  /** Judges one place; what is wrong elsewhere in its field is left for when that is left. */
  #check(key: string): void {
    const error = this.#find(fieldOf(key)).get(key)
    if (this.#errors.get(key) === error) return
    const others = [...this.#errors].filter(([other]) => other !== key)
    this.#show(new Map(error === undefined ? others : [...others, [key, error]]))
  }

  #takenError(name: string, value: unknown): FieldError[] {
    const taken = this.#taken.get(name)
    if (value === undefined || taken?.value !== value) return []
    return [{ path: `/${name}`, message: taken.message }]
  }

  /** All that the steps ask for, and what was given besides. */
  #validatedFields(): string[] {
    return [...this.#fields.keys()].filter(
      (name) => this.#required.has(name) || !isEmpty(this.leaf(name).value),
    )
  }

  #occasion(): Occasion {
    return { now: new Date(), ...this.#given, user: this.user }
  }

  #settle(): Settled {
    return settle(this.form, ownAnswers(this.form, this.#answers), this.#occasion())
  }

  #refreshHidden(): void {
    const { hidden, locked } = this.#settle()
    const now = new Set([...[...hidden].filter((key) => !this.#demanded.has(key)), ...locked])
    const turned = [...now, ...this.#hidden].filter((key) => now.has(key) !== this.#hidden.has(key))
    if (turned.length === 0) return
    this.#hidden = now
    const isToggled = (key: string) => turned.some((place) => place === key || isWithin(key, place))
    const errors = [...this.#errors].filter(([key]) => !isToggled(key))
    if (errors.length < this.#errors.size) this.#show(new Map(errors))
    for (const key of turned) this.#paths.notify(key)
  }

  /** Puts errors on display and tells the places whose errors changed. */
  #show(errors: ReadonlyMap<string, string>): void {
    const before = this.#errors
    this.#errors = errors
    for (const key of new Set([...before.keys(), ...errors.keys()]))
      if (before.get(key) !== errors.get(key)) this.#paths.notify(key)
    const order = [...new Set([...this.#required, ...this.#fields.keys()])]
    const own = [...errors]
      .map(([name, message]) => ({ name, message }))
      .sort((a, b) => order.indexOf(fieldOf(a.name)) - order.indexOf(fieldOf(b.name)))
    this.#visibleErrors = [...own, ...this.#strays]
    this.#erred.notify()
  }
}
