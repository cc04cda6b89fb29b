// Rules over forms and their fields: defaults, increments, examples, help, order of questions, prefilled values.

import { checkSchema } from '#config/compile/common/check-schema.ts'
import { checkPastOrder } from '#config/compile/fields/past-dates.ts'
import type { Path } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import { pathsOf } from '#shared/expressions/condition.ts'
import { DEFAULT_WIDGETS } from '#shared/forms/default-widgets.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { brokenRules, type FormRule, rulesOf } from '#shared/validation/form-rules.ts'
import { defineRule, type Nodes, type Rule, titleOf } from '../rule.ts'

const fieldAt = (at: Place, name: string, ...keys: Path): Place =>
  at.at('fields', 'properties', name, ...keys)

/** The schema of each field at every depth. */
const fieldSchemas = defineRule({
  codes: ['default_refused', 'limits_contradict', 'key_missing', 'value_duplicate', 'field_unknown'],
  on: 'field',
  check({ at: { context, document, path }, field: { name, schema } }) {
    checkSchema(new Place<unknown>(context, document, path), name, schema, true)
  },
})

const pastOrder = defineRule({
  codes: ['date_contradiction'],
  on: 'form',
  check: ({ at, form }) => checkPastOrder(at.context, at.document, form),
})

/** Rules between fields accept the defaults. */
const defaults = defineRule({
  codes: ['default_refused'],
  on: 'form',
  check({ at, form }) {
    const known = new Map(
      form.fields.flatMap(({ name, schema }) =>
        schema.default === undefined ? [] : [[name, schema.default] as const],
      ),
    )
    for (const rule of rulesOf(form.schema)) {
      const value = known.get(rule.field)
      if (value === undefined) continue
      const body = { ...Object.fromEntries(known), ...bestOther(form, rule, known) }
      const [broken] = brokenRules([rule], body, { now: new Date() })
      const reason = willExpire(rule) ? `${rule.message}，固定日期会过期：请去掉默认值` : broken?.message
      if (reason !== undefined)
        fieldAt(at, rule.field, 'default').report(
          'default_refused',
          `字段“${rule.field}”的默认值 ${JSON.stringify(value)} 不符合该字段的要求：${reason}`,
        )
    }
  },
})

/** A fixed day is not after today for ever. */
export const willExpire = (rule: FormRule): boolean =>
  rule.kind === 'date' &&
  !('field' in rule.bound) &&
  (rule.relation === 'after' || rule.relation === 'notBefore')

/** The value of the other number that is the kindest to the own one, where it begins with none. */
function bestOther(form: FormModel, rule: FormRule, known: ReadonlyMap<string, unknown>) {
  if (rule.kind !== 'number' || known.has(rule.other)) return {}
  const other = form.fields.find(({ name }) => name === rule.other)
  const isBelow = rule.relation === 'less' || rule.relation === 'notMore'
  const limit = other?.schema[isBelow ? 'maximum' : 'minimum']
  return limit === undefined ? {} : { [rule.other]: limit }
}

/** Between the least and the most there is room for one step at least. */
const increments = defineRule({
  codes: ['step_wide'],
  on: 'field',
  check({ at, field: { title, step, schema } }) {
    const { minimum, maximum } = schema as { readonly minimum?: number; readonly maximum?: number }
    if (step !== undefined && minimum !== undefined && maximum !== undefined && step > maximum - minimum)
      at.at('x-step').report('step_wide', `“${title}”的间隔（${step}）大于 ${minimum} 到 ${maximum} 的范围`, {
        found: String(step),
      })
  },
})

/** Returns the fields that a form asks, in their order. */
const fieldsOfSteps = ({ steps, fields }: FormModel) =>
  steps.flatMap((step) => step.fields.flatMap((name) => fields.find((field) => field.name === name) ?? []))

/** No two fields that everybody is asked have the same title. */
const fieldTitles = defineRule({
  codes: ['title_alike'],
  on: 'form',
  check({ at, form }) {
    const seen = new Map<string, string>()
    for (const { name, title } of fieldsOfSteps(form)) {
      if (Object.hasOwn(form.conditions, name)) continue
      const other = seen.get(title)
      if (other === undefined) seen.set(title, name)
      // A field that is asked twice is reported as that.
      else if (other !== name)
        fieldAt(at, name, 'title').report(
          'title_alike',
          `字段“${name}”与“${other}”的名称都是“${title}”，无法区分，请改其一`,
          {
            found: title,
          },
        )
    }
  },
})

const EXAMPLE = /^例如[:：\s]*(.+)$/

const optionsOf = ({ field, form }: Nodes['field']) =>
  (form.inputs[field.name]?.options ?? {}) as { readonly placeholder?: unknown; readonly mobile?: unknown }

const isInSteps = ({ field, form }: Nodes['field']): boolean =>
  form.steps.some(({ fields }) => fields.includes(field.name))

/** The form accepts an answer written as the example shows. */
const examples = defineRule({
  codes: ['example_refused'],
  on: 'field',
  check(node) {
    const { at, field } = node
    const { title, schema } = field
    const shown = EXAMPLE.exec(String(optionsOf(node).placeholder ?? ''))?.[1]
    if (!isInSteps(node) || shown === undefined || typeof schema.pattern !== 'string') return
    const answers = [shown, ...shown.split(/[、，；]|或/).map((part) => part.trim())]
    const pattern = toPattern(schema.pattern)
    if (pattern && !answers.some((answer) => pattern.test(answer)))
      at.at('pattern').report(
        'example_refused',
        `“${title}”提示中的例子“${shown}”不符合格式要求（pattern）：请改正其一`,
        {
          found: schema.pattern,
        },
      )
  },
})

function toPattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return undefined // told where patterns are looked at
  }
}

/** A code goes to a number that was already given when it is asked for. */
const codesSent = defineRule({
  codes: ['code_before_mobile'],
  on: 'field',
  check(node) {
    const { at, field, form } = node
    const { mobile } = optionsOf(node)
    if (typeof mobile !== 'string' || !isInSteps(node)) return
    const stepOf = (name: string) => form.steps.findIndex(({ fields }) => fields.includes(name))
    if (stepOf(mobile) > stepOf(field.name))
      at.at('x-options', 'mobile').report(
        'code_before_mobile',
        `“${field.title}”须发送到“${mobile}”，后者却在之后的步骤填写：请移到同一步或之前`,
        { found: mobile },
      )
  },
})

/** A repeated field directly follows the field that it repeats, with no other of the kind between them. */
const repeatedAnswers = defineRule({
  codes: ['same_other'],
  on: 'form',
  check({ at, form: { schema, fields, inputs, steps } }) {
    const widgetOf = (name: string) => inputs[name]?.widget
    // A value that is typed in a way of its own, such as a password, is repeated in the same way.
    const isOwnWay = (name: string) => {
      const type = fields.find((one) => one.name === name)?.type
      return type !== undefined && widgetOf(name) !== DEFAULT_WIDGETS[type].input
    }
    for (const rule of rulesOf(schema)) {
      if (rule.kind !== 'same') continue
      const { field, other } = rule
      const [own, repeated] = [titleOf(fields, field), titleOf(fields, other)]
      const place = fieldAt(at, field, 'x-same')
      const isOther = inputs[field] && inputs[other] && widgetOf(field) !== widgetOf(other)
      if (isOther && (isOwnWay(field) || isOwnWay(other))) {
        place.report(
          'same_other',
          `“${own}”与“${repeated}”的填写方式不同（${widgetOf(field)} 与 ${widgetOf(other)}），值不会相同：x-same 请写其重复填写的字段`,
          { found: other },
        )
        continue
      }
      const order = steps.flatMap((step) => step.fields)
      const between = order.slice(order.indexOf(other) + 1, order.indexOf(field))
      const nearest = between.findLast((name) => widgetOf(name) === widgetOf(field))
      if (order.includes(other) && nearest !== undefined)
        place.report(
          'same_other',
          `“${own}”的 x-same 是“${repeated}”，其前一项却是“${titleOf(fields, nearest)}”：请写 ${nearest}`,
          { found: other, expected: nearest },
        )
    }
  },
})

/** A field is filled in before from a field of a registration of the same kind. */
const prefill = defineRule({
  codes: ['prefill_unknown', 'prefill_type'],
  on: 'field',
  check({ at, field }, { roles, formOf }) {
    const { title, type, dict, schema } = field
    for (const [index, source] of (field.prefill ?? []).entries()) {
      const registered = roles.flatMap(({ registers }) => formOf.get(registers?.form ?? '')?.fields ?? [])
      const sources = registered.filter(({ name }) => name === source)
      const place = at.at('x-prefill', index)
      const fits = sources.some(
        (one) => one.type === type && one.dict === dict && one.schema.format === schema.format,
      )
      if (sources.length === 0)
        place.expect(
          new Set(registered.filter((one) => one.type === type).map(({ name }) => name)),
          source,
          'prefill_unknown',
          `“${title}”须按注册资料的“${source}”预填（x-prefill），注册表单却没有该项`,
        )
      else if (!fits)
        place.report(
          'prefill_type',
          `“${title}”与注册资料的“${sources[0]?.title}”（${source}）填写方式不同，不能预填（x-prefill）`,
          { found: source },
        )
    }
  },
})

const ANSWER = 'form.'

/** No condition of a field reads an answer of a later step. */
const questionOrder = defineRule({
  codes: ['asked_early'],
  on: 'form',
  needs: 'whole',
  check({ at, form: { steps, fields, conditions } }) {
    if (at.document.isMade) return
    const stepOf = (name: string) => steps.findIndex((step) => step.fields.includes(name))
    for (const [name, condition] of Object.entries(conditions)) {
      const own = stepOf(name)
      const question = pathsOf(condition)
        .flatMap((path) => (path.startsWith(ANSWER) ? [path.slice(ANSWER.length)] : []))
        .find((read) => own >= 0 && stepOf(read) > own)
      if (question === undefined) continue
      at.at('steps', own, 'fields', steps[own]?.fields.indexOf(name) ?? 0).report(
        'asked_early',
        `“${titleOf(fields, name)}”在第 ${own + 1} 步，是否出现取决于“${titleOf(fields, question)}”，后者却在第 ${stepOf(question) + 1} 步填写：请将前者移到同一步或之后`,
        { found: name },
      )
    }
  },
})

export const formRules: readonly Rule[] = [
  fieldSchemas,
  defaults,
  increments,
  pastOrder,
  fieldTitles,
  examples,
  codesSent,
  repeatedAnswers,
  prefill,
]
export const wholeFormRules: readonly Rule[] = [questionOrder]
