// Provides how a good engineer would serve items with parameters by hand: a table of typed columns, five routes, nothing general.
import fastify from 'fastify'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { findBestIndexes } from '#shared/parameters/compare-parameters.ts'

const NUMBERS = [
  'flow',
  'head',
  'depth',
  'turnAngle',
  'deployTime',
  'remote',
  'enginePower',
  'fuelHours',
  'hose',
  'gvw',
]
const LISTS = ['application', 'zoneKeys', 'certification']
const column = (name: string) => name.toLowerCase()

/** Of the category that is asked about. */
export const SET = 'E001'

const TABLE = [
  `create table hand_equipment as select id, title, body - array['detail', 'contactName', 'contactPhone'] as body,
    owner_id, published_at, created_at, updated_at, view_count, like_count, support_count, collect_count, comment_count, revision,
    category as set_id, region, body ->> 'companyId' as company, coalesce(body ->> 'isKey', 'false') as is_key,
    ${NUMBERS.map((name) => `case when jsonb_typeof(body -> 'params' -> '${name}') = 'number' then (body -> 'params' ->> '${name}')::float8 end as ${column(name)}`).join(', ')},
    ${LISTS.map((name) => `array(select jsonb_array_elements_text(body -> '${name}')) as ${column(name)}`).join(', ')}
    from item where type = 'equipment' and status = 'online'`,
  'alter table hand_equipment add primary key (id)',
  'create index on hand_equipment (published_at desc, id desc)',
  'create index on hand_equipment (set_id, published_at desc, id desc)',
  'create index on hand_equipment (set_id, region)',
  ...NUMBERS.map(
    (name) => `create index on hand_equipment (set_id, ${column(name)} desc nulls last, id desc)`,
  ),
  'analyze hand_equipment',
]

export async function makeByHand(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{
    there: boolean
  }>`select to_regclass('hand_equipment') is not null as there`.execute(db)
  if (rows[0]?.there) return
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    for (const statement of TABLE) await sql.raw(statement).execute(one)
  })
}

/** The same page as the portal's: also what its owner, its company and its standards are called. */
const COLUMNS = `id, title, body, published_at, created_at, updated_at, owner_id, view_count, like_count, support_count,
  collect_count, comment_count, revision,
  (select name from account where account.id = owner_id) as owner_name,
  (select r.title from item r where r.id = company and r.type = 'company' and r.status = 'online') as company_title,
  array(select (select r.title from item r where r.id = v.id and r.type = 'standard' and r.status = 'online')
    from jsonb_array_elements_text(coalesce(body -> 'standards', '[]')) with ordinality v (id, place) order by v.place)
    as standard_titles`
const RANGES =
  'set_id = $1 and flow between $2 and $3 and head between $4 and $5 and region >= $6 and region < $7'
const grouped = (name: string, value: string, from = 'part') =>
  `select '${name}' as name, ${value} as value, count(*)::int as n from ${from} where ${value} is not null group by 2`

const STATEMENTS = {
  first: `select ${COLUMNS} from hand_equipment order by published_at desc, id desc limit $1`,
  total: 'select count(*)::int as total from hand_equipment',
  ranges: `select ${COLUMNS} from hand_equipment where ${RANGES} order by published_at desc, id desc limit $8`,
  rangesTotal: `select count(*)::int as total from hand_equipment where ${RANGES}`,
  sorted: `select ${COLUMNS} from hand_equipment where set_id = $1 order by flow desc nulls last, id desc limit $2`,
  setTotal: 'select count(*)::int as total from hand_equipment where set_id = $1',
  /** The category's rows once, everything counted in them; categories themselves by their index. */
  counts: `with part as materialized (select left(region, 2) as region, company, is_key, ${LISTS.map(column).join(', ')}
      from hand_equipment where set_id = $1)
    select '' as name, '' as value, count(*)::int as n from part union all ${[
      grouped('region', 'region'),
      grouped('companyId', 'company'),
      grouped('isKey', 'is_key'),
      ...LISTS.map((name) => grouped(name, 'one', `part, unnest(${column(name)}) one`)),
    ].join(' union all ')}`,
  companies: `select id, title from item where id = any($1) and type = 'company' and status = 'online'`,
  extremes: `select ${NUMBERS.map((name) => `min(${column(name)}) as low_${column(name)}, max(${column(name)}) as high_${column(name)}`).join(', ')}
    from hand_equipment where set_id = $1`,
  sets: 'select set_id as value, count(*)::int as n from hand_equipment group by 1',
  compared: `select id, title, set_id, body -> 'params' as params from hand_equipment where id = any($1)`,
} as const

type Row = Readonly<Record<string, unknown>>
type Ask = (name: keyof typeof STATEMENTS, values: readonly unknown[]) => Promise<readonly Row[]>

/** Prepared statements, on a pool of its own where the database takes more than one connection. */
function asking(db: Kysely<Schema>, url: string | undefined): { readonly ask: Ask; close(): Promise<void> } {
  if (url === undefined) {
    const ask: Ask = async (name, values) =>
      (await db.withoutPlugins().executeQuery<Row>(CompiledQuery.raw(STATEMENTS[name], [...values]))).rows
    return { ask, close: async () => undefined }
  }
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  // A run that breaks off takes the database away; what broke it is the error to show.
  pool.on('error', () => undefined)
  return {
    ask: async (name, values) =>
      (await pool.query({ name, text: STATEMENTS[name], values: [...values] })).rows,
    close: () => pool.end(),
  }
}

/** What never changes while it runs, which somebody writing by hand would write down. */
export interface Constants {
  /** Names of the fields that everybody may see in a list. */
  readonly fields: readonly string[]
  readonly longTexts: readonly string[]
  /** The class above a category. */
  readonly above: Readonly<Record<string, string>>
  /** Facets with nothing counted. */
  readonly facets: readonly { readonly field: string; readonly kind: string }[]
  /** What choices are called: by field, then by value. */
  readonly labels: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Rows of the comparison with nothing in them. */
  readonly rows: readonly { readonly key: string; readonly better: 'high' | 'low' | null }[]
}

/** Its answers are those of the portal, for the five calls that are measured. */
export async function serveByHand(db: Kysely<Schema>, url: string | undefined, constants: Constants) {
  const { ask, close } = asking(db, url)
  const app = fastify()
  const page = async (rows: Promise<readonly Row[]>, total: Promise<readonly Row[]>) => {
    const [list, counted] = await Promise.all([rows, total])
    const totalCount = Number(counted[0]?.total)
    const answer = { list: list.map((row) => toItem(constants, row)), totalCount, pageSize: 10 }
    return success({ ...answer, totalPage: Math.ceil(totalCount / 10), currPage: 1 })
  }
  app.get('/first', () => page(ask('first', [10]), ask('total', [])))
  app.get<{ Querystring: Record<string, string> }>('/ranges', ({ query }) => {
    const { set, flowFrom, flowTo, headFrom, headTo, region } = query
    const values = [set, flowFrom, flowTo, headFrom, headTo, region, `${region}:`]
    return page(ask('ranges', [...values, 10]), ask('rangesTotal', values))
  })
  app.get<{ Querystring: { set: string } }>('/sorted', ({ query: { set } }) =>
    page(ask('sorted', [set, 10]), ask('setTotal', [set])),
  )
  app.get<{ Querystring: { set: string } }>('/facets', async ({ query: { set } }) =>
    success(await facetsOf(ask, constants, set)),
  )
  app.get<{ Querystring: { ids: string } }>('/compare', async ({ query }) => {
    const ids = query.ids.split(',')
    const found = await ask('compared', [ids])
    const rows = ids.flatMap((id): Row[] => found.filter((row) => row.id === id))
    return success(toComparison(constants, rows))
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    port: Number(new URL(address).port),
    close: async () => {
      await app.close()
      await close()
    },
  }
}

const success = (data: unknown) => ({ code: 0, msg: 'success', data })
const MOST_TEXT = 500

function toItem({ fields, longTexts, above }: Constants, row: Row): Record<string, unknown> {
  const body = row.body as Row
  const item: Record<string, unknown> = { id: row.id, type: 'equipment', title: row.title }
  for (const name of fields) item[name] = body[name] ?? null
  for (const name of longTexts) {
    const text = item[name]
    if (typeof text === 'string' && text.length > MOST_TEXT) item[name] = `${text.slice(0, MOST_TEXT)}…`
  }
  return Object.assign(item, {
    sysCategoryId: above[String(body.equipmentType)] ?? null,
    companyIdTitle: row.company_title,
    standardsTitle: row.standard_titles,
    status: 'online',
    statusReason: null,
    statusWords: null,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    viewCount: row.view_count,
    likeCount: row.like_count,
    supportCount: row.support_count,
    collectCount: row.collect_count,
    commentCount: row.comment_count,
    revision: row.revision,
    publishedAt: row.published_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
}

async function facetsOf(ask: Ask, { facets, labels }: Constants, set: string) {
  const counting = ask('counts', [set])
  const [counts, companies, [extremes = {}], sets] = await Promise.all([
    counting,
    counting.then((rows) =>
      ask('companies', [rows.flatMap(({ name, value }) => (name === 'companyId' ? [value] : []))]),
    ),
    ask('extremes', [set]),
    ask('sets', []),
  ])
  const titles = new Map(companies.map(({ id, title }) => [String(id), String(title)]))
  const all = [...counts, ...sets.map((one): Row => ({ name: 'equipmentType', ...one }))]
  return {
    totalCount: counts.find(({ name }) => name === '')?.n,
    category: set,
    facets: facets.map((facet) => {
      const name = facet.field.replace(/^params\./, '')
      if (facet.kind === 'range')
        return {
          ...facet,
          min: extremes[`low_${column(name)}`] ?? null,
          max: extremes[`high_${column(name)}`] ?? null,
        }
      const known = name === 'companyId' ? titles : labels.get(name)
      const items = all.flatMap(({ name: of, value, n }) => {
        const label = of === name ? known?.get(String(value)) : undefined
        return label === undefined ? [] : [{ value: String(value), count: Number(n), label }]
      })
      return { ...facet, items: items.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)) }
    }),
  }
}

function toComparison({ rows, labels }: Constants, found: readonly Row[]) {
  return {
    items: found.map(({ id, title, set_id }) => {
      const categoryTitle = labels.get('equipmentType')?.get(String(set_id))
      return { id, title, category: set_id, categoryTitle }
    }),
    rows: rows.map((row) => {
      const values = found.map(({ params }) => (params as Row)[row.key] ?? null)
      return { ...row, values, bestIndex: findBestIndexes(values, row.better ?? undefined) }
    }),
  }
}
