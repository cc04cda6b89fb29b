// Selects the facets of a list and describes the counted ones for readers.
import { sql } from 'kysely'
import type { ActionContext } from '#server/content/action.ts'
import { isOpen } from '#server/content/fields/open-states.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Counted, FacetRange } from '#server/content/parameters/count-facets.ts'
import { isNumber, parameterName } from '#server/content/parameters/parameter-plan.ts'
import { shortAreaName } from '#server/platform/areas/area-names.ts'
import { isAmong } from '#server/platform/database/is-among.ts'
import type { Field } from '#shared/model/content-model.ts'

export const PROVINCE_DIGITS = 2
const CHOICES = new Set<Field['type']>(['dict', 'dict-list', 'region', 'ref', 'boolean'])

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

/** Fields of the type that everybody may filter by. */
export function facetFields({ type }: TypePlan, fixed: Readonly<Record<string, unknown>>): Field[] {
  return type.fields.filter(
    (field) =>
      field.filter &&
      !field.system &&
      field.visible === undefined &&
      !Object.hasOwn(fixed, field.name) &&
      (CHOICES.has(field.type) || isNumber(field)),
  )
}

/** Parameters of the asked category that can be filtered by. */
export function facetParameters({ parameters }: TypePlan, category: string | undefined): readonly Field[] {
  return parameters?.sets.get(category ?? '')?.fields.filter(({ filter }) => filter) ?? []
}

export function toRange(field: Field, name: string, { min, max }: FacetRange): FacetField {
  return { ...describe(field, name, 'range'), min, max }
}

export async function toChoice(
  context: Pick<ActionContext, 'services' | 'db' | 'plan'>,
  field: Field,
  name: string,
  counts: readonly Counted[],
): Promise<FacetField> {
  const labels = await labelsOf(context, field, counts)
  return {
    ...describe(field, name, 'choice'),
    // Referenced items that are no longer readable have no title.
    items: counts.flatMap((one) => {
      const label = labels(one.value)
      return label === undefined ? [] : [{ ...one, label }]
    }),
  }
}

function describe(field: Field, name: string, kind: FacetField['kind']): FacetField {
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

export const facetName = ({ parameters }: TypePlan, key: string): string =>
  parameters ? parameterName(parameters, key) : key

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
      where ${isAmong('r.id', ids)} and ${sql.raw(isOpen(model, 'r', ref))}`.execute(db)
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
