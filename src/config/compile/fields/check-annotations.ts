// Refuses annotations that a field does not support, and a demand for uniqueness that cannot be enforced.

import { kindOf } from '#config/load/file-kinds.ts'
import type { Place } from '#config/load/place.ts'
import type { FieldType } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import {
  ANNOTATION_JSON,
  ANNOTATION_TYPES,
  NESTED_ANNOTATIONS,
  RECORD_ANNOTATIONS,
} from './annotation-types.ts'

type Raw = Readonly<Record<string, unknown>>

interface Annotated {
  readonly name: string
  readonly raw: Raw
  readonly type: FieldType
}

export function checkAnnotations(here: Place, { name, raw, type }: Annotated): void {
  for (const key of Object.keys(raw)) {
    const types = ANNOTATION_TYPES[key]
    const json = ANNOTATION_JSON[key]
    if (!types || raw[key] === false) continue
    if (types.includes(type) && (!json || json.includes(String(raw.type)))) continue
    here.at(key).report(json ? 'annotation_type.json' : 'annotation_type.type', {
      found: json ? String(raw.type) : type,
      property: key,
      json,
      name,
      raw,
      types,
      type,
    })
  }
  checkNested(here, raw, name)
}

/** Of a form on its own, whose answers are no record. */
export function checkFormAnnotations(here: Place, properties: Readonly<Record<string, Raw>>): void {
  for (const [name, raw] of Object.entries(properties))
    for (const key of Object.keys(raw))
      if (RECORD_ANNOTATIONS.has(key) && raw[key] !== false)
        here.at('fields', 'properties', name, key).report('annotation_form', { found: key, key: true, name })
  for (const [name, { 'x-personal': use }] of Object.entries(properties))
    if (typeof use === 'object' && use !== null && 'retention' in use)
      here.at('fields', 'properties', name, 'x-personal', 'retention').report('personal_use.form', { name })
}

/** Every schema inside a group or the rows of a list, with its place; the outer ones first. */
export function innerSchemas(here: Place, raw: Raw): readonly (readonly [Place, Raw])[] {
  const items = raw.items as Raw | undefined
  const properties = Object.entries((raw.properties ?? {}) as Readonly<Record<string, Raw>>)
  return [
    ...(items ? [[here.at('items'), items] as const] : []),
    ...properties.map(([name, child]) => [here.at('properties', name), child] as const),
  ].flatMap(([at, child]) => [[at, child] as const, ...innerSchemas(at, child)])
}

/** Inside a group or the rows of a list. */
function checkNested(here: Place, raw: Raw, name: string): void {
  for (const [at, child] of innerSchemas(here, raw))
    for (const key of Object.keys(child))
      if (key.startsWith('x-') && !NESTED_ANNOTATIONS.has(key))
        at.at(key).report('annotation_nested', {
          found: key,
          key: true,
          name,
          allowed: [...NESTED_ANNOTATIONS],
        })
      else if (key === 'x-personal' && typeof child[key] === 'object')
        at.at(key).report('personal_use.nested', { name })
}

/** Longer texts would not fit into the index that holds it. */
const MAX_LETTERS = 200

interface Demanding {
  readonly name: string
  readonly raw: Readonly<Record<string, unknown>>
  readonly schema: JsonSchema
}

export function checkUnique(here: Place, { name, raw, schema }: Demanding): void {
  const demand = raw['x-unique']
  if (demand === undefined || demand === false) return
  const at = here.at('x-unique')
  const values = { found: String(demand), name }
  if (kindOf(here.document.path)?.kind.kind !== 'content') {
    if (demand === true) at.report('unique_place.form', values)
    return
  }
  if (demand !== true) at.report('unique_place.content', values)
  else if (raw['x-from'] !== undefined) at.report('unique_place.filled', values)
  else if (typeof raw['x-dict'] !== 'string' && schema.enum !== undefined)
    at.report('unique_few.choice', values)
  else if (typeof schema.maxLength === 'number' && schema.maxLength > MAX_LETTERS)
    at.report('unique_length', { ...values, schema, most: MAX_LETTERS })
}
