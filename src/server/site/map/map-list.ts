// Returns the list beside the map: the items of all chosen layers, newest first.
import { sql } from 'kysely'
import type { Call } from '#server/platform/call.ts'
import { badParameter, readPaging } from '#server/platform/calls/read-parameter.ts'
import { type Paged, toPaged } from '#shared/calls/envelope.ts'
import type { MapEntry } from '#shared/calls/map-answers.ts'
import { regionColumn } from './map-counts.ts'
import { chosenLayers, readLayers, readMapQuery, rowsOf } from './map-layers.ts'
import { mapRegionName } from './map-region.ts'
import { loadRegionCounts } from './map-regions.ts'

/** The maximum depth of paging; beyond it the list of a single type is more useful. */
const MAX_OFFSET = 10_000

interface Row {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly region: string | null
  readonly publishedAt: Date | null
}

export async function mapList(call: Call): Promise<unknown> {
  const { services, params } = call
  const model = services.model()
  const query = readMapQuery(params)
  const layers = chosenLayers(model, params, call.caller)
  const paging = readPaging(params)
  const offset = (paging.page - 1) * paging.limit
  if (offset + paging.limit > MAX_OFFSET) throw badParameter('page', '页数太大，请用筛选条件缩小范围')
  const key = JSON.stringify([query, layers.map(({ kind }) => kind), paging])
  const titles = new Map(layers.map(({ kind, title }) => [kind, title]))
  return readLayers(call, layers, `list:${key}`, async (): Promise<Paged<MapEntry>> => {
    const counts = await loadRegionCounts(call, query)
    const total = counts.reduce((sum, { kind, count }) => sum + (titles.has(kind) ? count : 0), 0)
    const rows = await loadNewest(call, rowsOf(model, layers, query, call.caller), offset, paging.limit)
    return toPaged(
      rows.map((row) => toEntry(row, titles)),
      total,
      paging,
    )
  })
}

/** Each layer gives as many as the page could show; the index of its list serves them in order. */
async function loadNewest(
  { services }: Call,
  layers: ReturnType<typeof rowsOf>,
  offset: number,
  limit: number,
): Promise<readonly Row[]> {
  if (layers.length === 0) return []
  const order = sql`order by published_at desc, id desc`
  const parts = layers.map(
    ({ layer, plan, where }) => sql`(select id, type, title, ${sql.raw(regionColumn(plan))} as region,
      ${sql.raw(layer.isOpen ? 'published_at' : 'created_at')} as published_at
      from item where ${where} ${order} limit ${sql.lit(offset + limit)})`,
  )
  const { rows } = await sql<Row>`select * from (${sql.join(parts, sql` union all `)}) newest
    ${order} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(services.db)
  return rows
}

function toEntry({ publishedAt, ...row }: Row, titles: ReadonlyMap<string, string>): MapEntry {
  return {
    ...row,
    typeTitle: titles.get(row.type) ?? row.type,
    regionName: row.region === null ? null : mapRegionName(row.region),
    publishedAt: publishedAt?.toISOString() ?? null,
  }
}
