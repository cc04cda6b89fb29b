// Converts compiled fields to rjsf's input: a schema, and a uiSchema that names the widgets.
import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { beginsPeriod, isWide } from '#portal/features/form/engine/field-layout.ts'
import { groupNamed } from '#portal/widgets/group-registry.ts'
import { widgetNamed } from '#portal/widgets/input-registry.tsx'
import { defaultInput } from '#shared/forms/default-widgets.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { fieldTypeOf } from '#shared/model/field-type.ts'
import type { Json, JsonSchema } from '#shared/model/json.ts'
import { rulesOf } from '#shared/validation/form-rules.ts'

interface RjsfForm {
  readonly schema: RJSFSchema
  readonly ui: UiSchema
}

type Options = Readonly<Record<string, Json>>
type Properties = Readonly<Record<string, JsonSchema>>

/** The range of a number in words; undefined where it has none. */
function rangeOf({ minimum: least, maximum: most, 'x-unit': unit }: JsonSchema): string | undefined {
  const [hasLeast, hasMost] = [typeof least === 'number', typeof most === 'number']
  if (!hasLeast && !hasMost) return undefined
  const range = hasLeast && hasMost ? `${least}～${most}` : hasLeast ? `不小于 ${least}` : `不大于 ${most}`
  return typeof unit === 'string' ? `${range} ${unit}` : range
}

/** Builds the uiSchema of a field inside a group or row, which its schema alone describes. */
function innerUi(schema: JsonSchema, usualHelp?: string): UiSchema {
  const named = schema['x-widget']
  const widget = typeof named === 'string' ? named : defaultInput({ type: fieldTypeOf(schema), schema })
  const { 'x-options': options, 'x-help': help = usualHelp, 'x-placeholder': placeholder } = schema
  const all = {
    ...(options as Options | undefined),
    ...(typeof help === 'string' ? { help } : {}),
    ...(typeof placeholder === 'string' ? { placeholder } : {}),
  }
  return uiOf(schema, widget, all, classOf(isWide({ type: fieldTypeOf(schema), schema }, widget)))
}

const classOf = (wide: boolean, isStart = false): string =>
  wide ? 'eq-field eq-field-wide' : isStart ? 'eq-field eq-field-start' : 'eq-field'

function uiOf(
  schema: JsonSchema,
  widget: string,
  options: Options,
  className: string,
  helpOf: (inner: JsonSchema) => string | undefined = () => undefined,
): UiSchema {
  const common = {
    'ui:options': options,
    'ui:classNames': className,
  }
  // Schemas with alternatives, which rjsf chooses itself, need no widget of the portal.
  if (schema.oneOf !== undefined || schema.anyOf !== undefined) return common
  const items = schema.items as JsonSchema | undefined
  if (schema.type === 'array' && items?.type === 'object')
    return { ...common, ...groupNamed('ui:ArrayFieldTemplate', widget), items: innerUi(items) }
  if (schema.type === 'object') {
    const properties = Object.entries((schema.properties ?? {}) as Properties)
    const inner = properties.map(([name, child]) => [name, innerUi(child, helpOf(child))] as const)
    return { ...common, ...groupNamed('ui:ObjectFieldTemplate', widget), ...Object.fromEntries(inner) }
  }
  return {
    ...common,
    'ui:widget': widgetNamed(widget),
    // Own widgets read numbers themselves; rjsf's field would take 0x10 for one.
    ...(schema.type === 'number' || schema.type === 'integer' ? { 'ui:field': 'StringField' } : {}),
  }
}

/**
 * Converts the named fields of a form to one object that rjsf draws. The inputs of fields in `remarked` are described
 * by their field comments.
 */
export function toDrawn(
  form: FormModel,
  names: readonly string[],
  remarked: ReadonlySet<string> = new Set(),
): RjsfForm {
  const chosen = new Set(names)
  const fields = form.fields
    .filter(({ name }) => chosen.has(name))
    .sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
  const properties = fields.map(({ name, title, schema, dict, unit }) => [
    name,
    { ...schema, title, ...(dict ? { 'x-dict': dict } : {}), ...(unit ? { 'x-unit': unit } : {}) },
  ])
  const rules = rulesOf(form.schema)
  const ui = fields.map((field, index) => {
    const { widget = 'text', options = {} } = form.inputs[field.name] ?? {}
    const all = { ...(options as Options), ...(remarked.has(field.name) ? { remarked: true } : {}) }
    // The help text of a parameter contains its range, which only its category declares.
    const helpOf = field.parameters ? rangeOf : undefined
    const className = classOf(isWide(field, widget), beginsPeriod(rules, fields, index))
    return [field.name, uiOf(field.schema, widget, all, className, helpOf)]
  })
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: fields.filter((field) => field.required).map(({ name }) => name),
    },
    ui: { ...Object.fromEntries(ui), 'ui:submitButtonOptions': { norender: true } },
  }
}
