// Rules over rows of samples: values, identity, owners, and the rules between fields.

import { findViolation } from '#config/compile/common/schema-violation.ts'
import { locatePath, type Path } from '#config/load/document.ts'
import { hasProblemAt } from '#config/load/has-problem-at.ts'
import { Place } from '#config/load/place.ts'
import { partyField } from '#shared/access/roles.ts'
import { evaluateCondition } from '#shared/expressions/condition.ts'
import { isOffset, resolveDate } from '#shared/formats/date-offset.ts'
import { isRegionCode } from '#shared/formats/region-codes.ts'
import { isDeletedState } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { perModel } from '#shared/model/per-model.ts'
import { chosenSet, parameterField } from '#shared/parameters/parameter-form.ts'
import { brokenRules, type FormRule, otherOf, rulesOf } from '#shared/validation/form-rules.ts'
import { willExpire } from '../forms/form-rules.ts'
import { defineRule, type Lint, type Row, type Rule } from '../rule.ts'

/** Keys of a sample that are no fields: identity, owner, account, state and counters. */
const COUNTS = ['_publishedDaysAgo', '_views', '_likes']
const OWN_KEYS = ['_id', '_status', '_owner', '_account', ...COUNTS, '_comments']

/** From so many rows on that are wrong, and most of them, the declaration is wrong. */
const SEVERAL = 3

const values = defineRule('samples', ({ at, type, rows }, { formOf }) => {
  // A field under a reserved name is refused there, not wherever it is given.
  const reserved = new Set(formOf.get(type.name)?.fields.map(({ name }) => name))
  const fields = new Map(type.fields.filter(({ system }) => !system).map((field) => [field.name, field]))
  const known = [...fields.keys(), ...OWN_KEYS]
  for (const [index, row] of rows.entries()) {
    const item = at.at('items', index)
    for (const [name, value] of Object.entries(row)) {
      const place = item.at(name)
      const field = fields.get(name)
      if (COUNTS.includes(name) && !(typeof value === 'number' && value >= 0))
        place.report('sample_count', { found: String(value), name })
      if (OWN_KEYS.includes(name)) continue
      if (field) checkFieldValue(place, field, value)
      else if (!reserved.has(name)) place.expect(known, name, 'field_unknown.sample', { key: true, type })
    }
    for (const { name, required } of fields.values())
      if (required && !Object.hasOwn(type.conditions, name) && !Object.hasOwn(row, name))
        item.report('key_missing.sample', { expected: name })
  }
})

function checkFieldValue(at: Place, field: Field, value: unknown): void {
  const codes = field.schema.enum as readonly string[] | undefined
  const found = String(value)
  if (field.type === 'dict' && codes && !codes.includes(value as string))
    at.report('value_unknown.sample', { found, known: codes.map(String), field })
  else if (field.type === 'region' && !isRegionCode(found)) at.report('value_unknown.region', { found })
  else if (!hasType(field.schema.type, value))
    at.report('type_wrong.sample', { field, type: String(field.schema.type) })
  else checkValue(at, field, value)
}

function hasType(type: unknown, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return type === undefined || typeof value === type
}

/** Dates may be relative to the day of seeding. Values made of files and groups are checked where they are displayed. */
function checkValue(at: Place, field: Field, value: unknown): void {
  if (isOffset(value)) return
  const items = (field.schema.items ?? {}) as JsonSchema
  const codes = field.type === 'dict-list' && Array.isArray(value) ? value : []
  const refusal =
    findViolation(field.schema, value) ??
    codes.map((code) => findViolation(items, code)).find((one) => one !== undefined)
  if (!refusal) return
  const { reason, known } = refusal
  const wrong = Array.isArray(value) ? (value.find((code) => known?.includes(code) === false) ?? '') : value
  at.report('sample_refused', { found: String(wrong), ...(known ? { known } : {}), field, reason })
}

const parameters = defineRule('samples', ({ at, type, rows }, { families }) => {
  const field = parameterField(type.fields)
  const family = families.find(({ name }) => name === field?.parameters.family)
  for (const [index, row] of rows.entries()) {
    const given = field && row[field.name]
    if (!field || typeof given !== 'object' || given === null) continue
    const set = family?.sets.find(({ id }) => id === chosenSet(field, row))
    for (const [name, value] of set ? Object.entries(given) : []) {
      const own = set?.fields.find((one) => one.name === name)
      const place = at.at('items', index, field.name, name)
      const known = set?.fields.map((one) => one.name) ?? []
      if (own) checkValue(place, own, value)
      else place.expect(known, name, 'field_unknown.set', { key: true, set })
    }
  }
})

const demoAnswers = defineRule('file', ({ at, kind }, { roles, formOf }) => {
  if (kind !== 'roles') return
  for (const { name, registers, demo } of roles)
    for (const [index, { form, answers = {} }] of demo.entries()) {
      const account: Path = ['roles', name, 'demo', index]
      const expected = registers?.form
      if (form !== undefined && expected !== undefined && form !== expected)
        at.at(...account, 'form').report('demo_form.other', { found: form, expected, known: [expected] })
      else if (form !== undefined) checkAnswers(at.at(...account, 'answers'), formOf.get(form), answers)
      else if (Object.keys(answers).length > 0)
        at.at(...account, 'answers').report('demo_form.missing', {
          ...(expected === undefined ? {} : { expected }),
          key: true,
          form: expected ?? '…',
        })
    }
})

function checkAnswers(
  at: Place,
  form: { readonly title: string; readonly fields: readonly Field[] } | undefined,
  answers: object,
): void {
  const known = form?.fields.map(({ name }) => name) ?? []
  for (const [name, value] of form ? Object.entries(answers) : []) {
    const field = form?.fields.find((one) => one.name === name)
    if (field) checkValue(at.at(name), field, value)
    else at.at(name).expect(known, name, 'field_unknown.answer', { key: true, form })
  }
}

/** Accounts that demo mode makes, and those that entries of directories get. */
const accountsOf = perModel(({ roles, samples }: Lint): ReadonlySet<string> => {
  const demo = roles.flatMap(({ name, demo: list }) =>
    list.map((_, index) => `demo-${name}${index === 0 ? '' : `-${index + 1}`}`),
  )
  const own = Object.values(samples).flatMap((rows) =>
    (rows as readonly Row[]).flatMap(({ _account }) => (typeof _account === 'string' ? [_account] : [])),
  )
  return new Set([...demo, ...own])
})

const identity = defineRule('samples', ({ at, type, rows }, lint) => {
  const accounts = accountsOf(lint)
  const { initial, states, transitions } = type.lifecycle
  const seen = new Set<unknown>()
  for (const [index, row] of rows.entries()) {
    const place = at.at('items', index)
    const { _id, _status = initial, _owner } = row
    if (_id !== undefined && seen.has(_id))
      place.at('_id').report('sample_duplicate.id', { found: String(_id) })
    seen.add(_id)
    const state = String(_status)
    place.at('_status').expect(Object.keys(states), state, 'state_unknown.type', { type })
    if (_owner !== undefined && !lint.context.isInvalid('roles', 'roles'))
      at.at('items', index, '_owner').expect(accounts, String(_owner), 'sample_owner', {})
    // In a state whose steps are those of a party, somebody is that party.
    const field = transitions
      .filter(({ from }) => from.includes(state))
      .flatMap(({ by }) => by.flatMap((who) => partyField(who) ?? []))
      .find((name) => row[name] === undefined)
    if (field !== undefined)
      place.report('sample_party', { expected: field, type, state: states[state]?.title ?? state })
  }
})

/** From so many samples on that hold the same as others, one in so many, it is the demand that is wrong. */
const MANY = 5

/** No two samples share a value that their type declares unique (`x-unique`). */
const uniqueValues = defineRule('samples', ({ at, type, rows }, { context }) => {
  const own = context.of('content').get(type.name)
  for (const { name, title } of type.fields.filter(({ unique }) => unique)) {
    const path: Path = ['fields', 'properties', name, 'x-unique']
    // Faults of the declaration itself are reported there.
    if (!own || hasProblemAt(context, own, path)) continue
    const seen = new Set<string>()
    const twice: { readonly at: Place; readonly value: string }[] = []
    for (const [index, row] of rows.entries()) {
      const value = comparableOf(type, row, name)
      if (value !== undefined && seen.has(value)) twice.push({ at: at.at('items', index, name), value })
      else if (value !== undefined) seen.add(value)
    }
    const count = twice.length + seen.size
    const [first] = twice
    if (first && twice.length >= SEVERAL && twice.length * MANY >= count)
      new Place(context, own, path).report('unique_few.samples', {
        found: 'true',
        key: true,
        title,
        count,
        different: seen.size,
        example: lineOf(first.at),
      })
    else
      for (const { at: place, value } of twice)
        place.report('sample_duplicate.unique', { found: value, title })
  }
})

const lineOf = ({ document, path }: Place, key = false): string =>
  `${document.path}:${locatePath(document, path, key).line}`

/** As the database compares it; undefined for an empty one, and for a sample that is gone. */
function comparableOf({ lifecycle }: ContentType, row: Row, name: string): string | undefined {
  const { _status: status, [name]: value } = row
  if (value === undefined || value === null) return undefined
  if (typeof status === 'string' && isDeletedState(lifecycle, status)) return undefined
  return String(value).normalize('NFKC').replace(/\s/g, '').toLowerCase()
}

const DAY_MS = 86_400_000
/** An arbitrary day: the values under check move with it. */
const SEEDED = new Date(Date.UTC(2026, 0, 15, 4))

/** Codes of orders that are found wrong by themselves. */
const WRONG_ORDERS: readonly string[] = ['date_reversed', 'calendar_order', 'soonest_past']

/** Rows keep the rules between fields, as their authors had to on the day of writing. */
const orders = defineRule('samples', ({ at, type, rows }, { context }) => {
  const document = context.of('content').get(type.name)
  const isWrongOrder = context.problems.some(
    ({ file, slug }) => file === document?.path && WRONG_ORDERS.includes(slug),
  )
  for (const rule of rulesOf(type.schema))
    if (document && !(isWrongOrder && (rule.kind === 'date' || rule.kind === 'inner')))
      checkRule(
        at,
        type,
        rows,
        rule,
        new Place(context, document, ['fields', 'properties', rule.field, ...writtenAs(rule)]),
      )
})

/** Below its field. */
function writtenAs(rule: FormRule): Path {
  if (rule.kind === 'date' || rule.kind === 'number') return [`x-${rule.kind}`, rule.relation]
  if (rule.kind === 'setting') return ['x-settings', 'of', rule.name]
  if (rule.kind === 'named' || rule.kind === 'inner') return []
  return [rule.kind === 'needed' ? 'x-required-when' : `x-${rule.kind}`]
}

/** `declared` is the place of the rule: a faulty one is reported once there, not at each row. */
function checkRule(
  samples: Place,
  type: ContentType,
  rows: readonly Row[],
  rule: FormRule,
  declared: Place,
): void {
  const broken: { readonly at: Place; readonly message: string; readonly value: string }[] = []
  let checked = 0
  for (const [index, row] of rows.entries()) {
    const value = row[rule.field]
    if (value === undefined || value === null || isHidden(type, row, rule.field)) continue
    const at = samples.at('items', index, rule.field)
    if (willExpire(rule) && !isOffset(value))
      at.report('sample_date_fixed', { found: String(value), expected: '@+20d', rule })
    else if (isDecided(rule, row)) {
      checked++
      for (const { message } of brokenBy(rule, type, row)) broken.push({ at, message, value: String(value) })
    }
  }
  const [first] = broken
  if (first && broken.length >= SEVERAL && broken.length * 2 > checked)
    declared.report('rule_samples', {
      found: rule.field,
      key: true,
      rule,
      checked,
      broken,
      example: lineOf(first.at),
    })
  else
    for (const { at, message, value } of broken)
      at.report('sample_rule', { found: value, message, rule: lineOf(declared, true) })
}

function brokenBy(rule: FormRule, { fields }: ContentType, row: Row) {
  const days = typeof row._publishedDaysAgo === 'number' ? row._publishedDaysAgo : 1
  const now = new Date(SEEDED.getTime() - days * DAY_MS)
  const read = fields.filter(({ name }) => name === rule.field || name === otherOf(rule))
  const dated = read.map((field) => [field.name, resolveDate(field, row[field.name], SEEDED)])
  return brokenRules([byDay(rule)], Object.fromEntries(dated), { now })
}

/** Returns true if the form would not ask for the field in such a row. */
function isHidden({ conditions }: ContentType, row: Row, field: string): boolean {
  const condition = conditions[field]
  return condition !== undefined && !evaluateCondition(condition, { form: row })
}

/** Returns the rule at the precision of days, as a sample has no time of day. */
function byDay(rule: FormRule): FormRule {
  if (rule.kind !== 'date' || !('today' in rule.bound)) return rule
  const { now: _now, ...bound } = rule.bound
  return { ...rule, bound }
}

/** Returns true if the result is the same on every day of seeding: both dates move with it, or neither does. */
function isDecided(rule: FormRule, row: Row): boolean {
  const own = isOffset(row[rule.field])
  if (rule.kind === 'past' || rule.kind === 'age') return own
  if (rule.kind !== 'date') return true
  return !('today' in rule.bound) ? own === isOffset(row[otherOf(rule) ?? '']) : own
}

export const rowRules: readonly Rule[] = [values, parameters, identity, uniqueValues, orders, demoAnswers]
