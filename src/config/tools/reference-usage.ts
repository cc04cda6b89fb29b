// Finds the uses of the language in a portal's files: every written property, with its location in the schemas.

import type { Path } from '#config/load/document.ts'
import { kindOf } from '#config/load/file-kinds.ts'
import { defaultInput } from '#shared/forms/default-widgets.ts'
import { fieldTypeOf } from '#shared/model/field-type.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { UNIONS } from './assemble-language.ts'
import { isSchema, type LanguageFiles, referred, type SchemaLocation } from './language-paths.ts'

export interface ReferenceUse {
  /** `LanguagePlace.id`. */
  readonly place: string
  readonly file: string
  readonly path: Path
  readonly value: unknown
}

interface Walk {
  readonly language: LanguageFiles
  readonly file: string
  readonly uses: ReferenceUse[]
}

const typeOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value

/** Evaluates the conditions in the language's own schemas: type, value, and required keys. */
function suits(schema: unknown, value: unknown): boolean {
  if (!isSchema(schema)) return schema !== false
  const { type, enum: values, const: constant, required, properties, if: condition } = schema
  const types = type === undefined ? undefined : [type].flat()
  if (types && !types.includes(typeOf(value)) && !(types.includes('number') && typeof value === 'number'))
    return false
  if (Array.isArray(values) && !values.includes(value)) return false
  if (constant !== undefined && constant !== value) return false
  if (condition !== undefined && schema.type === undefined) {
    const branch = suits(condition, value) ? schema.then : schema.else
    if (!suits(branch, value)) return false
  }
  if (!isSchema(value)) return true
  if (Array.isArray(required) && required.some((name) => !Object.hasOwn(value, String(name)))) return false
  return Object.entries((properties ?? {}) as JsonSchema).every(
    ([name, inner]) => !Object.hasOwn(value, name) || suits(inner, value[name]),
  )
}

/** Of a reference to a union of the language: its common file, and the one of the part that the value is. */
function partsOf(language: LanguageFiles, reference: string, value: unknown): SchemaLocation[] | undefined {
  const union = UNIONS.find(({ name }) => reference === `equipnet:${name}`)
  if (!union) return undefined
  const { name, folder, key } = union
  const part = isSchema(value) ? `${folder}/${String(value[key])}` : ''
  return [`${name}-base`, part].flatMap((file) => {
    const schema = language.schemas.get(file)
    return schema ? [{ schema, file, at: `${file}#` }] : []
  })
}

/** Which widgets' options stand beside a key that names the widget. */
const OPTIONS: readonly (readonly [holder: string, key: string, options: string, folder: string])[] = [
  ['common#/$defs/section', 'widget', 'options', 'sections'],
  ['common#/$defs/column/else', 'cell', 'options', 'cells'],
  ['common#/$defs/filter/else', 'widget', 'options', 'filters'],
  ['common#/$defs/fieldSchema', 'x-widget', 'x-options', 'inputs'],
]

/** Of a field that names no widget. */
const usualInput = (schema: JsonSchema): string => defaultInput({ type: fieldTypeOf(schema), schema })

function walkOptions(walk: Walk, at: string, value: JsonSchema, path: Path): void {
  for (const [holder, key, options, folder] of OPTIONS) {
    if (at !== holder || value[options] === undefined) continue
    const name = value[key] ?? (folder === 'inputs' ? usualInput(value) : undefined)
    const widget = `${folder}/${String(name)}`
    const schema = walk.language.widgets.get(widget)?.options
    const place = `widgets/${widget}`
    visit(walk, { schema, file: place, at: `${place}#/options` }, value[options], [...path, options])
  }
}

function visit(walk: Walk, { schema, file, at }: SchemaLocation, value: unknown, path: Path): void {
  if (!isSchema(schema)) return
  const { $ref: reference, if: condition, items, additionalProperties } = schema
  const inner = (keyword: string) => ({ schema: schema[keyword], file, at: `${at}/${keyword}` })
  if (typeof reference === 'string') {
    const parts = partsOf(walk.language, reference, value)
    for (const part of parts ?? [referred(walk.language, file, reference)]) visit(walk, part, value, path)
  }
  if (condition !== undefined) visit(walk, inner(suits(condition, value) ? 'then' : 'else'), value, path)
  for (const keyword of ['allOf', 'anyOf', 'oneOf'])
    ((schema[keyword] ?? []) as readonly unknown[]).forEach((one, index) => {
      if (suits(one, value)) visit(walk, { schema: one, file, at: `${at}/${keyword}/${index}` }, value, path)
    })
  if (Array.isArray(value) && isSchema(items))
    value.forEach((entry, index) => {
      visit(walk, inner('items'), entry, [...path, index])
    })
  if (!isSchema(value)) return
  const properties = (schema.properties ?? {}) as JsonSchema
  for (const [name, entry] of Object.entries(value)) {
    const below = [...path, name]
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (own !== undefined) {
      const place = `${at}/properties/${name}`
      if (name !== '$schema') walk.uses.push({ place, file: walk.file, path: below, value: entry })
      visit(walk, { schema: own, file, at: place }, entry, below)
    } else if (isSchema(additionalProperties)) visit(walk, inner('additionalProperties'), entry, below)
  }
  walkOptions(walk, at, value, path)
}

/** Of every file that the language gives a shape, in the order of the files. */
export function writtenUses(language: LanguageFiles, files: ReadonlyMap<string, string>): ReferenceUse[] {
  const uses: ReferenceUse[] = []
  for (const [file, text] of files) {
    const schema = kindOf(file)?.kind.schema
    if (schema === undefined) continue
    const walk = { language, file, uses }
    const whole = { schema: { $ref: `equipnet:${schema}` }, file: '', at: '' }
    visit(walk, whole, JSON.parse(text) as unknown, [])
  }
  return uses
}
