// Owns the answers of one form while it is filled in, each field observable on its own.
import { isEmpty, pathsOf } from '../../shared/condition.ts'
import type { Field, FormModel } from '../../shared/content-model.ts'
import type { FieldError } from '../../shared/errors.ts'
import { interpret } from '../../shared/validation/interpret.ts'
import { findErrors, type Occasion, type Settled, settle } from '../../shared/validation/judge.ts'
import { otherOf, rulesOf } from '../../shared/validation/rules.ts'
import { fieldsByName, tidyField } from '../../shared/validation/tidy.ts'
import { type FormData, type FormUser, NOBODY } from '../../shared/validation/visible.ts'

/** What is known of the writing besides who writes: see `Occasion`. */
export type StoreOccasion = Partial<Omit<Occasion, 'user'>>

/** One field as drawn. Replaced, never changed, so that it can be compared by identity. */
export interface Leaf {
  readonly value: unknown
  readonly error: string | undefined
  readonly hidden: boolean
}

/** `name` is absent where the error belongs to no field of the form. */
export interface ShownError {
  readonly name?: string
  readonly message: string
}

type Listener = () => void

const GONE: Leaf = { value: undefined, error: undefined, hidden: true }

/** Fields that other fields' conditions read. */
function conditionInputs(form: FormModel): ReadonlySet<string> {
  const paths = Object.values(form.conditions).flatMap(pathsOf)
  const read = paths.filter((path) => path.startsWith('form.')).map((path) => path.split('.')[1] as string)
  // Conditions inside a group or row read what is beside them.
  const holders = Object.keys(form.conditions).flatMap((name) => name.split('.').slice(0, -1).slice(0, 1))
  return new Set([...read, ...holders])
}

/** One error a field: what is wrong with it as a whole goes before what is wrong inside it. */
function toldByName(errors: readonly FieldError[]): Record<string, string> {
  const told: Record<string, string> = {}
  const inside: Record<string, string> = {}
  for (const { path, message } of errors) {
    const [, name = '', ...inner] = path.split('/')
    ;(inner.length ? inside : told)[name] ??= message
  }
  return { ...inside, ...told }
}

export class FormStore {
  readonly form: FormModel
  readonly user: FormUser
  /** Whether anything was typed since the store was made or `settle` was called. */
  dirty = false
  readonly #fields: ReadonlyMap<string, Field>
  readonly #deciding: ReadonlySet<string>
  readonly #leaves = new Map<string, Leaf>()
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #changed = new Set<Listener>()
  readonly #erred = new Set<Listener>()
  readonly #refused = new Set<Listener>()
  /** Hidden by their conditions, yet asked for by the server. */
  readonly #demanded = new Set<string>()
  readonly #taken = new Map<string, unknown>()
  /** The values that the server has refused. */
  readonly #refusedValues = new Map<string, unknown>()
  /** Fields that some step asks for; errors of others belong to none in sight. */
  readonly #asked: ReadonlySet<string>
  readonly #given: StoreOccasion
  #shown: readonly ShownError[] = []
  #strays: readonly ShownError[] = []

  constructor(
    form: FormModel,
    initial: FormData = {},
    user: FormUser = NOBODY,
    occasion: StoreOccasion = {},
  ) {
    this.form = form
    this.user = user
    this.#given = occasion
    this.#fields = fieldsByName(form.fields)
    this.#asked = new Set(form.steps.flatMap(({ fields }) => fields))
    this.#deciding = conditionInputs(form)
    for (const field of form.fields) {
      const value = initial[field.name] ?? field.schema.default
      this.#leaves.set(field.name, { value: value ?? undefined, error: undefined, hidden: false })
    }
    this.#refreshHidden()
  }

  readonly leaf = (name: string): Leaf => this.#leaves.get(name) ?? GONE

  field(name: string): Field | undefined {
    return this.#fields.get(name)
  }

  subscribe(name: string, listener: Listener): Listener {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** Hears of every typed change. */
  readonly onChange = (listener: Listener): Listener => {
    this.#changed.add(listener)
    return () => this.#changed.delete(listener)
  }

  /** Hears when the set of shown errors changes. */
  readonly onErrors = (listener: Listener): Listener => {
    this.#erred.add(listener)
    return () => this.#erred.delete(listener)
  }

  /** Hears whenever handing in was refused. */
  readonly onRefused = (listener: Listener): Listener => {
    this.#refused.add(listener)
    return () => this.#refused.delete(listener)
  }

  /** Errors on display, in the order of the fields; the same array until they change. */
  readonly errors = (): readonly ShownError[] => this.#shown

  readonly isHidden = (name: string): boolean => this.leaf(name).hidden

  set(name: string, value: unknown): void {
    const leaf = this.leaf(name)
    if (leaf === GONE || Object.is(leaf.value, value)) return
    this.dirty = true
    this.#put(name, { ...leaf, value })
    if (leaf.error !== undefined) this.#check(name)
    if (this.#deciding.has(name)) this.#refreshHidden()
    for (const listener of this.#changed) listener()
  }

  /** The person left the field: its value is tidied and judged. */
  leave(name: string): void {
    const field = this.#fields.get(name)
    const { value, hidden } = this.leaf(name)
    if (!field || hidden) return
    const tidy = tidyField(this.form, field, value)
    if (typeof value === 'string' && typeof tidy === 'string' && tidy !== value) this.set(name, tidy)
    // The server's refusal stands until the value changes or is handed in again.
    const isRefused = this.#refusedValues.has(name) && Object.is(this.#refusedValues.get(name), value)
    if (!isRefused) this.#check(name)
    // What is compared with this field, and was given, is judged anew.
    for (const rule of rulesOf(this.form.schema))
      if (otherOf(rule) === name && !this.isHidden(rule.field) && !isEmpty(this.leaf(rule.field).value))
        this.#check(rule.field)
  }

  /** The field's value as it would be sent, when nothing is wrong with it by itself. */
  sound(name: string): unknown {
    const field = this.#fields.get(name)
    const { value, hidden } = this.leaf(name)
    if (!field || hidden) return undefined
    const tidy = tidyField(this.form, field, value)
    return tidy !== undefined && interpret(field.schema, tidy).length === 0 ? tidy : undefined
  }

  isKnownTaken(name: string, value: unknown): boolean {
    return this.#taken.has(name) && this.#taken.get(name) === value
  }

  /** Somebody else has this value already; said at once, and again whenever the field is judged. */
  markTaken(name: string, value: unknown): void {
    this.#taken.set(name, value)
    if (this.sound(name) === value) this.#check(name)
  }

  /** Everything given so far, as typed. */
  data(): Record<string, unknown> {
    const given = [...this.#leaves].filter(([, leaf]) => leaf.value !== undefined && leaf.value !== null)
    return Object.fromEntries(given.map(([name, leaf]) => [name, leaf.value]))
  }

  /** What is sent: tidied, with defaults, without empty and hidden fields. */
  body(): Record<string, unknown> {
    return this.#settle().body
  }

  /** Judges the named fields, or all, and shows what is wrong with them; true when nothing is. */
  validate(names: readonly string[] = this.#judged()): boolean {
    const shown = names.filter((name) => this.#leaves.has(name) && !this.isHidden(name))
    const settled = this.#settle()
    const errors = [
      ...findErrors(this.form, settled, this.#occasion(), interpret, shown),
      ...shown.flatMap((name) => this.#takenError(name, settled.body[name])),
    ]
    const byName = toldByName(errors)
    const strays: ShownError[] = []
    for (const name of shown) {
      this.#refusedValues.delete(name)
      const message = byName[name]
      if (this.#asked.has(name)) this.#setError(name, message)
      else if (message !== undefined) strays.push({ message })
    }
    this.#strays = strays
    this.#publishErrors()
    return errors.length === 0
  }

  /** Shows the server's refusals on their fields, in addition to what is shown, and the fields it now asks for. */
  refuse(errors: readonly FieldError[], demanded: readonly string[] = []): void {
    const strays: ShownError[] = []
    for (const name of demanded) this.#demand(name)
    // First, since a captcha empties itself, which is judged anew.
    for (const listener of this.#refused) listener()
    for (const { path, message } of errors) {
      const name = path.split('/')[1] ?? ''
      this.#demand(name)
      if (this.#leaves.has(name) && !this.isHidden(name)) {
        this.#setError(name, message)
        this.#refusedValues.set(name, this.leaf(name).value)
      } else strays.push({ message })
    }
    this.#strays = strays
    this.#publishErrors()
  }

  /** Replaces all answers, as when a draft is taken up; fields it does not name become empty. */
  replace(data: FormData): void {
    for (const [name, leaf] of this.#leaves)
      this.#put(name, { ...leaf, value: data[name] ?? undefined, error: undefined })
    this.#strays = []
    this.#refreshHidden()
    this.#publishErrors()
    this.dirty = true
    for (const listener of this.#changed) listener()
  }

  /** What is typed so far counts as kept. */
  settle(): void {
    this.dirty = false
  }

  #demand(name: string): void {
    if (!this.#leaves.has(name) || !this.isHidden(name)) return
    this.#demanded.add(name)
    this.#refreshHidden()
  }

  #put(name: string, leaf: Leaf): void {
    this.#leaves.set(name, leaf)
    for (const listener of this.#listeners.get(name) ?? []) listener()
  }

  #setError(name: string, error: string | undefined): boolean {
    const leaf = this.leaf(name)
    if (leaf.error === error) return false
    this.#put(name, { ...leaf, error })
    return true
  }

  #check(name: string): void {
    const field = this.#fields.get(name)
    if (!field) return
    const settled = this.#settle()
    const found = findErrors(this.form, settled, this.#occasion(), interpret, [name])
    const error =
      found.find(({ path }) => path === `/${name}`) ??
      found[0] ??
      this.#takenError(name, settled.body[name])[0]
    if (this.#setError(name, error?.message)) this.#publishErrors()
  }

  #takenError(name: string, value: unknown): FieldError[] {
    if (value === undefined || !this.isKnownTaken(name, value)) return []
    return [{ path: `/${name}`, message: `该${this.#fields.get(name)?.title ?? ''}已被注册，请更换` }]
  }

  /** All that the steps ask for, and what was given besides. */
  #judged(): string[] {
    const isJudged = (name: string) => this.#asked.has(name) || !isEmpty(this.leaf(name).value)
    return [...this.#leaves.keys()].filter(isJudged)
  }

  #occasion(): Occasion {
    return { now: new Date(), ...this.#given, user: this.user }
  }

  #settle(): Settled {
    return settle(this.form, this.data(), this.#occasion())
  }

  #refreshHidden(): void {
    const { hidden, locked } = this.#settle()
    let hasErrors = false
    for (const [name, leaf] of this.#leaves) {
      const isHidden = (hidden.has(name) && !this.#demanded.has(name)) || locked.has(name)
      if (leaf.hidden === isHidden) continue
      hasErrors ||= leaf.error !== undefined
      this.#put(name, { ...leaf, hidden: isHidden, error: undefined })
    }
    if (hasErrors) this.#publishErrors()
  }

  #publishErrors(): void {
    const own = [...this.#leaves].flatMap(([name, { error }]) =>
      error === undefined ? [] : [{ name, message: error }],
    )
    this.#shown = [...own, ...this.#strays]
    for (const listener of this.#erred) listener()
  }
}
