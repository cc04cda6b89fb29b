// Ranks numbers of an item among its public peers: the count of smaller values, the median, the extremes.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export interface Rank {
  /** Items with a smaller number, with the same, and with any. */
  readonly less: number
  readonly same: number
  readonly all: number
}

export interface RankStatistics extends Rank {
  readonly min: number | null
  readonly max: number | null
  readonly median: number | null
}

export interface Measured {
  /** SQL of the number of a row. */
  readonly expression: string
  readonly own: number | null
}

type Columns = (measured: Measured, as: (name: string) => RawBuilder<unknown>) => RawBuilder<unknown>[]
type Row = Readonly<Record<string, number | null>>

/** One for each of `measured`, in one pass over the rows of `from`. */
export async function loadRanks(
  db: Kysely<Schema>,
  from: RawBuilder<unknown>,
  measured: readonly Measured[],
): Promise<readonly Rank[]> {
  const row = await load(db, from, measured, rankColumns)
  return measured.map((_, at) => toRank(row, at))
}

/** The same, with the rows sorted for the middle of each. */
export async function loadRankStatistics(
  db: Kysely<Schema>,
  from: RawBuilder<unknown>,
  measured: readonly Measured[],
): Promise<readonly RankStatistics[]> {
  const row = await load(db, from, measured, (one, as) => [...rankColumns(one, as), ...endColumns(one, as)])
  return measured.map((_, at) => ({
    ...toRank(row, at),
    min: row[`min${at}`] ?? null,
    max: row[`max${at}`] ?? null,
    median: row[`median${at}`] ?? null,
  }))
}

/** The share of items with a worse number, equal ones counted half; null where no item has any. */
export function worseShare({ less, same, all }: Rank, better: 'high' | 'low' | null): number | null {
  if (all === 0) return null
  const worse = better === 'low' ? all - less - same : less
  return (worse + same / 2) / all
}

const rankColumns: Columns = ({ expression, own }, as) => {
  const value = sql.raw(expression)
  const mine = sql`${own}::float8`
  return [
    sql`count(*) filter (where ${value} < ${mine})::int as ${as('less')}`,
    sql`count(*) filter (where ${value} = ${mine})::int as ${as('same')}`,
    sql`count(${value})::int as ${as('all')}`,
  ]
}

const endColumns: Columns = ({ expression }, as) => {
  const value = sql.raw(expression)
  return [
    sql`min(${value})::float8 as ${as('min')}`,
    sql`max(${value})::float8 as ${as('max')}`,
    sql`percentile_cont(0.5) within group (order by (${value})::float8) as ${as('median')}`,
  ]
}

const toRank = (row: Row, at: number): Rank => ({
  less: row[`less${at}`] ?? 0,
  same: row[`same${at}`] ?? 0,
  all: row[`all${at}`] ?? 0,
})

async function load(
  db: Kysely<Schema>,
  from: RawBuilder<unknown>,
  measured: readonly Measured[],
  columnsOf: Columns,
): Promise<Row> {
  if (measured.length === 0) return {}
  const columns = measured.flatMap((one, at) => columnsOf(one, (name) => sql.ref(`${name}${at}`)))
  const { rows } = await sql<Row>`select ${sql.join(columns)} ${from}`.execute(db)
  return rows[0] ?? {}
}
