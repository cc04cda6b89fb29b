// Checks a widget's options against its own schema, and the links and names inside them.

import { Ajv2020 } from 'ajv/dist/2020.js'
import { type Family, widgetsOf } from '#config/compile/common/widget-schemas.ts'
import { referToDictionary } from '#config/compile/dictionaries/compile-dictionary.ts'
import type { RecordType } from '#config/compile/fields/record-type.ts'
import { checkLabel } from '#config/compile/links/check-opened-page.ts'
import type { PageContext } from '#config/compile/links/compile-context.ts'
import { compileLink } from '#config/compile/links/compile-link.ts'
import { checkPromises, withRoleTexts } from '#config/compile/roles/role-promises.ts'
import type { Context } from '#config/load/context.ts'
import type { Path } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import { describeLimit } from '#config/load/schema-error-messages.ts'
import type { Json } from '#shared/model/json.ts'
import { perModel } from '#shared/model/per-model.ts'
import { checkDictionaryOf, checkOptionField } from './check-option-fields.ts'
import { checkOptionTypes } from './check-option-types.ts'
import { toLink } from './option-link.ts'

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

const validatorOf = perModel((schema: object) => ajv.compile(schema))

/** Reports what a widget's own schema refuses of its options. */
export function reportOptions(here: Place, widget: string, schema: object, options: Json): void {
  const validate = validatorOf(schema)
  if (!validate(options))
    for (const error of validate.errors ?? []) {
      const inner = error.instancePath
        .split('/')
        .slice(1)
        .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
      const unknown = (error.params as { additionalProperty?: string }).additionalProperty
      here.at(...inner, ...(unknown ? [unknown] : [])).report({
        slug: unknown ? 'option_unknown' : 'option_wrong',
        message: unknown
          ? `组件“${widget}”没有选项“${unknown}”`
          : `组件“${widget}”的选项不符合要求：${describeLimit(error.keyword, error.params)}`,
        ...(unknown
          ? {
              found: unknown,
              known: Object.keys((schema as { properties?: object }).properties ?? {}),
              key: true,
            }
          : {}),
      })
    }
}

/**
 * Checks options and returns them compiled. Objects under the key `link` become links. Texts that the widget's schema
 * marks `x-field` name a field of the source's type, those marked `x-dictionary` a dictionary, and lists marked
 * `x-content-type` content types. Lists marked `x-promises` declare permissions of a kind of user, and are compared
 * with the actual ones.
 */
export function checkOptions(
  place: PageContext,
  path: Path,
  family: Family,
  widget: string,
  written: Json,
  type: RecordType | undefined,
): Json {
  const { context } = place.compilation
  const file = widgetsOf(context, family).get(widget)?.value
  const schema = file?.options
  const options = schema ? fillRoleTexts(context, schema, written) : written
  if (schema) {
    reportOptions(new Place(context, place.document, path), widget, schema, options)
    checkFieldNames(place, path, schema, options, type)
    checkContentTypes(place, path, schema, options)
    checkDictionaries(place, path, schema, options, type)
    for (const [name, value] of optionsMarked('x-promises', schema, options))
      checkPromises(place, [...path, name], value)
  }
  // Links in the options of sections read the results of the section's source as `item`; cells belong to the item
  // itself.
  return compileLinks(
    { ...place, ...(family === 'cell' ? { record: type } : { record: undefined, answers: undefined }) },
    path,
    options,
    schema,
  )
}

function fillRoleTexts({ roles }: Context, schema: OptionsSchema, options: Json): Json {
  const marked = optionsMarked('x-promises', schema, options)
  if (marked.length === 0) return options
  const filled = marked.map(([name, value]) => [name, withRoleTexts(roles, value)] as const)
  return { ...(options as object), ...Object.fromEntries(filled) }
}

function checkFieldNames(
  place: PageContext,
  path: Path,
  schema: OptionsSchema,
  options: Json,
  type: RecordType | undefined,
): void {
  if (!type) return
  for (const [name, value] of optionsMarked('x-field', schema, options)) {
    const named = Array.isArray(value)
      ? value.map((entry, index) => [entry, [...path, name, index]] as const)
      : [[value, [...path, name]] as const]
    for (const [entry, at] of named) {
      if (typeof entry !== 'string') continue
      const field = type.fields.find((one) => one.name === entry)
      if (field) {
        const where = { context: place.compilation.context, document: place.document, path: at }
        checkOptionField(where, name, schema.properties?.[name], field, type.fields)
        continue
      }
      place.compilation.context.report(place.document, at, {
        slug: 'field_unknown',
        message: `内容类型“${type.title}”没有字段“${entry}”`,
        found: entry,
        known: type.fields.map((field) => field.name),
      })
    }
  }
}

function checkContentTypes(place: PageContext, path: Path, schema: OptionsSchema, options: Json): void {
  const { context } = place.compilation
  for (const [name, value] of optionsMarked('x-content-type', schema, options)) {
    const at = [...path, name]
    const named = Array.isArray(value)
      ? value.map((type, index) => [type, [...at, index]] as const)
      : [[value, at] as const]
    for (const [type, where] of named)
      if (
        typeof type === 'string' &&
        context.refers(place.document, where, 'content', '内容类型', type, context.of('content'))
      )
        checkOptionTypes(place, where, type, schema.properties?.[name])
  }
}

function checkDictionaries(
  place: PageContext,
  path: Path,
  schema: OptionsSchema,
  options: Json,
  type: RecordType | undefined,
): void {
  const { context } = place.compilation
  for (const [name, value] of optionsMarked('x-dictionary', schema, options)) {
    if (typeof value !== 'string') continue
    const at = [...path, name]
    referToDictionary(new Place(context, place.document, at), value)
    const of = String(schema.properties?.[name]?.['x-of'])
    const named = (options as Readonly<Record<string, Json>>)[of]
    checkDictionaryOf(
      { context, document: place.document, path: at },
      value,
      type?.fields.find((field) => field.name === named),
    )
  }
}

function optionsMarked(mark: string, { properties }: OptionsSchema, options: Json): [string, Json][] {
  if (options === null || typeof options !== 'object' || Array.isArray(options)) return []
  return Object.entries(options as Record<string, Json>).filter(
    ([name]) => properties?.[name]?.[mark] === true,
  )
}

/** "x-item" of a link says what `item` holds there, where it is no record of the source. */
function compileLinks(place: PageContext, path: Path, value: Json, schema?: OptionsSchema): Json {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value))
    return value.map((entry, index) => compileLinks(place, [...path, index], entry as Json, schema?.items))
  return Object.fromEntries(
    Object.entries(value as Record<string, Json>).map(([key, child]) => {
      const at = [...path, key]
      const own = schema?.properties?.[key]
      if (key !== 'link') return [key, compileLinks(place, at, child, own)]
      const link = toLink(new Place(place.compilation.context, place.document, at), child)
      const names = own?.['x-item'] as readonly string[] | undefined
      const inside = names
        ? { ...place, record: { title: '该项内容', fields: [], names }, answers: undefined }
        : place
      const compiled = link && compileLink(inside, at, link)
      const { label } = value as { readonly label?: unknown }
      if (compiled && typeof label === 'string') checkLabel(place, at, compiled, label)
      return [key, compiled as unknown as Json]
    }),
  )
}
