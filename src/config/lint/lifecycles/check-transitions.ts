// Checks the form and the condition of transitions, for every type that takes them.

import { checkAheadDate, checkDueDate } from '#config/compile/fields/past-dates.ts'
import { checkItemCondition } from '#config/compile/forms/form-conditions.ts'
import {
  goesAlongOnly,
  isCascaded,
  isServed,
  reportUnserved,
} from '#config/compile/lifecycles/transition-availability.ts'
import type { Context } from '#config/load/context.ts'
import type { Path } from '#config/load/document.ts'
import { hasProblemAt } from '#config/load/has-problem-at.ts'
import { nearestName } from '#config/load/nearest-name.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { Deadline } from '#shared/lifecycles/deadline.ts'
import { REMARKS_KEY } from '#shared/lifecycles/field-comments.ts'
import type { ContentType, Field, FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { checkAssignment } from './check-assignment.ts'
import { checkCreatedRecords } from './check-created-records.ts'
import { checkDelegation } from './check-delegation.ts'
import { checkEffects, checkWritten } from './check-effects.ts'
import { checkFallbackAssignees } from './check-fallback-assignees.ts'
import { checkMovedItems } from './check-moved-items.ts'
import { checkReceiptLetters, checkTransitionChoices } from './check-transition-choices.ts'
import { type CheckedTransition, isAlwaysRequired, KEPT, type Used } from './checked-transition.ts'

/** Properties of a transition call besides the answers. */
const KEYS = ['id', 'reason', 'revision', 'change', 'agreement', REMARKS_KEY]

export function checkTransitions(
  context: Context,
  types: readonly Used[],
  forms: ReadonlyMap<string, FormModel>,
): void {
  const all = types.map(({ type }) => type)
  checkMovedItems(context, all)
  for (const [name, document] of context.of('lifecycle')) {
    const users = types.filter(({ type }) => type.lifecycle.name === name)
    for (const { type } of users) checkWritten(context, type, all)
    const own = users.map(({ type }) => type)
    checkDelegation(context, document, own)
    checkFallbackAssignees(context, document, own)
    const [first] = users
    if (!first) continue
    checkReceiptLetters(context, document, first.type.lifecycle)
    for (const { type } of users) checkTransitionChoices(context, document, type)
    for (const [index, step] of first.type.lifecycle.transitions.entries()) {
      const path: Path = ['transitions', index]
      if (step.form !== undefined) checkTransitionForm({ context, document, path, step, forms, users })
      checkAssignment(context, document, path, step, users)
      checkPreconditions({ context, document, path, step, forms, users })
      checkFieldComments({ context, document, path, step, forms, users })
      if (step.when !== undefined)
        for (const { type } of users)
          checkItemCondition(context, document, [...path, 'when'], step.when, type.fields)
      checkEffects({ context, document, path, step, forms, users })
      checkCreatedRecords({ context, document, path, step, forms, users }, types)
      checkParentStates({ context, document, path, step, forms, users }, types)
      checkServed({ context, document, path, step, forms, users }, types)
      checkAhead({ context, document, path, step, forms, users })
      checkFit({ context, document, path, step, forms, users })
      checkNote({ context, document, path, step, forms, users })
      if (step.due) checkDueField({ context, document, path, step, forms, users }, step.due)
    }
  }
}

function requireDate(
  context: Context,
  document: CheckedTransition['document'],
  path: Path,
  type: ContentType,
  name: string,
): void {
  const dates = type.fields.filter((one) => !one.system && (one.type === 'date' || one.type === 'date-time'))
  if (dates.some((one) => one.name === name)) return
  context.report(document, path, {
    slug: 'due_field',
    message: `“${type.title}”没有日期或时间字段“${name}”`,
    found: name,
    known: dates.map((one) => one.name),
  })
}

function checkAhead({ context, document, path, step, users }: CheckedTransition): void {
  for (const [index, name] of (step.ahead ?? []).entries())
    for (const { type } of users) {
      const at = [...path, 'ahead', index]
      requireDate(context, document, at, type, name)
      const field = type.fields.find((one) => one.name === name)
      if (field) checkAheadDate({ context, document, path: at, type: type.name }, step.title, field)
    }
}

/** Each type has the reference, and knows what it leads to. */
function checkFit({ context, document, path, step, users }: CheckedTransition): void {
  for (const [index, name] of (step.fit ?? []).entries())
    for (const { type } of users) {
      const refs = type.fields.filter((one) => one.type === 'ref' && one.ref !== undefined)
      if (refs.some((one) => one.name === name)) continue
      context.report(document, [...path, 'fit', index], {
        slug: 'step_fit',
        message: `“${type.title}”没有引用其他内容的字段“${name}”，fit 只能写这样的字段`,
        found: name,
        known: refs.map((one) => one.name),
      })
    }
}

/** Checks that each type has the field whose value the note shows, and that everybody who confirms may read it. */
function checkNote({ context, document, path, step, users }: CheckedTransition): void {
  for (const place of placeholdersOf(step.note ?? ''))
    for (const { type } of users) {
      const fields = type.fields.filter((one) => !one.system && one.visible === undefined && !isSecret(one))
      if (fields.some(({ name }) => place === `item.${name}`)) continue
      context.report(document, [...path, 'note'], {
        slug: 'step_words',
        message: `“${type.title}”没有可填入“{${place}}”的公开字段，请写 {item.字段}`,
        found: place,
        known: fields.map(({ name }) => `item.${name}`),
      })
    }
}

/** Each type has the date, and what the step makes of the item above needs somebody who may. */
function checkDueField(
  { context, document, path, step, users }: CheckedTransition,
  { field: name }: Deadline,
): void {
  for (const { type } of users) {
    const at = [...path, 'due', 'field']
    if (name !== undefined) requireDate(context, document, at, type, name)
    const field = type.fields.find((one) => one.name === name)
    if (field) checkDueDate({ context, document, path: at, type: type.name }, step.title, field)
    if (type.advances?.[step.action])
      context.report(document, [...path, 'due'], {
        slug: 'due_step',
        message: `流转“${step.title}”到期由系统执行，不能同时改动“${type.title}”的上级内容（advances）`,
        key: true,
      })
  }
}

/** Each type bears what the caller may name, everybody who takes the step reads it, and a form does not ask it as well. */
function checkPreconditions({ context, document, path, step, forms, users }: CheckedTransition): void {
  for (const [index, name] of (step.marks ?? []).entries()) {
    const report = (message: string) =>
      context.report(document, [...path, 'marks', index], { slug: 'step_marks', message, found: name })
    for (const { type, operations } of users) {
      const field = type.fields.find((one) => one.name === name && !one.system)
      if (field?.type !== 'text' || field.from === undefined || field.visible !== undefined)
        report(`“${type.title}”没有由系统填写的公开文字字段“${name}”，流转“${step.title}”无法核对`)
      for (const { id, content, method } of operations)
        if (content?.action === step.action && method !== 'POST')
          report(`流转“${step.title}”要核对“${name}”，“${type.title}”的接口“${id}”应使用 POST`)
    }
    if (KEYS.includes(name) || forms.get(step.form ?? '')?.fields.some((one) => one.name === name))
      report(`流转“${step.title}”已用“${name}”这个名称，不能再写在 marks 中`)
  }
}

/**
 * Checks that the owner can edit the item after the transition, and that its calls use POST: comments on several
 * fields do not fit into an address.
 */
function checkFieldComments({ context, document, path, step, users }: CheckedTransition): void {
  if (!step.remarks) return
  const report = (message: string) =>
    context.report(document, [...path, 'remarks'], { slug: 'step_remarks', message, key: true })
  for (const { type, operations } of users) {
    const ends = [step.to, ...(step.back ?? [])]
    if (ends.some((state) => type.lifecycle.states[state]?.editable !== true))
      report(`流转“${step.title}”之后发布者不能修改，无法按逐项要求改正：目标状态须写明 editable`)
    for (const { id, content, method } of operations)
      if (content?.action === step.action && method !== 'POST')
        report(`流转“${step.title}”要逐项指出要改的内容，“${type.title}”的接口“${id}”应使用 POST`)
  }
}

function checkTransitionForm({ context, document, path, step, forms, users }: CheckedTransition): void {
  const { form: name = '', title, words } = step
  const at = [...path, 'form']
  if (!context.refers(document, at, 'form', '表单', name, forms)) return
  const form = forms.get(name) as FormModel // it was just found
  const report = (message: string, found = name) =>
    context.report(document, at, { slug: 'step_form', message, found })
  for (const field of form.fields) checkAnswer(field, title, report)
  const { claim } = step
  if (claim && form.fields.some((one) => one.name === claim.field))
    report(
      `流转“${title}”由执行者归入“${claim.field}”（claim），表单不能再有名为“${claim.field}”的字段`,
      claim.field,
    )
  if (form.agreement || form.sensitive) report(`流转“${title}”的表单“${name}”不能要求同意协议`)
  if (step.reason) report(`流转“${title}”有表单，不再另写 reason：请把附言写成表单的字段，并用 words 指明`)
  if (step.afterEdit) report(`流转“${title}”在修改后自动执行（afterEdit），不能带表单`)
  if (words) {
    const field = form.fields.find((one) => one.name === words.field)
    if (field?.type !== 'text' && field?.type !== 'long-text')
      context.report(document, [...path, 'words'], {
        slug: 'step_words',
        message: `表单“${name}”没有文字字段“${words.field}”，不能用作流转的附言（words）`,
        found: words.field,
        known: form.fields.flatMap(({ name: own, type }) =>
          type === 'text' || type === 'long-text' ? [own] : [],
        ),
      })
  }
  for (const { type, operations } of users) {
    const { states } = type.lifecycle
    if (Object.values(states).some(({ edited }) => edited !== undefined && step.from.includes(edited)))
      report(`流转“${title}”也用于修改稿，不能带表单`)
    const isSaved = operations.some(({ content }) => content?.action === 'save')
    if (isSaved && step.kind === 'submit')
      report(`“${type.title}”的保存接口（save）会执行流转“${title}”，该流转不能带表单`)
    for (const { id, content, method } of operations)
      if (content?.action === step.action && method !== 'POST')
        report(`流转“${title}”有表单，“${type.title}”的接口“${id}”应使用 POST`, id)
  }
}

function checkAnswer(field: Field, title: string, report: (message: string, found: string) => void): void {
  if (KEYS.includes(field.name))
    report(`流转“${title}”的表单不能有名为“${field.name}”的字段，这是接口已用的名称`, field.name)
  if (!KEPT.has(field.type) || isSecret(field))
    report(
      `流转“${title}”的表单字段“${field.title}”不能记入办理记录：只能是文字、数字、是非、日期、字典与地区`,
      field.name,
    )
}

/**
 * Adds the fields of its forms to the call of a transition. A field is required if every transition of the action
 * requires it, whatever else is answered.
 */
export function withTransitionForms(
  operation: Operation,
  type: ContentType | undefined,
  forms: ReadonlyMap<string, FormModel>,
): Operation {
  const steps = (type?.lifecycle.transitions ?? []).filter(
    ({ action }) => action === operation.content?.action,
  )
  const transitionForms = steps.flatMap(({ form }) => forms.get(form ?? '') ?? [])
  if (transitionForms.length === 0 || !operation.body) return operation
  const properties: Record<string, JsonSchema> = {}
  for (const { fields } of transitionForms)
    for (const { name, title, schema } of fields) {
      const isOther = properties[name] && JSON.stringify(properties[name]) !== JSON.stringify(schema)
      properties[name] = isOther ? { title } : schema
    }
  const own = operation.body.properties as Readonly<Record<string, JsonSchema>>
  const required = [
    ...(operation.body.required as readonly string[]),
    ...Object.keys(properties).filter((name) =>
      steps.every(({ form }) => isAlwaysRequired(forms.get(form ?? ''), name)),
    ),
  ]
  return { ...operation, body: { ...operation.body, required, properties: { ...properties, ...own } } }
}

/** States of the item above are of that item's lifecycle. */
function checkParentStates(
  { context, document, path, step, users }: CheckedTransition,
  types: readonly Used[],
): void {
  for (const [index, state] of (step.parent ?? []).entries())
    for (const { type } of users) {
      const ref = type.fields.find(({ name }) => name === type.parent)?.ref
      const above = types.find((one) => one.type.name === ref)?.type
      if (!above || Object.hasOwn(above.lifecycle.states, state)) continue
      context.report(document, [...path, 'parent', index], {
        slug: 'state_unknown',
        message: `上级内容“${above.title}”没有状态“${state}”，流转“${step.title}”无法执行`,
        found: state,
        known: Object.keys(above.lifecycle.states),
      })
    }
}

/**
 * Checks that a transition that people take has a call in at least one of its types. Only misspelt names are reported
 * here; the rest are warnings once the model is complete.
 */
function checkServed(
  { context, document, path, step, users }: CheckedTransition,
  types: readonly Used[],
): void {
  if (context.invalidIds('content').length > 0) return
  const calls = users.flatMap(({ operations }) => operations.map(({ content }) => content?.action ?? ''))
  const [own, all] = [users, types].map((some) => some.map(({ type }) => type)) as [
    ContentType[],
    ContentType[],
  ]
  if (goesAlongOnly(step) && !isCascaded(step, own, all) && !hasProblemAt(context, document, [...path, 'by']))
    context.report(document, [...path, 'by'], {
      slug: 'transition_nobody',
      message: `流转“${step.title}”无人可以执行，也没有其他内容的流转（move）带动`,
    })
  if (isServed(step, calls, own, all)) return
  const steps = own[0]?.lifecycle.transitions ?? []
  const known = calls.filter((action) => steps.some((one) => one.action === action))
  // A name that differs by more than one letter, such as offline and online, may be meant for types to come.
  if (nearestName(step.action, known, 1) !== undefined) reportUnserved(context, document, path, step, known)
}
