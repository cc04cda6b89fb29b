// Filters the site search by type, code, province and time, and counts the results of each choice.
import { type RawBuilder, sql } from 'kysely'
import { shortAreaName } from '#server/platform/areas/area-names.ts'
import { dayAt, instantAt } from '#shared/formats/portal-time.ts'
import { type CodeFacet, codeCounts, codeFacts, hasCodes } from './search-by-codes.ts'

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
  /** Codes, by the parameter that asks for them. */
  readonly codes?: Readonly<Record<string, string>>
}

export interface SearchFacet {
  readonly field: string
  readonly title: string
  readonly items: readonly { readonly value: string; readonly label: string; readonly count: number }[]
}

/** The columns that the counts and conditions below read of each match. */
export const factsOf = (facets: readonly CodeFacet[]): RawBuilder<unknown> =>
  sql`, left(region, 2) as found_region, published_at as found_at${sql.raw(codeFacts(facets))}`

/**
 * The start of each period, at the beginning of a day in the portal's time zone, so that results are stable for a
 * day.
 */
export type Begins = Readonly<Record<string, string>>

export const beginsAt = (now: Date): Begins =>
  Object.fromEntries(TIMES.map(({ value, days }) => [value, instantAt(dayAt(now, days)).toISOString()]))

const since = (begin: string): RawBuilder<unknown> => sql`found_at >= (select ${begin}::timestamptz)`

const ALL = sql`true`
const all = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  parts.length === 0 ? ALL : sql.join(parts, sql` and `)

function inRegion({ region }: Narrowing): RawBuilder<unknown>[] {
  return region === undefined ? [] : [sql`found_region = ${region}`]
}

function inTime({ since: chosen }: Narrowing, begins: Begins): RawBuilder<unknown>[] {
  const begin = chosen === undefined ? undefined : begins[chosen]
  return begin === undefined ? [] : [since(begin)]
}

const inCodes = ({ codes = {} }: Narrowing, facets: readonly CodeFacet[], except?: CodeFacet) =>
  hasCodes(facets, codes, except)

export const isNarrowed = (
  narrowing: Narrowing,
  begins: Begins,
  facets: readonly CodeFacet[],
): RawBuilder<unknown> =>
  all([...inRegion(narrowing), ...inTime(narrowing, begins), ...inCodes(narrowing, facets)])

/** Counts each choice under all other chosen filters, so that the user can compare choices. */
export function facetCounts(
  narrowing: Narrowing,
  begins: Begins,
  types: readonly string[] | undefined,
  facets: readonly CodeFacet[],
): RawBuilder<unknown> {
  const ofType = types ? [sql`found_type in (${sql.join(types.map((type) => sql.lit(type)))})`] : []
  const region = inRegion(narrowing)
  const time = inTime(narrowing, begins)
  const codes = inCodes(narrowing, facets)
  const times = sql.join(
    Object.entries(begins).map(
      ([value, begin]) => sql`${sql.lit(value)}, count(*) filter (where ${since(begin)})::int`,
    ),
  )
  const counted = facets.flatMap((facet) => [
    sql`${sql.lit(facet.name)}`,
    codeCounts(facet, all([...ofType, ...region, ...time, ...inCodes(narrowing, facets, facet)])),
  ])
  return sql`select
    (select jsonb_object_agg(found_type, many) from (
      select found_type, count(*)::int as many from found where ${isNarrowed(narrowing, begins, facets)} group by 1) by_type) as counts,
    (select jsonb_object_agg(found_region, many) from (
      select found_region, count(*)::int as many from found
      where ${all([sql`found_region is not null`, ...ofType, ...time, ...codes])} group by 1) by_region) as regions,
    (select jsonb_build_object(${times}) from found where ${all([...ofType, ...region, ...codes])}) as times,
    ${counted.length === 0 ? sql`'{}'::jsonb` : sql`jsonb_build_object(${sql.join(counted)})`} as codes`
}

export interface FacetRow {
  readonly regions?: Readonly<Record<string, number>> | null
  readonly times?: Readonly<Record<string, number>> | null
  readonly codes?: Readonly<Record<string, Readonly<Record<string, number>> | null>> | null
}

/** Choices that find something, codes and regions with most first; what is chosen stays among them. */
export function toFacets(
  { regions, times, codes }: FacetRow,
  { region, since, codes: chosen = {} }: Narrowing,
  facets: readonly CodeFacet[],
): SearchFacet[] {
  return [
    {
      field: 'since',
      title: '时间',
      items: TIMES.map(({ value, label }) => ({ value, label, count: times?.[value] ?? 0 })).filter(
        ({ value, count }) => count > 0 || value === since,
      ),
    },
    ...facets.map(({ name, title, labels }) => ({
      field: name,
      title,
      items: toChoices(codes?.[name] ?? {}, chosen[name], (value) => labels.get(value)),
    })),
    { field: 'region', title: '地区', items: toChoices(regions ?? {}, region, shortAreaName) },
  ]
}

/** Choices whose title no longer exists are not offered. */
function toChoices(
  counts: Readonly<Record<string, number>>,
  chosen: string | undefined,
  nameOf: (value: string) => string | undefined,
): SearchFacet['items'] {
  const all = chosen === undefined ? counts : { [chosen]: 0, ...counts }
  return Object.entries(all)
    .flatMap(([value, count]) => {
      const label = nameOf(value)
      return label === undefined ? [] : [{ value, label, count }]
    })
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value))
}
