// Rules over transitions, for every type that takes them: form, comments, dates, first-come assignment, calls.

import { checkAheadDate, checkDueDate } from '#config/compile/fields/past-dates.ts'
import { checkItemCondition } from '#config/compile/forms/form-conditions.ts'
import {
  goesAlongOnly,
  isCascaded,
  isServed,
  reportUnserved,
} from '#config/compile/lifecycles/transition-availability.ts'
import { hasProblemAt } from '#config/load/has-problem-at.ts'
import { nearestName } from '#config/load/nearest-name.ts'
import type { Place } from '#config/load/place.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import { REMARKS_KEY } from '#shared/lifecycles/field-comments.ts'
import { publicStates, type Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field, FieldType } from '#shared/model/content-model.ts'
import { defineRule, type Lint, type Nodes, type Rule } from '../rule.ts'

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

const forms = defineRule({
  codes: ['step_form', 'step_words', 'form_unknown'],
  on: 'transition',
  check({ at: transition, step, users }, lint) {
    const { form: name, title, words, claim } = step
    if (name === undefined) return
    const at = transition.at('form')
    if (!at.refers('form', '表单', name, lint.formOf)) return
    const { fields = [], agreement, sensitive } = lint.formOf.get(name) ?? {}
    const report = (message: string, found = name) => at.report('step_form', message, { found })
    for (const field of fields) checkAnswer(field, title, report)
    if (claim && fields.some((one) => one.name === claim.field))
      report(
        `流转“${title}”由执行者归入“${claim.field}”（claim），表单不能再有名为“${claim.field}”的字段`,
        claim.field,
      )
    if (agreement || sensitive) report(`流转“${title}”的表单“${name}”不能要求同意协议`)
    if (step.reason) report(`流转“${title}”有表单，不再另写 reason：请把附言写成表单的字段，并用 words 指明`)
    if (step.afterEdit) report(`流转“${title}”在修改后自动执行（afterEdit），不能带表单`)
    if (words)
      transition.at('words').expect(
        fields.flatMap((one) => (one.type === 'text' || one.type === 'long-text' ? [one.name] : [])),
        words.field,
        'step_words',
        `表单“${name}”没有文字字段“${words.field}”，不能用作流转的附言（words）`,
      )
    for (const type of users) {
      if (isForChanges(step, [type])) report(`流转“${title}”也用于修改稿，不能带表单`)
      if (type.operations.save && step.kind === 'submit')
        report(`“${type.title}”的保存接口（save）会执行流转“${title}”，该流转不能带表单`)
      for (const { id } of gettingCalls(lint, type, step))
        report(`流转“${title}”有表单，“${type.title}”的接口“${id}”应使用 POST`, id)
    }
  },
})

function checkAnswer(field: Field, title: string, report: (message: string, found: string) => void): void {
  if (KEYS.includes(field.name))
    report(`流转“${title}”的表单不能有名为“${field.name}”的字段，这是接口已用的名称`, field.name)
  if (!KEPT.has(field.type) || isSecret(field))
    report(
      `流转“${title}”的表单字段“${field.title}”不能记入办理记录：只能是文字、数字、是非、日期、字典与地区`,
      field.name,
    )
}

/** Fields that the caller of a transition names (`marks`) exist, and the form does not ask for them as well. */
const preconditions = defineRule({
  codes: ['step_marks'],
  on: 'transition',
  check({ at, step, users }, lint) {
    const questions = lint.formOf.get(step.form ?? '')?.fields ?? []
    for (const [index, name] of (step.marks ?? []).entries()) {
      const report = (message: string) => at.at('marks', index).report('step_marks', message, { found: name })
      for (const type of users) {
        const field = type.fields.find((one) => one.name === name && !one.system)
        if (field?.type !== 'text' || field.from === undefined || field.visible !== undefined)
          report(`“${type.title}”没有由系统填写的公开文字字段“${name}”，流转“${step.title}”无法核对`)
        for (const { id } of gettingCalls(lint, type, step))
          report(`流转“${step.title}”要核对“${name}”，“${type.title}”的接口“${id}”应使用 POST`)
      }
      if (KEYS.includes(name) || questions.some((one) => one.name === name))
        report(`流转“${step.title}”已用“${name}”这个名称，不能再写在 marks 中`)
    }
  },
})

/** The owner can edit the item after comments on its fields, and calls use POST: comments do not fit into an address. */
const fieldComments = defineRule({
  codes: ['step_remarks'],
  on: 'transition',
  check({ at, step, users }, lint) {
    const report = (message: string) => at.at('remarks').report('step_remarks', message, { key: true })
    for (const type of step.remarks ? users : []) {
      const ends = [step.to, ...(step.back ?? [])]
      if (ends.some((state) => type.lifecycle.states[state]?.editable !== true))
        report(`流转“${step.title}”之后发布者不能修改，无法按逐项要求改正：目标状态须写明 editable`)
      for (const { id } of gettingCalls(lint, type, step))
        report(`流转“${step.title}”要逐项指出要改的内容，“${type.title}”的接口“${id}”应使用 POST`)
    }
  },
})

/** Fields that a transition names are there in every type. */
const namedFields = defineRule({
  codes: ['step_fit', 'step_words', 'due_field', 'due_step', 'ahead_past', 'due_past', 'state_unknown'],
  on: 'transition',
  check({ at, step, users }, { typeOf }) {
    const { title, ahead = [], fit = [], note = '', parent = [], due, action } = step
    for (const type of users) {
      const fields = type.fields.filter(({ system }) => !system)
      const names = (fits: (field: Field) => unknown) => fields.filter(fits).map(({ name }) => name)
      const requireDate = (place: Place, name: string): Field | undefined => {
        const dates = names((one) => one.type === 'date' || one.type === 'date-time')
        place.expect(dates, name, 'due_field', `“${type.title}”没有日期或时间字段“${name}”`)
        return type.fields.find((one) => one.name === name)
      }
      if (step.when !== undefined)
        checkItemCondition(at.context, at.document, [...at.path, 'when'], step.when, type.fields)
      for (const [index, name] of ahead.entries()) {
        const field = requireDate(at.at('ahead', index), name)
        if (field) checkAheadDate({ ...at.at('ahead', index), type: type.name }, title, field)
      }
      for (const [index, name] of fit.entries())
        at.at('fit', index).expect(
          names((one) => one.type === 'ref' && one.ref !== undefined),
          name,
          'step_fit',
          `“${type.title}”没有引用其他内容的字段“${name}”，fit 只能写这样的字段`,
        )
      for (const place of placeholdersOf(note))
        at.at('note').expect(
          names((one) => one.visible === undefined && !isSecret(one)).map((name) => `item.${name}`),
          place,
          'step_words',
          `“${type.title}”没有可填入“{${place}}”的公开字段，请写 {item.字段}`,
        )
      const field = due?.field === undefined ? undefined : requireDate(at.at('due', 'field'), due.field)
      if (field) checkDueDate({ ...at.at('due', 'field'), type: type.name }, title, field)
      if (due && type.advances?.[action])
        at.at('due').report(
          'due_step',
          `流转“${title}”到期由系统执行，不能同时改动“${type.title}”的上级内容（advances）`,
          { key: true },
        )
      const above = typeOf.get(type.fields.find(({ name }) => name === type.parent)?.ref ?? '')
      for (const [index, state] of above ? parent.entries() : [])
        at.at('parent', index).expect(
          Object.keys(above?.lifecycle.states ?? {}),
          state,
          'state_unknown',
          `上级内容“${above?.title}”没有状态“${state}”，流转“${title}”无法执行`,
        )
    }
  },
})

/** A first-come assignment (`claim`) closes the item to others, and names its taker in a field. */
const assignments = defineRule({
  codes: ['claim_again', 'claim_kind', 'claim_field', 'claim_entry'],
  on: 'transition',
  check({ at: transition, step: { claim, title, to, from, kind }, users }, { context }) {
    if (!claim) return
    const at = transition.at('claim')
    if (from.includes(to))
      at.report('claim_again', `流转“${title}”执行后状态不变，其他人仍可办理：claim 须通向另一个状态`, {
        found: to,
      })
    if (kind !== undefined)
      at.report('claim_kind', `流转“${title}”由先到的人执行（claim），不能同时是提交、退回或撤回（kind）`, {
        found: kind,
      })
    for (const type of users) {
      const place = at.at('field')
      const fields = type.fields.filter((one) => !one.system && (one.type === 'ref' || one.type === 'text'))
      place.expect(
        fields.map(({ name }) => name),
        claim.field,
        'claim_field',
        `“${type.title}”没有可记录承接方的字段“${claim.field}”（引用或文字字段），流转“${title}”无法记录`,
      )
      // The entry that identifies the assignee has a state in which everybody reads it.
      const entry = fields.find(({ name }) => name === claim.field)?.ref ?? ''
      const lifecycle = context.of('lifecycle').get(context.of('content').get(entry)?.value.lifecycle ?? '')
      if (lifecycle && publicStates(lifecycle.value).length === 0)
        place.report(
          'claim_entry',
          `流转“${title}”以执行者的一条内容记录其身份，“${entry}”却没有公开的状态，他人无法查看`,
          { found: entry },
        )
    }
  },
})

const callsOf = (users: readonly ContentType[]): string[] =>
  users.flatMap(({ operations }) => Object.keys(operations))

/**
 * A transition that people take has a call in at least one of its types. Only misspelt names are reported here: one
 * that differs by more than a letter, such as offline and online, may be meant for types to come.
 */
const misspeltCalls = defineRule({
  codes: ['transition_unserved', 'transition_nobody'],
  on: 'transition',
  check({ at, step, users }, { context, contentTypes }) {
    if (context.invalidIds('content').length > 0) return
    const place = at.at('by')
    if (
      goesAlongOnly(step) &&
      !isCascaded(step, users, contentTypes) &&
      !hasProblemAt(context, at.document, place.path)
    )
      place.report('transition_nobody', `流转“${step.title}”无人可以执行，也没有其他内容的流转（move）带动`)
    const calls = callsOf(users)
    if (isServed(step, calls, users, contentTypes)) return
    const steps = users[0]?.lifecycle.transitions ?? []
    const known = calls.filter((action) => steps.some((one) => one.action === action))
    if (nearestName(step.action, known, 1) !== undefined)
      reportUnserved(context, at.document, at.path, step, known)
  },
})

const uncalled = defineRule({
  codes: ['transition_uncalled'],
  on: 'transition',
  needs: 'whole',
  check({ at, step, users }, { context, contentTypes }) {
    if (!isServed(step, callsOf(users), users, contentTypes))
      reportUnserved(context, at.document, at.path, step, [])
  },
})

/** A transition that has a call has a button, if the type has a page of its own. */
const unseen = defineRule({
  codes: ['step_unseen'],
  on: 'type',
  needs: 'whole',
  check({ type }: Nodes['type'], { context, contentTypes, pages }) {
    const page = pages.find((one) => one.kind === 'detail' && one.contentType === type.name)
    const document = context.of('page').get(page?.id ?? '')
    // A type without a page of its own is called by other programs.
    if (!document) return
    const titles = new Map(
      type.lifecycle.transitions.flatMap((step) => {
        const operation = type.operations[step.action]
        const isSeen = operation === undefined || context.used.has(`operation:${operation}`)
        const isTaken = step.afterEdit || step.due || isCascaded(step, [type], contentTypes)
        return isSeen || isTaken ? [] : [[step.action, step.title] as const]
      }),
    )
    for (const [action, title] of titles)
      context.report(document, ['actions'], {
        slug: 'step_unseen',
        message: `“${type.title}”的流转“${title}”（${action}）有接口，却没有页面提供按钮，无法办理：请加上 { "do": "transition", "transition": "${action}" }`,
        found: action,
        key: true,
      })
  },
})

export const transitionRules: readonly Rule[] = [
  forms,
  assignments,
  preconditions,
  fieldComments,
  namedFields,
  misspeltCalls,
]
export const lastTransitionRules: readonly Rule[] = [uncalled, unseen]
