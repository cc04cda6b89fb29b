// Checks the fields of one form against each other: titles, repetitions, examples.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { DEFAULT_WIDGETS } from '#shared/forms/default-widgets.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import { rulesOf } from '#shared/validation/form-rules.ts'

const at = (name: string, ...keys: readonly string[]): Path => ['fields', 'properties', name, ...keys]
const EXAMPLE = /^例如[:：\s]*(.+)$/

export function checkFormFields(context: Context, document: Document, form: FormModel): void {
  const fieldNames = form.steps.flatMap(({ fields }) => fields)
  const fields = fieldNames.flatMap((name) => form.fields.find((field) => field.name === name) ?? [])
  checkTitles(context, document, form, fields)
  for (const field of fields) {
    checkExample(context, document, field, optionsOf(form, field.name))
    checkCodeSent(context, document, field, form)
  }
  for (const rule of rulesOf(form.schema))
    if (rule.kind === 'same') checkRepeated(context, document, form, rule)
}

interface Options {
  readonly placeholder?: unknown
  readonly mobile?: unknown
}

const optionsOf = ({ inputs }: FormModel, name: string) => (inputs[name]?.options ?? {}) as Options

/** Checks that no two fields that everybody is asked have the same title. */
function checkTitles(
  context: Context,
  document: Document,
  { conditions }: FormModel,
  fields: readonly Field[],
): void {
  const seen = new Map<string, string>()
  for (const { name, title } of fields) {
    if (Object.hasOwn(conditions, name)) continue
    const other = seen.get(title)
    // A field that is asked twice is reported as that.
    if (other === name) continue
    if (other === undefined) seen.set(title, name)
    else
      context.report(document, at(name, 'title'), {
        warning: true,
        slug: 'title_twice',
        message: `字段“${name}”与“${other}”的名称都是“${title}”，无法区分，请改其一`,
        found: title,
      })
  }
}

/** Checks that the form accepts an answer written as the example shows. */
function checkExample(
  context: Context,
  document: Document,
  { name, title, schema }: Field,
  { placeholder }: Options,
): void {
  const shown = EXAMPLE.exec(String(placeholder ?? ''))?.[1]
  if (shown === undefined || typeof schema.pattern !== 'string') return
  const examples = shown.split(/[、，；]|或/).map((part) => part.trim())
  const pattern = toPattern(schema.pattern)
  if (!pattern || [shown, ...examples].some((example) => pattern.test(example))) return
  context.report(document, at(name, 'pattern'), {
    slug: 'example_refused',
    message: `“${title}”提示中的例子“${shown}”不符合格式要求（pattern）：请改正其一`,
    found: schema.pattern,
  })
}

function toPattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return undefined // told where patterns are looked at
  }
}

/**
 * Checks that a repeated field directly follows the field that it repeats, with no other of the kind between them.
 */
function checkRepeated(
  context: Context,
  document: Document,
  { steps, fields, inputs }: FormModel,
  { field, other }: { readonly field: string; readonly other: string },
): void {
  const titleOf = (name: string) => fields.find((one) => one.name === name)?.title ?? name
  // A value that is typed in a way of its own, such as a password, is repeated in the same way.
  const isOwnWay = (name: string) => {
    const type = fields.find((one) => one.name === name)?.type
    return type !== undefined && inputs[name]?.widget !== DEFAULT_WIDGETS[type].input
  }
  const isOther = inputs[field]?.widget !== inputs[other]?.widget
  if (inputs[field] && inputs[other] && isOther && (isOwnWay(field) || isOwnWay(other))) {
    context.report(document, at(field, 'x-same'), {
      slug: 'same_other',
      message: `“${titleOf(field)}”与“${titleOf(other)}”的填写方式不同（${inputs[field]?.widget} 与 ${inputs[other]?.widget}），值不会相同：x-same 请写其重复填写的字段`,
      found: other,
    })
    return
  }
  const order = steps.flatMap((step) => step.fields)
  const from = order.indexOf(other)
  if (from < 0) return
  const [nearest] = order
    .slice(from + 1, order.indexOf(field))
    .filter((name) => inputs[name]?.widget === inputs[field]?.widget)
    .slice(-1)
  if (nearest === undefined) return
  context.report(document, at(field, 'x-same'), {
    slug: 'same_other',
    message: `“${titleOf(field)}”的 x-same 是“${titleOf(other)}”，其前一项却是“${titleOf(nearest)}”：请写 ${nearest}`,
    found: other,
    expected: nearest,
  })
}

/** A code goes to a number that was already given when it is asked for. */
function checkCodeSent(context: Context, document: Document, { name, title }: Field, form: FormModel): void {
  const { mobile } = optionsOf(form, name)
  if (typeof mobile !== 'string') return
  const stepOf = (field: string) => form.steps.findIndex(({ fields }) => fields.includes(field))
  if (stepOf(mobile) <= stepOf(name)) return
  context.report(document, at(name, 'x-options', 'mobile'), {
    slug: 'code_before_mobile',
    message: `“${title}”须发送到“${mobile}”，后者却在之后的步骤填写：请移到同一步或之前`,
    found: mobile,
  })
}
