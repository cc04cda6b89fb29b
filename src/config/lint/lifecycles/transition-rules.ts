// Rules over transitions, for every type that takes them: form, comments, dates, first-come assignment, calls.

import { reportPast } from '#config/compile/fields/past-dates.ts'
import { checkItemCondition } from '#config/compile/forms/form-conditions.ts'
import { goesAlongOnly, isCascaded, isServed } from '#config/compile/lifecycles/transition-availability.ts'
import { hasProblemAt } from '#config/load/has-problem-at.ts'
import { nearestName } from '#config/load/nearest-name.ts'
import { type Place, placeOf } from '#config/load/place.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import { REMARKS_KEY } from '#shared/lifecycles/field-comments.ts'
import { publicStates, type Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field, FieldType } from '#shared/model/content-model.ts'
import { defineRule, type Lint, type Rule } from '../rule.ts'

/** Field types whose answers the record of a transition stores unchanged. */
export const KEPT: ReadonlySet<FieldType> = new Set([
  'text',
  'long-text',
  'number',
  'integer',
  'boolean',
  'date',
  'date-time',
  'dict',
  'dict-list',
  'region',
  'text-list',
  'mobile',
])

/** Properties of a transition call besides the answers. */
const KEYS = ['id', 'reason', 'revision', 'change', 'agreement', REMARKS_KEY]

/** Returns true if a transition begins where changes of public items wait. */
export const isForChanges = (step: Transition, users: readonly ContentType[]): boolean =>
  users.some(({ lifecycle }) =>
    Object.values(lifecycle.states).some(({ edited }) => edited !== undefined && step.from.includes(edited)),
  )

/** Returns the calls of a transition that cannot carry more than an id. */
const gettingCalls = ({ operations }: Lint, { name }: ContentType, { action }: Transition) =>
  operations.filter(
    ({ content, method }) => content?.type === name && content.action === action && method !== 'POST',
  )

const forms = defineRule('transition', ({ at: transition, step, users }, lint) => {
  const { form: name, words, claim } = step
  if (name === undefined) return
  const at = transition.at('form')
  if (!at.refers('form', '表单', name, lint.formOf)) return
  const { fields = [], agreement, sensitive } = lint.formOf.get(name) ?? {}
  for (const field of fields) {
    const values = { found: field.name, step, field }
    if (KEYS.includes(field.name)) at.report('step_form.taken', values)
    const isKept = KEPT.has(field.type) || field.type === 'ref'
    if (!isKept || isSecret(field)) at.report('step_form.kept', values)
    if (field.name === claim?.field) at.report('step_form.claim', values)
  }
  if (agreement || sensitive) at.report('step_form.agreement', { found: name, step })
  if (step.reason) at.report('step_form.reason', { found: name, step })
  if (step.afterEdit) at.report('step_form.afterEdit', { found: name, step })
  const texts = fields
    .filter(({ type }) => type === 'text' || type === 'long-text')
    .map((field) => field.name)
  if (words) transition.at('words').expect(texts, words.field, 'step_words.form', { name })
  for (const type of users) {
    if (isForChanges(step, [type])) at.report('step_form.change', { found: name, step })
    if (type.operations.save && step.kind === 'submit')
      at.report('step_form.save', { found: name, step, type })
    for (const { id } of gettingCalls(lint, type, step))
      at.report('step_form.method', { found: id, step, type })
  }
})

/** Fields that the caller of a transition names (`marks`) exist, and the form does not ask for them as well. */
const preconditions = defineRule('transition', ({ at, step, users }, lint) => {
  const questions = lint.formOf.get(step.form ?? '')?.fields ?? []
  for (const [index, found] of (step.marks ?? []).entries()) {
    const place = at.at('marks', index)
    for (const type of users) {
      const field = type.fields.find((one) => one.name === found && !one.system)
      if (field?.type !== 'text' || field.from === undefined || field.visible !== undefined)
        place.report('step_marks.field', { found, step, type })
      for (const { id } of gettingCalls(lint, type, step))
        place.report('step_marks.method', { found, step, type, id })
    }
    if (KEYS.includes(found) || questions.some((one) => one.name === found))
      place.report('step_marks.taken', { found, step })
  }
})

/** The owner can edit the item after comments on its fields, and calls use POST: comments do not fit into an address. */
const fieldComments = defineRule('transition', ({ at, step, users }, lint) => {
  const place = at.at('remarks')
  for (const type of step.remarks ? users : []) {
    const ends = [step.to, ...(step.back ?? [])]
    if (ends.some((state) => type.lifecycle.states[state]?.editable !== true))
      place.report('step_remarks.editable', { key: true, step })
    for (const { id } of gettingCalls(lint, type, step))
      place.report('step_remarks.method', { key: true, step, type, id })
  }
})

/** Fields that a transition names are there in every type. */
const namedFields = defineRule('transition', ({ at, step, users }, { parentOf }) => {
  const { title, ahead = [], fit = [], note = '', parent = [], due, action } = step
  for (const type of users) {
    const fields = type.fields.filter(({ system }) => !system)
    const names = (fits: (field: Field) => unknown) => fields.filter(fits).map(({ name }) => name)
    const requireDate = (place: Place, name: string): Field | undefined => {
      const dates = names((one) => one.type === 'date' || one.type === 'date-time')
      place.expect(dates, name, 'due_field', { type })
      return type.fields.find((one) => one.name === name)
    }
    if (step.when !== undefined)
      checkItemCondition(at.context, at.document, [...at.path, 'when'], step.when, type.fields)
    for (const [index, name] of ahead.entries()) {
      const field = requireDate(at.at('ahead', index), name)
      if (field) reportPast(at.at('ahead', index), type.name, field, 'ahead_past', { step: title })
    }
    for (const [index, name] of fit.entries())
      at.at('fit', index).expect(
        names((one) => one.type === 'ref' && one.ref !== undefined),
        name,
        'step_fit',
        { type },
      )
    for (const place of placeholdersOf(note))
      at.at('note').expect(
        names((one) => one.visible === undefined && !isSecret(one)).map((name) => `item.${name}`),
        place,
        'step_words.note',
        { type, place },
      )
    const field = due?.field === undefined ? undefined : requireDate(at.at('due', 'field'), due.field)
    if (field) reportPast(at.at('due', 'field'), type.name, field, 'due_past', { step: title })
    if (due && type.advances?.[action]) at.at('due').report('due_step.parent', { key: true, title, type })
    const above = parentOf(type)
    for (const [index, state] of above ? parent.entries() : [])
      at.at('parent', index).expect(Object.keys(above?.lifecycle.states ?? {}), state, 'state_unknown.step', {
        above,
        title,
      })
  }
})

/** A first-come assignment (`claim`) closes the item to others, and names its taker in a field. */
const assignments = defineRule('transition', ({ at: transition, step, users }, { context }) => {
  const { claim, title, to, from, kind } = step
  if (!claim) return
  const at = transition.at('claim')
  if (from.includes(to)) at.report('claim_again', { found: to, title })
  if (kind !== undefined) at.report('claim_kind', { found: kind, title })
  for (const type of users) {
    const fields = type.fields.filter((one) => !one.system && (one.type === 'ref' || one.type === 'text'))
    const names = fields.map(({ name }) => name)
    at.at('field').expect(names, claim.field, 'claim_field', { type, title })
    // The entry that identifies the assignee has a state in which everybody reads it.
    const entry = fields.find(({ name }) => name === claim.field)?.ref ?? ''
    const lifecycle = context.of('lifecycle').get(context.of('content').get(entry)?.value.lifecycle ?? '')
    if (lifecycle && publicStates(lifecycle.value).length === 0)
      at.at('field').report('claim_entry', { found: entry, title })
  }
})

/** The owner cannot fill in the field that names the first taker. */
const claimedFields = defineRule(
  'transition',
  { needs: 'whole' },
  ({ at, step: { claim, title }, users }) => {
    for (const { fields } of users) {
      const field = fields.find(({ name }) => name === claim?.field)
      if (!field || field.from === 'step') continue
      const known = fields
        .filter(({ from, ref }) => from === 'step' && ref === field.ref)
        .map(({ name }) => name)
      at.at('claim', 'field').report('claim_written', { found: field.name, known, field, title })
    }
  },
)

const callsOf = (users: readonly ContentType[]): string[] =>
  users.flatMap(({ operations }) => Object.keys(operations))

/**
 * A transition that people take has a call in at least one of its types. Only misspelt names are reported here: one
 * that differs by more than a letter, such as offline and online, may be meant for types to come.
 */
const misspeltCalls = defineRule('transition', ({ at, step, users }, { context, contentTypes }) => {
  if (context.invalidIds('content').length > 0) return
  const place = at.at('by')
  if (
    goesAlongOnly(step) &&
    !isCascaded(step, users, contentTypes) &&
    !hasProblemAt(context, at.document, place.path)
  )
    place.report('transition_nobody.moved', { step })
  const calls = callsOf(users)
  if (isServed(step, calls, users, contentTypes)) return
  const steps = users[0]?.lifecycle.transitions ?? []
  const known = calls.filter((action) => steps.some((one) => one.action === action))
  // A call with almost the same name is reported as misspelt.
  if (nearestName(step.action, known, 1) !== undefined)
    at.at('action').report('transition_unserved', { found: step.action, known: new Set(known), step })
})

const uncalled = defineRule(
  'transition',
  { needs: 'whole', last: true },
  ({ at, step, users }, { contentTypes }) => {
    if (!isServed(step, callsOf(users), users, contentTypes))
      at.at('action').report('transition_uncalled', { found: step.action, step })
  },
)

/** A transition that has a call has a button, if the type has a page of its own. */
const unseen = defineRule('type', { needs: 'whole', last: true }, ({ type }, lint) => {
  const { context, contentTypes, pages } = lint
  const page = pages.find((one) => one.kind === 'detail' && one.contentType === type.name)
  const seen = new Set<string>()
  for (const step of type.lifecycle.transitions) {
    const operation = type.operations[step.action]
    const isSeen = operation === undefined || context.used.has(`operation:${operation}`)
    const isTaken = step.afterEdit || step.due || isCascaded(step, [type], contentTypes)
    if (isSeen || isTaken || seen.has(step.action)) continue
    seen.add(step.action)
    // A type without a page of its own is called by other programs.
    const at = placeOf(context, 'page', page?.id, ['actions'])
    at?.report('step_unseen', { found: step.action, key: true, type, step })
  }
})

export const transitionRules: readonly Rule[] = [
  forms,
  assignments,
  preconditions,
  fieldComments,
  namedFields,
  misspeltCalls,
  claimedFields,
  uncalled,
  unseen,
]
