// Selects the facets of a list and describes the counted ones for readers.
import { sql } from 'kysely'
import type { ActionContext } from '#server/content/action.ts'
import { isOpenRow } from '#server/content/fields/open-states.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import { isNumber, parameterName } from '#server/content/parameters/parameter-plan.ts'
import { shortAreaName } from '#server/platform/areas/area-names.ts'
import { isAmong } from '#server/platform/database/is-among.ts'
import type { Field } from '#shared/model/content-model.ts'

export const PROVINCE_DIGITS = 2
const CHOICES = new Set<Field['type']>(['dict', 'dict-list', 'region', 'ref', 'boolean'])

/** A field or a parameter that is counted; `name` is what a filter calls it. */
export interface Facet {
  readonly field: Field
  readonly name: string
  readonly isParameter: boolean
}

export interface Counted {
  readonly value: string
  readonly count: number
}

export interface FacetRange {
  readonly min: number | null
  readonly max: number | null
}

export interface FacetField {
  readonly field: string
  readonly title: string
  readonly kind: 'choice' | 'range'
  readonly unit: string | null
  readonly better: 'high' | 'low' | null
  readonly step: number | null
  readonly min: number | null
  readonly max: number | null
  readonly items: readonly { readonly value: string; readonly label: string; readonly count: number }[]
}

/** Fields of the type that everybody may filter by, then the parameters of the asked category that can be filtered by. */
export function facetsOf(
  { type, parameters }: TypePlan,
  fixed: Readonly<Record<string, unknown>>,
  category = '',
): readonly Facet[] {
  const fields = type.fields.filter(
    (field) =>
      field.filter &&
      !field.system &&
      field.visible === undefined &&
      !Object.hasOwn(fixed, field.name) &&
      (CHOICES.has(field.type) || isNumber(field)),
  )
  const ofCategory = parameters?.sets.get(category)?.fields.filter(({ filter }) => filter) ?? []
  return [
    ...fields.map((field) => ({ field, name: field.name, isParameter: false })),
    ...ofCategory.map((field) => ({
      field,
      name: parameters ? parameterName(parameters, field.name) : field.name,
      isParameter: true,
    })),
  ]
}

export function toRange(facet: Facet, { min, max }: FacetRange): FacetField {
  return { ...describe(facet, 'range'), min, max }
}

export async function toChoice(
  context: Pick<ActionContext, 'services' | 'db' | 'plan'>,
  facet: Facet,
  counts: readonly Counted[],
): Promise<FacetField> {
  const labels = await labelsOf(context, facet.field, counts)
  return {
    ...describe(facet, 'choice'),
    // Referenced items that are no longer readable have no title.
    items: counts.flatMap((one) => {
      const label = labels(one.value)
      return label === undefined ? [] : [{ ...one, label }]
    }),
  }
}

function describe({ field, name }: Facet, kind: FacetField['kind']): FacetField {
  return {
    field: name,
    title: field.title,
    kind,
    unit: field.unit ?? null,
    better: field.better ?? null,
    step: field.step ?? null,
    min: null,
    max: null,
    items: [],
  }
}

async function labelsOf(
  { services, db }: Pick<ActionContext, 'services' | 'db'>,
  { type, dict, schema, ref }: Field,
  counts: readonly Counted[],
): Promise<(value: string) => string | undefined> {
  const model = services.model()
  if (type === 'region') return (value) => shortAreaName(value) ?? value
  if (type === 'boolean') return (value) => (value === 'true' ? '是' : '否')
  if (type === 'ref') {
    const ids = counts.map(({ value }) => value)
    if (ids.length === 0) return () => undefined
    const { rows } = await sql<{ id: string; title: string }>`select r.id, r.title from item r
      where ${isAmong('r.id', ids)} and ${sql.raw(isOpenRow(model, 'r', ref))}`.execute(db)
    const titles = new Map(rows.map(({ id, title }) => [id, title]))
    return (value) => titles.get(value)
  }
  const listed = Array.isArray(schema.enum)
    ? schema.enum.map((value) => ({ value, label: String(value) }))
    : undefined
  const choices = model.dictionaries.find(({ name }) => name === dict)?.items ?? listed
  if (!choices) return (value) => value
  // Items keep a removed choice, but it is no longer available as a filter.
  const labels = new Map(choices.map(({ value, label }) => [value, label]))
  return (value) => labels.get(value)
}
