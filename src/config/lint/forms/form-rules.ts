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
const fieldSchemas = defineRule('field', ({ at: { context, document, path }, field: { name, schema } }) => {
  checkSchema(new Place<unknown>(context, document, path), name, schema, true)
})

const pastOrder = defineRule('form', ({ at, form }) => checkPastOrder(at.context, at.document, form))

/** Rules between fields accept the defaults. */
const defaults = defineRule('form', ({ at, form }) => {
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
      fieldAt(at, rule.field, 'default').report('default_refused.computed', {
        field: rule.field,
        value: JSON.stringify(value),
        reason,
      })
  }
})

/** A fixed day is not after today for ever. */
export const willExpire = (rule: FormRule): boolean =>
  rule.kind === 'date' &&
  'today' in rule.bound &&
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
const increments = defineRule('field', ({ at, field: { title, step, schema } }) => {
  const { minimum, maximum } = schema as { readonly minimum?: number; readonly maximum?: number }
  if (step !== undefined && minimum !== undefined && maximum !== undefined && step > maximum - minimum)
    at.at('x-step').report('step_wide.field', { found: String(step), title, step, minimum, maximum })
})

/** Returns the fields that a form asks, in their order. */
const fieldsOfSteps = ({ steps, fields }: FormModel) =>
  steps.flatMap((step) => step.fields.flatMap((name) => fields.find((field) => field.name === name) ?? []))

/** No two fields that everybody is asked have the same title. */
const fieldTitles = defineRule('form', ({ at, form }) => {
  const seen = new Map<string, string>()
  for (const { name, title } of fieldsOfSteps(form)) {
    if (Object.hasOwn(form.conditions, name)) continue
    const other = seen.get(title)
    if (other === undefined) seen.set(title, name)
    // A field that is asked twice is reported as that.
    else if (other !== name)
      fieldAt(at, name, 'title').report('title_alike.field', { found: title, name, other })
  }
})

const EXAMPLE = /^例如[:：\s]*(.+)$/

const optionsOf = ({ field, form }: Nodes['field']) =>
  (form.inputs[field.name]?.options ?? {}) as { readonly placeholder?: unknown; readonly mobile?: unknown }

const isInSteps = ({ field, form }: Nodes['field']): boolean =>
  form.steps.some(({ fields }) => fields.includes(field.name))

/** The form accepts an answer written as the example shows. */
const examples = defineRule('field', (node) => {
  const { at, field } = node
  const { title, schema } = field
  const shown = EXAMPLE.exec(String(optionsOf(node).placeholder ?? ''))?.[1]
  if (!isInSteps(node) || shown === undefined || typeof schema.pattern !== 'string') return
  const answers = [shown, ...shown.split(/[、，；]|或/).map((part) => part.trim())]
  const pattern = toPattern(schema.pattern)
  if (pattern && !answers.some((answer) => pattern.test(answer)))
    at.at('pattern').report('example_refused', { found: schema.pattern, title, shown })
})

function toPattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return undefined // told where patterns are looked at
  }
}

/** A repeated field directly follows the field that it repeats, with no other of the kind between them. */
const repeatedAnswers = defineRule('form', ({ at, form: { schema, fields, inputs, steps } }) => {
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
      place.report('same_other.widget', {
        found: other,
        own,
        repeated,
        widgets: [field, other].map(widgetOf),
      })
      continue
    }
    const order = steps.flatMap((step) => step.fields)
    const between = order.slice(order.indexOf(other) + 1, order.indexOf(field))
    const nearest = between.findLast((name) => widgetOf(name) === widgetOf(field))
    if (order.includes(other) && nearest !== undefined)
      place.report('same_other.nearest', {
        found: other,
        expected: nearest,
        own,
        repeated,
        nearest: titleOf(fields, nearest),
      })
  }
})

/** A field is filled in before from a field of a registration of the same kind. */
const prefill = defineRule('field', ({ at, field }, { roles, formOf }) => {
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
        { title },
      )
    else if (!fits) place.report('prefill_type', { found: source, title, source: sources[0] })
  }
})

const stepIn = ({ steps }: FormModel, name: string): number =>
  steps.findIndex((step) => step.fields.includes(name))

/** A code goes to a number that was already given when it is asked for. */
const codesSent = defineRule('field', (node) => {
  const { at, field, form } = node
  const { mobile } = optionsOf(node)
  if (typeof mobile !== 'string' || !isInSteps(node)) return
  if (stepIn(form, mobile) > stepIn(form, field.name))
    at.at('x-options', 'mobile').report('code_before_mobile', { found: mobile, field })
})

/** No condition of a field reads an answer of a later step. */
const questionOrder = defineRule('form', { needs: 'whole' }, ({ at, form }) => {
  for (const [name, condition] of at.document.isMade ? [] : Object.entries(form.conditions)) {
    const own = stepIn(form, name)
    const asked = pathsOf(condition).flatMap((path) => /^form\.(.+)$/.exec(path)?.[1] ?? [])
    const question = asked.find((read) => own >= 0 && stepIn(form, read) > own)
    if (question === undefined) continue
    at.at('steps', own, 'fields', form.steps[own]?.fields.indexOf(name) ?? 0).report('asked_early', {
      found: name,
      name: titleOf(form.fields, name),
      step: own + 1,
      question: titleOf(form.fields, question),
      later: stepIn(form, question) + 1,
    })
  }
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
  questionOrder,
]
