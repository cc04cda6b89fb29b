// Checks a widget's options against its own schema, and the links and names inside them.

import { Ajv2020 } from 'ajv/dist/2020.js'
import { findField } from '#config/compile/common/find-field.ts'
import { type Family, widgetsOf } from '#config/compile/common/widget-schemas.ts'
import { referToDictionary } from '#config/compile/dictionaries/compile-dictionary.ts'
import type { RecordType } from '#config/compile/fields/record-type.ts'
import { checkLabel } from '#config/compile/links/check-link-target.ts'
import type { PagePlace } from '#config/compile/links/compile-context.ts'
import { compileLink } from '#config/compile/links/compile-link.ts'
import { checkPromises, withRoleTexts } from '#config/compile/roles/role-promises.ts'
import type { Context } from '#config/load/context.ts'
import { pointerToPath } from '#config/load/document.ts'
import type { Place } from '#config/load/place.ts'
import { describeLimit } from '#config/load/schema-error-messages.ts'
import type { Json } from '#shared/model/json.ts'
import { checkDictionaryOf, checkOptionField, checkOptionTypes, toLink } from './check-option-values.ts'

interface OptionsSchema {
  readonly items?: OptionsSchema
  readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** One for all, and without the meta-schema, whose compilation takes longer than that of all widgets' options. */
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  validateSchema: false,
  addUsedSchema: false,
  code: { optimize: false },
})

/** Of a widget that takes no options. */
export const NO_OPTIONS = { additionalProperties: false } as const

/** Reports what a widget's own schema refuses of its options. */
export function reportOptions(here: Place, widget: string, schema: object, options: Json): void {
  if (ajv.validate(schema, options)) return
  const known = Object.keys((schema as { properties?: object }).properties ?? {})
  for (const { instancePath, keyword, params } of ajv.errors ?? []) {
    const at = here.at(...pointerToPath(instancePath))
    const unknown = (params as { additionalProperty?: string }).additionalProperty
    if (unknown) at.at(unknown).report('option_unknown', { found: unknown, known, key: true, widget })
    else at.report('option_wrong', { widget, limit: describeLimit(keyword, params) })
  }
}

/**
 * Checks options and returns them compiled. Objects under the key `link` become links. Texts that the widget's schema
 * marks `x-field` name a field of the source's type, those marked `x-dictionary` a dictionary, and lists marked
 * `x-content-type` content types. Lists marked `x-promises` declare permissions of a kind of user, and are compared
 * with the actual ones.
 */
export function checkOptions(
  at: PagePlace,
  family: Family,
  widget: string,
  written: Json,
  type: RecordType | undefined,
): Json {
  const { context } = at
  const file = widgetsOf(context, family).get(widget)?.value
  const schema: OptionsSchema | undefined = file?.options
  const options = schema ? fillRoleTexts(context, schema, written) : written
  if (schema) {
    reportOptions(at, widget, schema, options)
    if (type)
      for (const [here, name, option] of namesMarked(at, 'x-field', schema, options)) {
        const field = findField(here, type.fields, name, 'field_unknown.content', { title: type.title })
        if (field) checkOptionField(here, option, schema.properties?.[option], field, type.fields)
      }
    for (const [here, name, option] of namesMarked(at, 'x-content-type', schema, options))
      if (here.refers('content', '内容类型', name, context.of('content')))
        checkOptionTypes(here, name, schema.properties?.[option])
    checkDictionaries(at, schema, options, type)
    for (const [name, value] of optionsMarked('x-promises', schema, options))
      checkPromises(at.at(name), value)
  }
  // Links in the options of sections read the results of the section's source as `item`; cells belong to the item
  // itself.
  const inside = family === 'cell' ? { record: type } : { record: undefined, answers: undefined }
  return compileLinks(at.with(inside), options, schema)
}

function fillRoleTexts({ roles }: Context, schema: OptionsSchema, options: Json): Json {
  const marked = optionsMarked('x-promises', schema, options)
  if (marked.length === 0) return options
  const filled = marked.map(([name, value]) => [name, withRoleTexts(roles, value)] as const)
  return { ...(options as object), ...Object.fromEntries(filled) }
}

function checkDictionaries(
  here: Place,
  schema: OptionsSchema,
  options: Json,
  type: RecordType | undefined,
): void {
  for (const [name, value] of optionsMarked('x-dictionary', schema, options)) {
    if (typeof value !== 'string') continue
    const at = here.at(name)
    referToDictionary(at, value)
    const of = String(schema.properties?.[name]?.['x-of'])
    const named = (options as Readonly<Record<string, Json>>)[of]
    checkDictionaryOf(
      at,
      value,
      type?.fields.find((field) => field.name === named),
    )
  }
}

/** The names in options of that mark, each one alone or in a list, with its place and its option. */
function namesMarked(
  here: PagePlace,
  mark: string,
  schema: OptionsSchema,
  options: Json,
): (readonly [PagePlace, name: string, option: string])[] {
  return optionsMarked(mark, schema, options).flatMap(([option, value]) =>
    [value]
      .flat()
      .flatMap((name, index) =>
        typeof name === 'string'
          ? [[Array.isArray(value) ? here.at(option, index) : here.at(option), name, option] as const]
          : [],
      ),
  )
}

function optionsMarked(mark: string, { properties }: OptionsSchema, options: Json): [string, Json][] {
  if (options === null || typeof options !== 'object' || Array.isArray(options)) return []
  return Object.entries(options as Record<string, Json>).filter(
    ([name]) => properties?.[name]?.[mark] === true,
  )
}

/** "x-item" of a link says what `item` holds there, where it is no record of the source. */
function compileLinks(at: PagePlace, value: Json, schema?: OptionsSchema): Json {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value))
    return value.map((entry, index) => compileLinks(at.at(index), entry as Json, schema?.items))
  return Object.fromEntries(
    Object.entries(value as Record<string, Json>).map(([key, child]) => {
      const here = at.at(key)
      const own = schema?.properties?.[key]
      if (key !== 'link') return [key, compileLinks(here, child, own)]
      const link = toLink(here, child)
      const names = own?.['x-item'] as readonly string[] | undefined
      const record = names && { title: '该项内容', fields: [], names }
      const compiled = link && compileLink(record ? here.with({ record, answers: undefined }) : here, link)
      const { label } = value as { readonly label?: unknown }
      if (compiled && typeof label === 'string') checkLabel(here, compiled, label)
      return [key, compiled as unknown as Json]
    }),
  )
}
