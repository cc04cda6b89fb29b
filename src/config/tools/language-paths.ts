// Lists every property of the language: those of its schemas and of the schemas of widgets.

import { kindOf } from '#config/load/file-kinds.ts'
import type { JsonSchema } from '#shared/model/json.ts'

/** The schemas of the language by id, such as `page-base`, `pages/list`; of widgets by `sections/items`. */
export interface LanguageFiles {
  readonly schemas: ReadonlyMap<string, JsonSchema>
  readonly widgets: ReadonlyMap<string, JsonSchema>
}

export interface LanguageProperty {
  /** File and pointer of the property's schema, such as `page-base#/properties/title`. */
  readonly id: string
  /** The owner of the property: a file of the language, one of the common definitions, or a widget. */
  readonly owner: string
  /** Inside its owner, as one would say it: `calendar[].from`, `fields.*.title`. */
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
}

/** Keys that every kind of file may have. */
const KEYS_OF_FILES: readonly string[] = ['$schema', '$allow']
/** Assembled from the others, which are read themselves. */
const ASSEMBLED: ReadonlySet<string> = new Set(['page', 'action'])

export function languageOf(files: ReadonlyMap<string, string>): LanguageFiles {
  const schemas = new Map<string, JsonSchema>()
  const widgets = new Map<string, JsonSchema>()
  for (const [path, text] of files) {
    const found = kindOf(path)
    if (found?.kind.kind === 'language') schemas.set(found.id, JSON.parse(text) as JsonSchema)
    else if (found?.kind.kind === 'widget') widgets.set(found.id, JSON.parse(text) as JsonSchema)
  }
  return { schemas, widgets }
}

export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords that lead to a schema, and how the way is said. */
const STEPS: Readonly<Record<string, string>> = { items: '[]', additionalProperties: '.*' }
const SILENT_STEPS: readonly string[] = ['then', 'else', 'not']
const LIST_STEPS: readonly string[] = ['allOf', 'anyOf', 'oneOf']

type At = Pick<LanguageProperty, 'id' | 'owner' | 'name'>

function collect(schema: unknown, at: At, into: LanguageProperty[]): void {
  if (!isSchema(schema)) return
  const required = Array.isArray(schema.required) ? schema.required : []
  for (const [name, inner] of Object.entries((schema.properties ?? {}) as JsonSchema)) {
    if (!isSchema(inner) || KEYS_OF_FILES.includes(name)) continue
    const place = { ...at, id: `${at.id}/properties/${name}`, name: at.name ? `${at.name}.${name}` : name }
    into.push({ ...place, schema: inner, isRequired: required.includes(name) })
    collect(inner, place, into)
  }
  for (const [keyword, suffix] of Object.entries(STEPS))
    collect(schema[keyword], { ...at, id: `${at.id}/${keyword}`, name: `${at.name}${suffix}` }, into)
  for (const keyword of SILENT_STEPS) collect(schema[keyword], { ...at, id: `${at.id}/${keyword}` }, into)
  for (const keyword of LIST_STEPS)
    ((schema[keyword] ?? []) as readonly unknown[]).forEach((inner, index) => {
      collect(inner, { ...at, id: `${at.id}/${keyword}/${index}` }, into)
    })
}

/** In the order of the schemas. */
export function listLanguageProperties({ schemas, widgets }: LanguageFiles): LanguageProperty[] {
  const places: LanguageProperty[] = []
  for (const [file, schema] of schemas) {
    if (ASSEMBLED.has(file)) continue
    collect(schema, { id: `${file}#`, owner: file, name: '' }, places)
    for (const [name, inner] of Object.entries((schema.$defs ?? {}) as JsonSchema))
      collect(inner, { id: `${file}#/$defs/${name}`, owner: `${file}/${name}`, name: '' }, places)
  }
  for (const [widget, { options }] of widgets)
    collect(options, { id: `widgets/${widget}#/options`, owner: `widgets/${widget}`, name: '' }, places)
  return places
}

/** The schema that a reference means, and where it stands. */
export function referred({ schemas }: LanguageFiles, file: string, reference: string): SchemaLocation {
  const [, other = file, pointer = ''] = /^(?:equipnet:([\w/-]+))?(?:#(.*))?$/.exec(reference) ?? []
  let schema: unknown = schemas.get(other)
  for (const part of pointer.split('/').slice(1)) schema = isSchema(schema) ? schema[part] : undefined
  return { schema, file: other, at: `${other}#${pointer}` }
}

export interface SchemaLocation {
  readonly schema: unknown
  readonly file: string
  readonly at: string
}
