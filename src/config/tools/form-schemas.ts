// Makes the schemas from which the browser draws forms for configuration files, and the names they offer.

import { kindOf } from '#config/load/file-kinds.ts'
import { ICON_NAMES } from '#shared/appearance/icon-names.ts'
import type { FormSchemas, NamedChoice, OperationChoice } from '#shared/calls/form-schemas.ts'
import type { Model } from '#shared/model/model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { bundleLanguage } from './editor-schemas.ts'
import { isSchema } from './language-paths.ts'

type Schema = Readonly<Record<string, unknown>>

/** The keyword of an object that files may shorten to the value of one property, or of a list to its only entry. */
const SHORT = 'x-short'
/** The keyword of a value that no form fits: `params` is a map of texts and numbers, `json` anything. */
const FORMLESS = 'x-formless'

const TYPES_OF_TEXT: ReadonlySet<unknown> = new Set(['string'])
/** Keys of a file that nobody fills in. */
const HIDDEN: ReadonlySet<string> = new Set(['$schema', '$allow'])
/** A description says first what a value is called, then how it is written. */
const FIRST_CLAUSE = /^([^，。；：（]+)[，。；：]?(.*)$/s

function labelled(schema: Schema): Schema {
  const { title, description } = schema
  if (title !== undefined || typeof description !== 'string') return schema
  const [, name = description, rest = ''] = FIRST_CLAUSE.exec(description) ?? []
  return { ...schema, title: name, description: rest || undefined }
}

/** A text that stands for an object with one property, or for a list of one, becomes that object or list. */
function withoutShortForm(schema: Schema): Schema {
  const { if: condition, then, else: otherwise, ...rest } = schema
  if (!isSchema(condition) || !isSchema(then) || !isSchema(otherwise)) return schema
  if (!TYPES_OF_TEXT.has(condition.type)) return schema
  if (otherwise.type === 'array') return { ...rest, ...otherwise, [SHORT]: '' }
  const [key, ...others] = (otherwise.required ?? []) as readonly string[]
  if (otherwise.type !== 'object' || key === undefined || others.length > 0) return schema
  return { ...rest, ...otherwise, [SHORT]: key }
}

/** Keywords by which widgets say what one of their options names, and the kind of names it is offered. */
const OPTION_NAMES: Readonly<Record<string, string>> = {
  'x-field': 'field',
  'x-dictionary': 'dictionary',
  'x-operation': 'operation',
  'x-content-type': 'type',
  'x-icon': 'icon',
}

function offered(schema: Schema): Schema {
  const [, kind] = Object.entries(OPTION_NAMES).find(([keyword]) => schema[keyword] !== undefined) ?? []
  return kind === undefined || schema['x-names'] !== undefined ? schema : { ...schema, 'x-offers': kind }
}

const LINK = { $ref: '#/$defs/common/$defs/link' }
const LINK_TYPES = 'string,object'

const isScalars = (schema: unknown): boolean =>
  isSchema(schema) && Array.isArray(schema.type) && !schema.type.includes('array')

/** The form of a value that has none of its own: of a map of texts and numbers, or of any JSON. */
function formless(schema: Schema): 'params' | 'json' | undefined {
  const { type, additionalProperties: others } = schema
  if (type === 'object' && (isScalars(others) || schema['x-params'] === true)) return 'params'
  const isOpen = isSchema(others) || Array.isArray(type) || schema.if !== undefined
  const isUntyped = ![type, schema.$ref, schema.enum, schema.const, schema.allOf].some(Boolean)
  return isOpen || isUntyped || (type === 'object' && !schema.properties && !schema.allOf)
    ? 'json'
    : undefined
}

const mapped = (schemas: Schema): Schema =>
  Object.fromEntries(
    Object.entries(schemas).flatMap(([name, child]) => (HIDDEN.has(name) ? [] : [[name, drawn(child)]])),
  )

/** What a condition adds to a schema. */
const added = (part: unknown): unknown =>
  isSchema(part) && part.if !== undefined
    ? // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      { if: part.if, then: drawn(part.then) }
    : drawn(part)

const BY_KEYWORD: Readonly<Record<string, (value: never) => unknown>> = {
  properties: mapped,
  $defs: mapped,
  items: drawn,
  allOf: (parts: readonly unknown[]) => parts.map(added),
  required: (names: readonly string[]) => names.filter((name) => !HIDDEN.has(name)),
}

/** The schema of a place as a form draws it. */
function drawn(schema: unknown): unknown {
  if (!isSchema(schema)) return schema
  if (String(schema.type) === LINK_TYPES && schema['x-params'] === undefined)
    return { ...labelled({ description: schema.description }), ...LINK }
  const one = labelled(offered(withoutShortForm(schema)))
  const kind = one.$defs === undefined ? formless(one) : undefined
  if (kind) {
    const { title, description } = one
    return { title, description, [FORMLESS]: kind }
  }
  // A form offers only what there is; closed, it would lose what conditions add.
  const { additionalProperties: _, ...open } = one
  return Object.fromEntries(
    Object.entries(open).map(([key, value]) => [key, (BY_KEYWORD[key] as typeof drawn)?.(value) ?? value]),
  )
}

/** The options of a section depend on its widget, those of a column on its cell. */
function withOptions(defs: Record<string, unknown>, widgets: readonly Widget[]): void {
  const { $defs } = defs.common as { readonly $defs: Record<string, Schema> }
  for (const [name, key, family] of [
    ['section', 'widget', 'section'],
    ['column', 'cell', 'cell'],
    ['filter', 'widget', 'filter'],
  ] as const) {
    const place = $defs[name] as Schema
    const { options: _, ...properties } = place.properties as Schema
    const allOf = widgets
      .filter((widget) => widget.family === family && widget.options)
      .map(({ id, options }) => ({
        if: { properties: { [key]: { const: id } }, required: [key] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { properties: { options: { title: '选项', ...(drawn(options) as Schema) } } },
      }))
    $defs[name] = { ...place, properties, ...(allOf.length > 0 ? { allOf } : {}) }
  }
}

interface Widget {
  readonly id: string
  readonly family: string
  readonly title: string
  readonly options?: Schema
}

function widgetsIn(files: ReadonlyMap<string, string>): Widget[] {
  return [...files].flatMap(([path, text]): Widget[] => {
    const found = kindOf(path)
    if (found?.kind.kind !== 'widget') return []
    const written = JSON.parse(text) as Omit<Widget, 'id'>
    return [{ ...written, id: found.id.slice(found.id.lastIndexOf('/') + 1) }]
  })
}

const titled = ({ value, label }: NamedChoice): string => (label === value ? value : `${label}（${value}）`)
const choices = <T>(list: readonly T[], toChoice: (one: T) => readonly [string, string]): NamedChoice[] =>
  list.map((one) => {
    const [value, label] = toChoice(one)
    return { value, label: titled({ value, label }) }
  })

const rankOf = ({ content, access }: Operation): number => (content && access.includes('anyone') ? 0 : 1)

const operationChoices = ({ operations }: Model): OperationChoice[] =>
  operations
    .filter(({ method, writes }) => method === 'GET' && !writes)
    // What shows content to everybody is asked for most.
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map(({ id, summary, params, content }) => ({
      value: id,
      label: titled({ value: id, label: summary }),
      params: Object.keys((params.properties ?? {}) as object),
      ...(content ? { type: content.type } : {}),
    }))

/**
 * Returns the schemas from which the browser draws forms for configuration files: those of the language, with a
 * title at each place, the options of each widget, and without the short ways of writing. The names that places may
 * hold stand beside them.
 *
 * @example
 * const { $defs, names } = formSchemas(model, files)
 * const schema = { $ref: '#/$defs/dictionary', $defs }
 */
export function formSchemas(model: Model, files: ReadonlyMap<string, string>): FormSchemas {
  const widgets = widgetsIn(files)
  const defs = Object.fromEntries(
    Object.entries(bundleLanguage(files)).map(([id, schema]) => [id, drawn(schema)]),
  )
  withOptions(defs, widgets)
  const ofFamily = (family: string) =>
    choices(
      widgets.filter((widget) => widget.family === family),
      ({ id, title }) => [id, title],
    )
  return {
    $defs: defs,
    names: {
      page: choices(model.pages, ({ id, title }) => [id, title]),
      type: choices(model.contentTypes, ({ name, title }) => [name, title]),
      form: choices(model.forms, ({ id, title }) => [id, title]),
      dictionary: choices(model.dictionaries, ({ name, title }) => [name, title]),
      notice: choices(model.notices, ({ id, title }) => [id, title]),
      scene: choices(model.scenes?.scenes ?? [], ({ name }) => [name, name]),
      icon: choices(ICON_NAMES, (name) => [name, name]),
      cell: ofFamily('cell'),
      filter: ofFamily('filter'),
      input: ofFamily('input'),
      section: ofFamily('section'),
    },
    operations: operationChoices(model),
    fields: Object.fromEntries(
      model.contentTypes.map(({ name, fields }) => [
        name,
        choices(fields, (field) => [field.name, field.title]),
      ]),
    ),
  }
}
