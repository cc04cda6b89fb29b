// Reads one page of a list by SQL, with the number of all its rows.
import { type RawBuilder, sql } from 'kysely'
import type { Call } from '#server/platform/call.ts'
import { type Paged, toPaged } from '#shared/calls/envelope.ts'
import { readPaging } from './read-parameter.ts'

interface PageQuery {
  readonly columns: RawBuilder<unknown>
  /** From `from` on, with its conditions. */
  readonly from: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
  /** The same rows for counting, where not all joined tables decide which they are. */
  readonly counted?: RawBuilder<unknown>
}

export async function readPage<Row, Entry = Row>(
  { services, params }: Pick<Call, 'services' | 'params'>,
  { columns, from, order, counted = from }: PageQuery,
  toEntry: (row: Row) => Entry = (row) => row as unknown as Entry,
): Promise<Paged<Entry>> {
  const paging = readPaging(params)
  const [{ rows }, count] = await Promise.all([
    sql<Row>`select ${columns} ${from} order by ${order}
      limit ${paging.limit} offset ${(paging.page - 1) * paging.limit}`.execute(services.db),
    sql<{ total: number }>`select count(*)::int as total ${counted}`.execute(services.db),
  ])
  return toPaged(rows.map(toEntry), count.rows[0]?.total ?? 0, paging)
}
