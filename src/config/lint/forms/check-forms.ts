// Checks forms: the schema of each field at every depth, and defaults that the rules between fields refuse.

import { checkSchema } from '#config/compile/common/check-schema.ts'
import { checkPastOrder } from '#config/compile/fields/past-dates.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { brokenRules, type FormRule, rulesOf } from '#shared/validation/form-rules.ts'
import { checkDatePairs } from './check-date-pairs.ts'
import { checkFormFields } from './check-form-fields.ts'
import { checkHelpLimits } from './check-help-limits.ts'

export function checkForms(context: Context, model: Pick<Model, 'forms'>): void {
  for (const form of model.forms) {
    const document = context.of('content').get(form.id) ?? context.of('form').get(form.id)
    if (!document) continue
    for (const { name, schema } of form.fields)
      checkSchema({ context, document, isFormField: true }, ['fields', 'properties', name], name, schema)
    checkDefaults(context, document, form)
    checkIncrements(context, document, form)
    checkDatePairs(context, document, form)
    checkPastOrder(context, document, form)
    checkFormFields(context, document, form)
    checkHelpLimits(context, document, form)
    checkPrefill(context, document, form, model.forms)
  }
}

/** Between the least and the most there is room for one step at least. */
function checkIncrements(context: Context, document: Document, { fields }: FormModel): void {
  for (const { name, title, step, schema } of fields) {
    const { minimum, maximum } = schema as { readonly minimum?: number; readonly maximum?: number }
    if (step === undefined || minimum === undefined || maximum === undefined || step <= maximum - minimum)
      continue
    context.report(document, ['fields', 'properties', name, 'x-step'], {
      slug: 'step_wide',
      message: `“${title}”的间隔（${step}）大于 ${minimum} 到 ${maximum} 的范围`,
      found: String(step),
    })
  }
}

function checkDefaults(context: Context, document: Document, form: FormModel): void {
  const defaults = new Map(
    form.fields.flatMap(({ name, schema }) =>
      schema.default === undefined ? [] : [[name, schema.default] as const],
    ),
  )
  if (defaults.size === 0) return
  for (const rule of rulesOf(form.schema)) {
    const value = defaults.get(rule.field)
    if (value === undefined) continue
    const body = { ...Object.fromEntries(defaults), ...bestOther(form, rule, defaults) }
    const [broken] = brokenRules([rule], body, { now: new Date() })
    const reason = willExpire(rule) ? `${rule.message}，固定日期会过期：请去掉默认值` : broken?.message
    if (reason !== undefined)
      context.report(document, ['fields', 'properties', rule.field, 'default'], {
        slug: 'default_refused',
        message: `字段“${rule.field}”的默认值 ${JSON.stringify(value)} 不符合该字段的要求：${reason}`,
      })
  }
}

/** A fixed day is not after today for ever. */
function willExpire(rule: FormRule): boolean {
  if (rule.kind !== 'date' || 'field' in rule.bound) return false
  return rule.relation === 'after' || rule.relation === 'notBefore'
}

/** The value of the other number that is the kindest to the own one, where it begins with none. */
function bestOther(form: FormModel, rule: FormRule, defaults: ReadonlyMap<string, unknown>) {
  if (rule.kind !== 'number' || defaults.has(rule.other)) return {}
  const other = form.fields.find(({ name }) => name === rule.other)
  const isBelow = rule.relation === 'less' || rule.relation === 'notMore'
  const limit = other?.schema[isBelow ? 'maximum' : 'minimum']
  return limit === undefined ? {} : { [rule.other]: limit }
}

function checkPrefill(
  context: Context,
  document: Document,
  form: FormModel,
  forms: readonly FormModel[],
): void {
  const registrations = new Set(context.roles.flatMap(({ registers }) => registers?.form ?? []))
  const registrationFields = forms.filter(({ id }) => registrations.has(id)).flatMap(({ fields }) => fields)
  for (const { name, title, type, dict, prefill = [], schema } of form.fields)
    for (const [index, source] of prefill.entries()) {
      const path = ['fields', 'properties', name, 'x-prefill', index]
      const sources = registrationFields.filter((field) => field.name === source)
      if (sources.length === 0) {
        context.report(document, path, {
          slug: 'prefill_unknown',
          message: `“${title}”须按注册资料的“${source}”预填（x-prefill），注册表单却没有该项`,
          found: source,
          known: [
            ...new Set(registrationFields.filter((field) => field.type === type).map((field) => field.name)),
          ],
        })
        continue
      }
      const fits = sources.some(
        (field) => field.type === type && field.dict === dict && field.schema.format === schema.format,
      )
      if (!fits)
        context.report(document, path, {
          slug: 'prefill_type',
          message: `“${title}”与注册资料的“${sources[0]?.title}”（${source}）填写方式不同，不能预填（x-prefill）`,
          found: source,
        })
    }
}
