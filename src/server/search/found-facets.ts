// Owns what a search over the whole site is narrowed by beside the type, province and time, and how many each choice would find.
import { type RawBuilder, sql } from 'kysely'
import { dayAt, instantAt } from '../../shared/portal-time.ts'
import { areaName } from '../areas/area-names.ts'

/** Days back from the day that asks. */
const TIMES = [
  { value: 'week', label: '近一周', days: 7 },
  { value: 'month', label: '近一月', days: 31 },
  { value: 'year', label: '近一年', days: 366 },
] as const

export interface Narrowing {
  /** Province by its two digits. */
  readonly region?: string
  readonly since?: string
}

export interface FoundFacet {
  readonly field: string
  readonly title: string
  readonly items: readonly { readonly value: string; readonly label: string; readonly count: number }[]
}

/** What the counts and conditions below ask of each match. */
export const FACTS = sql`, left(region, 2) as found_region, published_at as found_at`

/** Where each time begins: with a day of the portal, so that answers are the same until it ends. */
export type Begins = Readonly<Record<string, string>>

export const beginsAt = (now: Date): Begins =>
  Object.fromEntries(TIMES.map(({ value, days }) => [value, instantAt(dayAt(now, days)).toISOString()]))

const since = (begin: string): RawBuilder<unknown> => sql`found_at >= (select ${begin}::timestamptz)`

const ALL = sql`true`

function inRegion({ region }: Narrowing): RawBuilder<unknown> {
  return region === undefined ? ALL : sql`found_region = ${region}`
}

function inTime({ since: chosen }: Narrowing, begins: Begins): RawBuilder<unknown> {
  const begin = chosen === undefined ? undefined : begins[chosen]
  return begin === undefined ? ALL : since(begin)
}

export const isNarrowed = (narrowing: Narrowing, begins: Begins): RawBuilder<unknown> =>
  sql`${inRegion(narrowing)} and ${inTime(narrowing, begins)}`

/** Each count with all that is chosen but what it counts itself, so that another choice can be judged. */
export function facetCounts(
  narrowing: Narrowing,
  begins: Begins,
  types: readonly string[] | undefined,
): RawBuilder<unknown> {
  const ofType = types ? sql`found_type in (${sql.join(types.map((type) => sql.lit(type)))})` : ALL
  const times = sql.join(
    Object.entries(begins).map(
      ([value, begin]) => sql`${sql.lit(value)}, count(*) filter (where ${since(begin)})::int`,
    ),
  )
  return sql`select
    (select jsonb_object_agg(found_type, many) from (
      select found_type, count(*)::int as many from found where ${isNarrowed(narrowing, begins)} group by 1) by_type) as counts,
    (select jsonb_object_agg(found_region, many) from (
      select found_region, count(*)::int as many from found
      where found_region is not null and ${ofType} and ${inTime(narrowing, begins)} group by 1) by_region) as regions,
    (select jsonb_build_object(${times}) from found where ${ofType} and ${inRegion(narrowing)}) as times`
}

export interface FacetRow {
  readonly regions?: Readonly<Record<string, number>> | null
  readonly times?: Readonly<Record<string, number>> | null
}

/** Choices that find something, regions with most first; what is chosen stays among them. */
export function toFacets({ regions, times }: FacetRow, { region, since }: Narrowing): FoundFacet[] {
  const provinces = Object.entries(regions ?? {}).flatMap(([value, count]) => {
    const label = areaName(value)
    return label === undefined ? [] : [{ value, label, count }]
  })
  return [
    {
      field: 'since',
      title: '时间',
      items: TIMES.map(({ value, label }) => ({ value, label, count: times?.[value] ?? 0 })).filter(
        ({ value, count }) => count > 0 || value === since,
      ),
    },
    {
      field: 'region',
      title: '地区',
      items: withChosen(provinces, region).sort(
        (a, b) => b.count - a.count || a.value.localeCompare(b.value),
      ),
    },
  ]
}

function withChosen(items: FoundFacet['items'], chosen: string | undefined): FoundFacet['items'][number][] {
  const label = chosen === undefined ? undefined : areaName(chosen)
  if (chosen === undefined || label === undefined || items.some(({ value }) => value === chosen))
    return [...items]
  return [...items, { value: chosen, label, count: 0 }]
}
