// Compiles the inputs of a form's fields: their widgets, options and calls.

import { checkInputValues } from '#config/compile/common/check-input-values.ts'
import { optionSchemas, widgetsOf } from '#config/compile/common/widget-schemas.ts'
import type { RefChoice, ReferenceChoices } from '#config/compile/content/reference-choices.ts'
import { recordTypeOf } from '#config/compile/fields/record-type.ts'
import type { WrittenForm } from '#config/generated/written.ts'
import type { Place } from '#config/load/place.ts'
import { defaultInput } from '#shared/forms/default-widgets.ts'
import type { Field, FormInput, FormModel } from '#shared/model/content-model.ts'
import type { Json, JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { checkInnerInputs } from './check-inner-inputs.ts'
import { checkOptionField } from './check-option-values.ts'
import { NO_OPTIONS, reportOptions } from './check-widget-options.ts'

type Raw = Readonly<Record<string, unknown>>

export function compileInput(
  here: Place<Pick<WrittenForm, 'fields'>>,
  field: Field,
  raw: Raw,
  fields: readonly Field[],
): FormInput {
  const named = raw['x-widget'] as string | undefined
  const widget = named ?? defaultInput(field)
  const at = here.at('fields', 'properties', field.name)
  const inputs = widgetsOf(here.context, 'input')
  const file = inputs.get(widget)?.value
  if (named && here.context.of('widget').size) {
    const path = at.at('x-widget')
    const isKnown = path.refers('widget', '输入组件', named, inputs)
    if (isKnown && file?.accepts && !file.accepts.includes(field.type))
      path.report('widget_field_type.field', { named, field })
  }
  here.context.used.add(`widget:${widget}`)
  checkInnerInputs(at, raw)
  const options = raw['x-options'] as Record<string, Json> | undefined
  if (options && file) reportOptions(at.at('x-options'), widget, file.options ?? NO_OPTIONS, options)
  const schemas = optionSchemas(file)
  for (const [key, value] of Object.entries(options ?? {}))
    if (schemas[key]?.['x-field'] === true)
      checkNamedFields(at.at('x-options', key), value, schemas[key], fields)
  const extra: Record<string, Json> = { ...options }
  if (raw['x-placeholder']) extra.placeholder = String(raw['x-placeholder'])
  if (raw['x-help']) extra.help = String(raw['x-help'])
  return Object.keys(extra).length ? { widget, options: extra } : { widget }
}

/** Checks an option that names one field of the form, or several. The last step of `here` is the option's name. */
function checkNamedFields(
  here: Place<Pick<WrittenForm, 'fields'>>,
  value: Json,
  schema: ReturnType<typeof optionSchemas>[string],
  fields: readonly Field[],
): void {
  const key = String(here.path.at(-1))
  const siblings = Object.keys(here.document.value.fields.properties)
  for (const [index, one] of [value].flat().entries()) {
    const at = Array.isArray(value) ? here.at(index) : here
    const named = fields.find(({ name }) => name === one)
    if (named) checkOptionField(at, key, schema, named, fields)
    at.expect(siblings, String(one), 'field_unknown.option', { option: key })
  }
}

/** Names of calls in options (`x-operation` in the widget's schema) and in `x-unique` become addresses. */
export function bindInputs(
  here: Place<Pick<WrittenForm, 'fields'>>,
  form: FormModel,
  operations: ReadonlyMap<string, Operation>,
  choices: ReferenceChoices = new Map(),
): FormModel {
  const properties = here.document.value.fields.properties
  const callOf = (at: Place, id: string): { method: Operation['method']; path: string } | null => {
    const operation = at.find('operation', '操作', id, operations)
    return operation ? { method: operation.method, path: operation.path } : null
  }
  const inputs = Object.entries(form.inputs).map(([name, input]): [string, FormInput] => {
    const at = here.at('fields', 'properties', name)
    const written = (input.options ?? {}) as Options
    const schemas = optionSchemas(widgetsOf(here.context, 'input').get(input.widget)?.value)
    const options = Object.entries(written).map(([key, value]): [string, Json] => {
      const isCall = schemas[key]?.['x-operation'] === true && typeof value === 'string'
      return [key, isCall ? callOf(at.at('x-options', key), value) : value]
    })
    const call = operations.get(String(written[SENDS] ?? ''))
    if (call) checkSent(at.at('x-options'), call, written)
    const field = form.fields.find((one) => one.name === name)
    if (field && input.widget === PICKER) {
      const chosen = field.ref
        ? choices.get(field.ref)
        : choicesFrom(at.at('x-options', FROM), field, written[FROM], operations)
      if (chosen) options.push(['choices', chosen])
    }
    // A content type's `true` is the database's matter.
    const id = properties[name]?.['x-unique']
    const unique = typeof id === 'string' ? callOf(at.at('x-unique'), id) : null
    if (unique && here.context.of('form').get(form.id) === here.document)
      checkAvailabilityCall(at.at('x-unique'), String(id), name, operations)
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

type Options = Readonly<Record<string, Json>>

const PICKER = 'ref-select'
/** The option of the picker that names the operation whose results are chosen from. */
const FROM = 'from'

/** Its first titled field is the name of a choice, the others tell equal names apart. */
function choicesFrom(
  here: Place,
  { title, type }: Field,
  id: Json | undefined,
  operations: ReadonlyMap<string, Operation>,
): RefChoice | undefined {
  if (typeof id !== 'string') {
    // A reference whose type another field holds is not searched for.
    if (type !== 'text') return undefined
    here.in(here.path.slice(0, -2)).report('picker_from.missing', { expected: FROM, title })
    return undefined
  }
  const operation = here.find('operation', '操作', id, operations)
  if (!operation) return undefined
  const taken = Object.keys((operation.params.properties ?? {}) as object)
  const [heading, ...meta] = recordTypeOf(here.context, operation)?.fields ?? []
  if (!heading || !['keyWord', 'ids'].every((key) => taken.includes(key))) {
    here.report('picker_from.operation', { found: id })
    return undefined
  }
  const metaFields = meta.map(({ name: key, dict }) => ({ name: key, ...(dict ? { dict } : {}) }))
  return { path: operation.path, title, heading: heading.name, meta: metaFields }
}

/** The option that names the call, and what is sent with it beside what the form asks. */
const SENDS = 'send'

/**
 * The parameters that the input sends itself: the phone number, and the ticket that replaces a captcha for users of
 * the form.
 */
const SENT_ALWAYS = ['mobile', 'ticket']

/** Checks what is sent to a call that sends a code. Before there is a code, the call needs nothing but what is sent. */
function checkSent(at: Place, { id, params, body }: Operation, options: Options): void {
  const { params: given = {}, also = [] } = options as {
    readonly params?: Options
    readonly also?: readonly string[]
  }
  const taken: Readonly<Record<string, JsonSchema>> = {
    ...(body?.properties as object),
    ...(params.properties as object),
  }
  for (const [name, value] of Object.entries(given)) {
    const here = at.at('params', name)
    checkInputValues(here, `操作“${id}”的参数“${name}”`, taken[name], value, true)
    here.expect(Object.keys(taken), name, 'param_unknown.params', { key: true, id })
  }
  const sent = [...SENT_ALWAYS, ...Object.keys(given), ...also]
  const needed = [params.required, body?.required].flatMap((names) => (names ?? []) as readonly string[])
  const missing = needed.filter((name) => !sent.includes(name))
  if (missing.length > 0)
    at.at(SENDS).report('send_needs', { found: id, missing: missing.map((name) => `“${name}”`) })
}

/** It takes the value, and answers whether it is taken. */
function checkAvailabilityCall(
  here: Place,
  id: string,
  name: string,
  operations: ReadonlyMap<string, Operation>,
): void {
  const reportsTaken = ({ method, body, result }: Operation) =>
    method === 'POST' &&
    (result?.properties as { readonly taken?: unknown } | undefined)?.taken !== undefined &&
    Object.hasOwn((body?.properties ?? {}) as object, name)
  const operation = operations.get(id)
  if (operation && !reportsTaken(operation))
    here.report('unique_operation', {
      found: id,
      known: [...operations.values()].filter(reportsTaken).map((one) => one.id),
      name,
    })
}
