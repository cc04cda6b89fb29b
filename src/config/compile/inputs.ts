// Owns the inputs of a form's fields: their widgets, options checked, the calls they make.

import type { Field, FormInput, FormModel, Json, Operation } from '../../shared/content-model.ts'
import { defaultInput } from '../../shared/default-widgets.ts'
import type { Context } from '../context.ts'
import type { Document, Path } from '../document.ts'
import type { WrittenForm } from '../generated/written.ts'
import { checkInnerInputs } from './inner-inputs.ts'
import { reportOptions } from './options.ts'
import type { RefChoices } from './ref-choices.ts'
import { optionSchemas, widgetsOf } from './widgets.ts'

type Raw = Readonly<Record<string, unknown>>

export function compileInput(
  context: Context,
  document: Document<Pick<WrittenForm, 'fields'>>,
  field: Field,
  raw: Raw,
): FormInput {
  const named = raw['x-widget'] as string | undefined
  const widget = named ?? defaultInput(field)
  const at: Path = ['fields', 'properties', field.name]
  const inputs = widgetsOf(context, 'input')
  const file = inputs.get(widget)?.value
  if (named && context.of('widget').size) {
    const path = [...at, 'x-widget']
    if (context.refers(document, path, 'widget', '输入组件', named, inputs)) {
      if (file?.accepts && !file.accepts.includes(field.type))
        context.report(document, path, {
          slug: 'widget_field_type',
          message: `输入组件“${named}”不能用于${field.type}类型的字段“${field.name}”`,
        })
    }
  }
  context.used.add(`widget:${widget}`)
  checkInnerInputs(context, document, at, raw)
  const options = raw['x-options'] as Record<string, Json> | undefined
  if (options && file?.options)
    reportOptions(context, document, [...at, 'x-options'], widget, file.options, options)
  const siblings = document.value.fields.properties
  for (const [key, value] of Object.entries(options ?? {}))
    if (optionSchemas(file)[key]?.['x-field'] === true && !Object.hasOwn(siblings, String(value)))
      context.report(document, [...at, 'x-options', key], {
        slug: 'field_unknown',
        message: `选项“${key}”所指的字段“${String(value)}”没有定义`,
        found: String(value),
        known: Object.keys(siblings),
      })
  const extra: Record<string, Json> = { ...options }
  if (raw['x-placeholder']) extra.placeholder = String(raw['x-placeholder'])
  if (raw['x-help']) extra.help = String(raw['x-help'])
  return Object.keys(extra).length ? { widget, options: extra } : { widget }
}

/** Names of calls in options (`x-operation` in the widget's schema) and in `x-unique` become addresses. */
export function bindInputs(
  context: Context,
  document: Document<Pick<WrittenForm, 'fields'>>,
  form: FormModel,
  operations: ReadonlyMap<string, Operation>,
  choices: RefChoices = new Map(),
): FormModel {
  const properties = document.value.fields.properties
  const callOf = (path: Path, id: string): { method: Operation['method']; path: string } | null => {
    if (!context.refers(document, path, 'operation', '操作', id, operations)) return null
    const { method, path: address } = operations.get(id) as Operation
    return { method, path: address }
  }
  const inputs = Object.entries(form.inputs).map(([name, input]): [string, FormInput] => {
    const at: Path = ['fields', 'properties', name]
    const file = widgetsOf(context, 'input').get(input.widget)?.value
    const options = Object.entries((input.options ?? {}) as Record<string, Json>).map(
      ([key, value]): [string, Json] => {
        if (optionSchemas(file)[key]?.['x-operation'] !== true || typeof value !== 'string')
          return [key, value]
        return [key, callOf([...at, 'x-options', key], value)]
      },
    )
    const ref = form.fields.find((field) => field.name === name)?.ref
    const chosen = input.widget === 'ref-select' && ref ? choices.get(ref) : undefined
    if (chosen) options.push(['choices', chosen])
    // A content type's `true` is the database's matter.
    const id = properties[name]?.['x-unique']
    const unique = typeof id === 'string' ? callOf([...at, 'x-unique'], id) : null
    return [
      name,
      {
        widget: input.widget,
        ...(options.length ? { options: Object.fromEntries(options) } : {}),
        ...(unique ? { unique } : {}),
      },
    ]
  })
  return { ...form, inputs: Object.fromEntries(inputs) }
}
