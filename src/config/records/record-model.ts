// Extracts the parts of a model that decide how stored records are read, to compare the next configuration with the
// last accepted one.
import { createHash } from 'node:crypto'
import { fileOf } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Model } from '#shared/model/model.ts'

export interface RecordField {
  readonly title: string
  readonly type: string
  readonly required?: true
  readonly unique?: true
  readonly dict?: string
  readonly ref?: string
  /** True if something in the field is stored encrypted. */
  readonly secret?: true
  /** The parameter sets of the field: the set that the value of `by` chooses declares its content. */
  readonly parameters?: { readonly family: string; readonly by: string }
  /** Without titles, and without the values that its dictionary says. */
  readonly schema: JsonSchema
}

export type RecordFields = Readonly<Record<string, RecordField>>

export interface RecordForm {
  readonly title: string
  readonly fields: RecordFields
}

export interface RecordState {
  readonly title: string
  readonly public?: true
  readonly gone?: true
  /** Absent where everybody reads who may read the type. */
  readonly readers?: readonly string[]
}

export interface StoredType extends RecordForm {
  readonly lifecycle: string
  /** The field by which roles are limited to some items of the type. */
  readonly category?: string
  readonly states: Readonly<Record<string, RecordState>>
}

export interface RecordDictionary {
  readonly title: string
  /** Labels by value. */
  readonly values: Readonly<Record<string, string>>
}

export interface RecordPage {
  readonly title: string
  readonly path: string
  /** The content type whose items the page shows. */
  readonly type?: string
  /** True if a migration declares what becomes of its followers, though the page is removed. */
  readonly isLeft?: true
}

/** Names are those of stored data. The rest serves only messages, and the search for narrowed limits. */
export interface RecordModel {
  readonly types: Readonly<Record<string, StoredType>>
  /** Those that are no content types. */
  readonly forms: Readonly<Record<string, RecordForm>>
  readonly dictionaries: Readonly<Record<string, RecordDictionary>>
  /** By family, then by category. */
  readonly sets: Readonly<Record<string, Readonly<Record<string, RecordForm>>>>
  readonly pages: Readonly<Record<string, RecordPage>>
  readonly roles: Readonly<Record<string, string>>
}

/** Returns the dictionaries that fields choose from; others are not part of records. */
function chosenFrom({ contentTypes, forms, families }: Model): ReadonlySet<string> {
  const fields = [
    ...contentTypes.flatMap(({ fields }) => fields.filter(({ system }) => !system)),
    ...forms.flatMap(({ fields }) => fields),
    ...families.flatMap(({ sets }) => sets.flatMap(({ fields }) => fields)),
  ]
  const inside = fields.flatMap(({ schema }) =>
    [...JSON.stringify(schema).matchAll(/"x-dict":"([^"]+)"/g)].map(([, name]) => name as string),
  )
  return new Set([...fields.flatMap(({ dict }) => dict ?? []), ...inside])
}

export function recordModelOf(model: Model): RecordModel {
  const types = new Set(model.contentTypes.map(({ name }) => name))
  const chosen = chosenFrom(model)
  return {
    types: byName(model.contentTypes, (type) => [type.name, toType(type)]),
    forms: byName(
      model.forms.filter(({ id }) => !types.has(id)),
      ({ id, title, fields }) => [id, { title, fields: toFields(fields) }],
    ),
    dictionaries: byName(
      model.dictionaries.filter(({ name }) => chosen.has(name)),
      ({ name, title, items }) => [
        name,
        { title, values: Object.fromEntries(items.map(({ value, label }) => [value, label])) },
      ],
    ),
    sets: byName(model.families, ({ name, sets }) => [
      name,
      byName(
        sets.filter(({ isLast }) => isLast),
        ({ id, title, fields }) => [id, { title, fields: toFields(fields) }],
      ),
    ]),
    pages: byName(model.pages, (page) => [
      page.id,
      {
        title: page.title,
        path: page.path,
        ...('contentType' in page && page.contentType ? { type: page.contentType } : {}),
      },
    ]),
    roles: byName(model.roles, ({ name, title }) => [name, title]),
  }
}

/** Of two that are alike, the same. */
export function digestRecords(records: RecordModel): string {
  return createHash('sha256').update(JSON.stringify(records)).digest('hex')
}

function byName<T, V>(all: readonly T[], entry: (one: T) => readonly [string, V]): Record<string, V> {
  return Object.fromEntries(all.map(entry))
}

function toType({ title, fields, lifecycle, category }: ContentType): StoredType {
  return {
    title,
    lifecycle: fileOf(lifecycle),
    ...(category ? { category } : {}),
    states: Object.fromEntries(
      Object.entries(lifecycle.states).map(([name, state]) => [
        name,
        {
          title: state.title,
          ...(state.public ? { public: true as const } : {}),
          ...(state.gone ? { gone: true as const } : {}),
          ...(state.readers ? { readers: state.readers } : {}),
        },
      ]),
    ),
    fields: toFields(fields),
  }
}

/** Omits fields that are computed when they are read, or counted from the items below: nothing of them can be lost. */
function toFields(fields: readonly Field[]): RecordFields {
  return Object.fromEntries(
    fields
      .filter(({ system, of, from }) => !system && of === undefined && from !== 'children')
      .map((field) => [
        field.name,
        {
          title: field.title,
          type: field.type,
          ...(field.required ? { required: true as const } : {}),
          ...(field.unique ? { unique: true as const } : {}),
          ...(field.dict ? { dict: field.dict } : {}),
          ...(field.ref ? { ref: field.ref } : {}),
          ...(JSON.stringify(field.schema).includes('"x-secret":true') ? { secret: true as const } : {}),
          ...(field.parameters ? { parameters: field.parameters } : {}),
          schema: bare(field.schema, field.dict !== undefined),
        },
      ]),
  )
}

const KEPT_MARKS = ['x-dict', 'x-secret']

/** Of properties the keys are names, not keywords. */
function bare(schema: JsonSchema, isListed: boolean): JsonSchema {
  const inner = isListed || schema['x-dict'] !== undefined
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      if (key === 'title' || key === 'default' || (key === 'enum' && inner)) return []
      if (key.startsWith('x-') && !KEPT_MARKS.includes(key)) return []
      if (key === 'items') return [[key, bare(value as JsonSchema, inner)]]
      if (key === 'properties')
        return [
          [
            key,
            Object.fromEntries(
              Object.entries(value as Record<string, JsonSchema>).map(([name, child]) => [
                name,
                bare(child, false),
              ]),
            ),
          ],
        ]
      return [[key, value]]
    }),
  )
}
