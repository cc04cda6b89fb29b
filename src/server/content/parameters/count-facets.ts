// Counts facets in the projection with few passes over narrow rows, independent of the number of fields.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { factorOf, type SlottedLeaf } from './parameter-sql.ts'

export interface Counted {
  readonly value: string
  readonly count: number
}

export interface FacetRange {
  readonly min: number | null
  readonly max: number | null
}

const MAX_CHOICES = 200

/** `expressions` on `parameter_value`, texts or lists of texts, by name; the number of all rows stands under ''. */
export async function countGroups(
  db: Kysely<Schema>,
  where: RawBuilder<unknown>,
  expressions: ReadonlyMap<string, { readonly expression: string; readonly isList: boolean }>,
): Promise<ReadonlyMap<string, readonly Counted[]>> {
  const entries = [...expressions]
  const columns = entries.map(([, { expression }], at) => `${expression} as g${at}`)
  const marks = entries.map((_, at) => `(g${at})`)
  // Every pass over the rows groups them in all ways at once; lists are taken apart when equal ones are counted already.
  const values = entries.map(([, { isList }], at) =>
    isList
      ? `select ${at} as at, one.value, sum(n)::int as count from counted, unnest(g${at}) one (value)
          where mark = ${groupingMask(entries.length, at)} group by one.value`
      : `select ${at} as at, g${at}::text as value, n::int as count from counted
          where mark = ${groupingMask(entries.length, at)} and g${at} is not null`,
  )
  const grouping = entries.length === 0 ? '0' : `grouping(${entries.map((_, at) => `g${at}`).join(', ')})`
  const { rows } = await sql<{ at: number; value: string; count: number }>`
    with counted as materialized (
      select ${sql.raw([...entries.map((_, at) => `g${at}`), `${grouping} as mark`].join(', '))}, count(*) as n
      from (select ${sql.raw(columns.join(', ') || '1')} from parameter_value where ${where}) part
      group by grouping sets (${sql.raw([...marks, '()'].join(', '))}))
    ${sql.raw(values.map((one) => `${one} union all `).join(''))}
    select -1 as at, '' as value, n::int as count from counted where mark = ${sql.raw(String(groupingMask(entries.length, -1)))}`.execute(
    db,
  )
  const found = new Map(['', ...expressions.keys()].map((name): [string, Counted[]] => [name, []]))
  for (const { at, value, count } of rows) found.get(entries[at]?.[0] ?? '')?.push({ value, count })
  for (const counts of found.values()) counts.sort(byCount)
  return new Map([...found].map(([name, counts]) => [name, counts.slice(0, MAX_CHOICES)]))
}

/**
 * Returns the value of `grouping` for rows grouped only by the expression at `at`: each expression that is not
 * grouped by sets a bit.
 */
function groupingMask(count: number, at: number): number {
  const all = 2 ** count - 1
  return at < 0 ? all : all - 2 ** (count - 1 - at)
}

export function byCount(a: Counted, b: Counted): number {
  return b.count - a.count || (a.value < b.value ? -1 : 1)
}

/** The range that occurs of each key, in the unit of the leaf's category. */
export async function findRanges(
  db: Kysely<Schema>,
  leaf: SlottedLeaf,
  where: RawBuilder<unknown>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, FacetRange>> {
  if (keys.length === 0) return new Map()
  const columns = keys.flatMap((key, at) => {
    const slot = sql.ref(leaf.slots.get(key) ?? '')
    return [sql`min(${slot}) as ${sql.ref(`low${at}`)}`, sql`max(${slot}) as ${sql.ref(`high${at}`)}`]
  })
  const { rows } = await sql<Readonly<Record<string, number | null>>>`
    select ${sql.join(columns)} from parameter_value where ${where}`.execute(db)
  return new Map(
    keys.map((key, at) => {
      const factor = factorOf(leaf, key)
      const toRequestedUnit = (value: number | null | undefined) =>
        value === null || value === undefined ? null : Number((value * factor).toPrecision(10))
      return [
        key,
        { min: toRequestedUnit(rows[0]?.[`low${at}`]), max: toRequestedUnit(rows[0]?.[`high${at}`]) },
      ]
    }),
  )
}

export function joinRanges(ranges: readonly FacetRange[]): FacetRange {
  const of = (pick: (...values: number[]) => number, values: readonly (number | null)[]) => {
    const there = values.filter((value) => value !== null)
    return there.length > 0 ? pick(...there) : null
  }
  return {
    min: of(
      Math.min,
      ranges.map(({ min }) => min),
    ),
    max: of(
      Math.max,
      ranges.map(({ max }) => max),
    ),
  }
}
