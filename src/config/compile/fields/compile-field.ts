// Compiles one configured field: resolves `$ref`, and separates annotations from plain JSON Schema.

import { given } from '#config/compile/common/given.ts'
import { referToDictionary } from '#config/compile/dictionaries/compile-dictionary.ts'
import type { Place } from '#config/load/place.ts'
import type { Viewer } from '#shared/access/field-read-access.ts'
import { DEFAULT_WIDGETS } from '#shared/forms/default-widgets.ts'
import type { Field, FieldType } from '#shared/model/content-model.ts'
import type { FieldSource } from '#shared/model/field-source.ts'
import { fieldTypeOf } from '#shared/model/field-type.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { checkAnnotations, checkUnique } from './check-annotations.ts'

/** Types whose values are uploaded files and cannot be typed in. */
const UPLOADED: readonly FieldType[] = ['image', 'image-list', 'file-list']

type Raw = Readonly<Record<string, unknown>>

/** The field's own keywords laid over those of the common schema it refers to. */
function resolve(here: Place, raw: Raw): { raw: Raw; common?: string } {
  if (typeof raw.$ref !== 'string') return { raw }
  const match = /^\.\.\/common\/([\w-]+)\.schema\.json$/.exec(raw.$ref)
  const known = here.context.of('common')
  const name = match?.[1] ?? raw.$ref
  if (!here.at('$ref').refers('common', '公共定义', name, known)) return { raw, common: name }
  const { $schema: _schema, ...base } = (known.get(name)?.value ?? {}) as Record<string, unknown>
  const { $ref: _ref, ...own } = raw
  return { raw: { ...base, ...own }, common: name }
}

/** Annotations that a form needs to draw a nested value, which has nothing but its schema. */
const INNER_MARKS = ['x-unit', 'x-widget', 'x-options', 'x-placeholder', 'x-help'] as const

export function collectInnerAnnotations(raw: Raw, common: string | undefined): Record<string, unknown> {
  const written = INNER_MARKS.filter((key) => raw[key] !== undefined).map((key) => [key, raw[key]])
  // The name of a common schema says more than the schema itself.
  const meant = raw['x-widget'] === undefined ? DEFAULT_WIDGETS[fieldTypeOf(raw, common)].input : undefined
  const derived = DEFAULT_WIDGETS[fieldTypeOf(raw)].input
  return { ...(meant && meant !== derived ? { 'x-widget': meant } : {}), ...Object.fromEntries(written) }
}

/** Pure JSON Schema: annotations gone but those that draw nested values, objects closed, dictionary values listed, texts limited. */
function toSchema(here: Place, raw: Raw, isNested = false, common?: string): JsonSchema {
  const schema: Record<string, unknown> = isNested ? collectInnerAnnotations(raw, common) : {}
  for (const [keyword, value] of Object.entries(raw)) {
    // The description of a pattern is what a refusal says of the format.
    const isFormatHelp = keyword === 'description' && raw.pattern !== undefined
    if (keyword.startsWith('x-') || (keyword === 'description' && !isFormatHelp)) continue
    if (keyword === 'items')
      schema.items = toSchema(here.at('items'), resolve(here.at('items'), value as Raw).raw)
    else if (keyword === 'properties')
      schema.properties = Object.fromEntries(
        Object.entries(value as Record<string, Raw>).map(([name, child]) => {
          const at = here.at('properties', name)
          const inner = resolve(at, child)
          return [name, toSchema(at, inner.raw, true, inner.common)]
        }),
      )
    else schema[keyword] = value
  }
  if (raw['x-secret'] === true) schema['x-secret'] = true
  if (isMarkedPersonal(raw)) schema['x-personal'] = true
  if (raw['x-ref'] !== undefined || raw['x-ref-by'] !== undefined) schema['x-picked'] = true
  if (UPLOADED.includes(fieldTypeOf(raw, common))) schema['x-uploaded'] = true
  if (schema.type === 'object') schema.additionalProperties = false
  if (schema.type === 'string' && !schema.enum && schema.maxLength === undefined) schema.maxLength = 200
  const dictionary = raw['x-dict']
  if (typeof dictionary === 'string') {
    // A field says so itself; what is inside one has nothing but its schema.
    if (isNested) {
      referToDictionary(here.at('x-dict'), dictionary)
      schema['x-dict'] = dictionary
    }
    const items = here.context.of('dictionary').get(dictionary)?.value.items
    const values = [...new Set(items?.map((item) => item.value))]
    // The entries of a list of choices are unique.
    if (schema.type === 'array') schema.uniqueItems = true
    if (values.length && schema.type === 'array') schema.items = { ...(schema.items as object), enum: values }
    else if (values.length) {
      schema.enum = values
      delete schema.maxLength
    }
  }
  return schema
}

/** Sensitive data are personal. */
const isMarkedPersonal = (raw: Raw): boolean =>
  (raw['x-personal'] !== undefined && raw['x-personal'] !== false) || raw['x-sensitive'] !== undefined

/** What the field says of its own purpose and retention. */
function personalUse(raw: Raw): Pick<Field, 'personal'> {
  const own = raw['x-personal']
  const sensitive = raw['x-sensitive'] as { readonly purpose: string; readonly retention: string } | undefined
  if (own === false) return { personal: false }
  if (typeof own !== 'object' && sensitive === undefined) return {}
  const told = sensitive && { purpose: sensitive.purpose, promise: sensitive.retention }
  return { personal: { ...told, ...(typeof own === 'object' ? own : {}) } }
}

export function compileField(here: Place, name: string, written: Raw, required: boolean): Field {
  const { raw, common } = resolve(here, written)
  if (raw.type === undefined && raw.$ref === undefined) here.report('key_missing.type', { name })
  // The missing target of `$ref` may have had a title.
  if (raw.title === undefined && raw.$ref === undefined) here.report('key_missing.title', { name })
  const type = fieldTypeOf(raw, common)
  const dict = raw['x-dict'] as string | undefined
  const ref = raw['x-ref'] as string | undefined
  const refBy = raw['x-ref-by'] as string | undefined
  if (dict) referToDictionary(here.at('x-dict'), dict)
  if (dict && raw.enum !== undefined) here.at('enum').report('enum_dictionary', { key: true, name, dict })
  if (ref) here.at('x-ref').refers('content', '内容类型', ref, here.context.of('content'))
  const siblings =
    (here.document.value as { fields?: { properties?: object } } | undefined)?.fields?.properties ?? {}
  if (refBy) here.at('x-ref-by').expect(Object.keys(siblings), refBy, 'field_unknown.by', { name })
  checkAnnotations(here, { name, raw, type })
  checkSource(here, { name, raw, type, required })
  if (raw['x-secret'] === true) refuseOpenSecret(here, name, raw)
  const schema = toSchema(here, raw)
  checkUnique(here, { name, raw, schema })
  return {
    name,
    title: String(raw.title ?? name),
    type,
    required,
    ...given({ dict, ref, refBy }),
    ...(raw['x-unit'] ? { unit: String(raw['x-unit']) } : {}),
    ...(raw['x-prefill'] ? { prefill: raw['x-prefill'] as string[] } : {}),
    ...(raw['x-better'] ? { better: raw['x-better'] as 'high' | 'low' } : {}),
    ...(raw['x-step'] ? { step: Number(raw['x-step']) } : {}),
    ...(raw['x-search'] ? { search: raw['x-search'] as 'A' } : {}),
    filter: raw['x-filter'] === true,
    sort: raw['x-sort'] === true || raw['x-sort'] === 'soonest',
    ...(raw['x-sort'] === 'soonest' ? { soonest: true as const } : {}),
    ...(raw['x-from'] ? { from: raw['x-from'] as FieldSource } : {}),
    ...(raw['x-unique'] === true ? { unique: true as const } : {}),
    ...(raw['x-follows'] === true ? { follows: true as const } : {}),
    ...(raw['x-holds'] ? { holds: raw['x-holds'] as string[] } : {}),
    ...(raw['x-demands'] ? { demands: raw['x-demands'] as NonNullable<Field['demands']> } : {}),
    ...personalUse(raw),
    ...(raw['x-visible'] ? { visible: raw['x-visible'] as Viewer[] } : {}),
    system: false,
    schema,
  }
}

/** Checks `x-from` on the field alone. Values from the parent are checked where the parent is known. */
function checkSource(
  here: Place,
  { name, raw, type, required }: Pick<Field, 'name' | 'type' | 'required'> & { readonly raw: Raw },
): void {
  const source = raw['x-from']
  if (source === undefined) return
  const at = here.at('x-from')
  if (required) at.report('from_type.required', { found: type, name })
  else if (source === 'owner.directory' && raw['x-ref'] === undefined && type !== 'text')
    at.report('from_type.directory', { found: type, name })
  else if (source === 'owner' && type !== 'text') at.report('from_type.account', { found: type, name })
}

/** Annotations that an encrypted field cannot have: the database would have to compare its values. */
const OPEN_KEYS = ['x-search', 'x-filter', 'x-sort', 'x-unique'] as const

function refuseOpenSecret(here: Place, name: string, raw: Raw): void {
  for (const key of OPEN_KEYS)
    if (raw[key] !== undefined && raw[key] !== false)
      here.at(key).report('secret_open.combined', { name, property: key })
}
