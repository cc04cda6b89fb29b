// Counts the use of the portal from daily numbers: visits, readers, what is read most, searches, handling times.
import { type RawBuilder, sql } from 'kysely'
import type { Call } from '#server/platform/call.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import type { DayCount } from '#server/platform/statistics/day-counter.ts'
import type { Statistic } from '#shared/content/statistics.ts'
import type { Model } from '#shared/model/model.ts'
import type { Page } from '#shared/model/page-model.ts'
import {
  type DayRange,
  type GroupRow,
  groupOf,
  MAX_GROUPS,
  numberOf,
  periodGroups,
  readRange,
  sumOf,
} from './day-range.ts'

type Services = Call['services']

const NO_KEY = '其他'
const MINUTES_OF_HOUR = 60

interface Selection extends DayRange {
  readonly what: DayCount
  /** Undefined for all. */
  readonly keys?: readonly string[] | undefined
}

const whereOf = ({ what, from, to, keys }: Selection): RawBuilder<unknown> =>
  sql`what = ${what} and day between ${from}::date and ${to}::date
    ${keys === undefined ? sql`` : sql`and key = any(${keys}::text[])`}`

async function loadDays({ db }: Services, selection: Selection): Promise<readonly GroupRow[]> {
  const { rows } = await sql<GroupRow>`select day::text as value, sum(n)::int as count from day_count
    where ${whereOf(selection)} group by 1`.execute(db)
  return rows
}

async function loadKeys(
  { db }: Services,
  selection: Selection,
  most = MAX_GROUPS,
): Promise<readonly GroupRow[]> {
  const { rows } = await sql<GroupRow>`select key as value, sum(n)::int as count from day_count
    where ${whereOf(selection)} group by 1 order by 2 desc, 1 limit ${most}`.execute(db)
  return rows
}

const ZONES = 'zones/'

/** The zone of a page: the page itself, or the nearest one above it. */
function zoneOf(model: Model, { id, trail }: Page): string | undefined {
  if (id.startsWith(ZONES)) return id.slice(ZONES.length)
  const above = new Set(trail.map(({ path }) => path))
  return model.pages.find((page) => page.id.startsWith(ZONES) && above.has(page.path))?.id.slice(ZONES.length)
}

const typeOfPage = (page: Page): string | undefined => ('contentType' in page ? page.contentType : undefined)

/** The pages of a zone or of a content type; undefined for all. */
function chosenPages({ params, services }: Call): readonly string[] | undefined {
  const [zone, type] = [readText(params, 'zone'), readText(params, 'type')]
  if (zone === undefined && type === undefined) return undefined
  const model = services.model()
  return model.pages
    .filter(
      (page) =>
        (zone === undefined || zoneOf(model, page) === zone) &&
        (type === undefined || typeOfPage(page) === type),
    )
    .map(({ id }) => id)
}

const titleOfPage = ({ pages }: Model, id: string): string =>
  pages.find((page) => page.id === id)?.title ?? NO_KEY

export const titleOfType = ({ contentTypes }: Model, name: string): string =>
  contentTypes.find((type) => type.name === name)?.title ?? NO_KEY

/** Adds up rows under another name. */
function regroup(rows: readonly GroupRow[], nameOf: (value: string) => string | undefined): GroupRow[] {
  const sums = new Map<string, number>()
  for (const { value, count } of rows) {
    const name = nameOf(value)
    if (name !== undefined) sums.set(name, (sums.get(name) ?? 0) + count)
  }
  return [...sums].map(([value, count]) => ({ value, count }))
}

/** Pages are few, so all of them are read. */
const MANY = 10_000

export async function countVisits(call: Call): Promise<Statistic> {
  const { services, params } = call
  const range = readRange(params, services.clock())
  const keys = chosenPages(call)
  const selection: Selection = { ...range, what: 'visit', keys }
  const model = services.model()
  const [days, pages] = await Promise.all([
    loadDays(services, selection),
    loadKeys(services, selection, MANY),
  ])
  // Nobody knows which readers of the day came to which page.
  const readers = keys === undefined ? await loadDays(services, { ...range, what: 'reader' }) : []
  const byId = new Map(model.pages.map((page) => [page.id, page]))
  const of = (name: (page: Page) => string | undefined) => (id: string) => {
    const page = byId.get(id)
    return page && name(page)
  }
  const zones = regroup(
    pages,
    of((page) => zoneOf(model, page)),
  )
  const types = regroup(pages, of(typeOfPage))
  return {
    totalCount: sumOf(days),
    numbers:
      keys === undefined
        ? [numberOf('readers', '读者', '人次', { count: readers.length, sum: sumOf(readers) })]
        : [],
    groups: [
      ...periodGroups(days, range),
      groupOf('page', '页面', pages, (id) => titleOfPage(model, id)),
      groupOf('zone', '专区', zones, (id) => titleOfPage(model, `${ZONES}${id}`)),
      groupOf('type', '内容类型', types, (name) => titleOfType(model, name)),
    ],
  }
}

/** Views of items, each once in half an hour for each reader. */
export async function countReads({ services, params }: Call): Promise<Statistic> {
  const range = readRange(params, services.clock())
  const type = readText(params, 'type')
  const model = services.model()
  const where = sql`views > 0 and day between ${range.from}::date and ${range.to}::date
    ${type === undefined ? sql`` : sql`and type = ${type}`}`
  const load = async (value: RawBuilder<unknown>, most: number) =>
    (
      await sql<GroupRow>`select ${value} as value, sum(views)::int as count from item_interest
        where ${where} group by 1 order by 2 desc, 1 limit ${most}`.execute(services.db)
    ).rows
  const [days, types, items] = await Promise.all([
    load(sql`day::text`, MANY),
    load(sql`type`, MANY),
    load(sql`item_id`, MAX_GROUPS),
  ])
  const { rows: titles } = await sql<{
    id: string
    type: string
    title: string
  }>`select id, type, title from item
    where id = any(${items.map(({ value }) => value)}::text[])`.execute(services.db)
  const known = new Map(titles.map((item) => [item.id, item]))
  const named = items.map((row) => ({ ...row, type: known.get(row.value)?.type ?? '' }))
  return {
    totalCount: sumOf(days),
    numbers: [],
    groups: [
      ...periodGroups(days, range),
      groupOf('item', '内容', named, (id) => known.get(id)?.title ?? '已删除的内容'),
      groupOf('type', '内容类型', types, (name) => titleOfType(model, name)),
    ],
  }
}

export async function countSearches({ services, params }: Call): Promise<Statistic> {
  const range = readRange(params, services.clock())
  const [days, words, noneDays, none] = await Promise.all([
    loadDays(services, { ...range, what: 'search' }),
    loadKeys(services, { ...range, what: 'search' }),
    loadDays(services, { ...range, what: 'searchNone' }),
    loadKeys(services, { ...range, what: 'searchNone' }),
  ])
  const toLabel = (word: string) => word || NO_KEY
  return {
    totalCount: sumOf(days),
    numbers: [numberOf('none', '无结果的搜索', '次', { count: noneDays.length, sum: sumOf(noneDays) })],
    groups: [
      ...periodGroups(days, range),
      groupOf('word', '搜索词', words, toLabel),
      groupOf('none', '无结果的搜索词', none, toLabel),
    ],
  }
}

/** Decisions of others than the owner, and how long after its submission each was made. */
export async function countHandling({ services, params }: Call): Promise<Statistic> {
  const range = readRange(params, services.clock())
  const type = readText(params, 'type')
  const keys = type === undefined ? undefined : [type]
  const model = services.model()
  const [days, types, minutes] = await Promise.all([
    loadDays(services, { ...range, what: 'decided', keys }),
    loadKeys(services, { ...range, what: 'decided', keys }, MANY),
    loadKeys(services, { ...range, what: 'decidedMinutes', keys }, MANY),
  ])
  const hours = (count: number, sum: number) =>
    numberOf('hours', '办理时长', '小时', { count, sum: sum / MINUTES_OF_HOUR })
  const minutesOf = new Map(minutes.map(({ value, count }) => [value, count]))
  const rows = types.map(({ value, count }) => ({
    value,
    count,
    numbers: [hours(count, minutesOf.get(value) ?? 0)],
  }))
  return {
    totalCount: sumOf(days),
    numbers: [hours(sumOf(days), sumOf(minutes))],
    groups: [
      ...periodGroups(days, range),
      groupOf('type', '内容类型', rows, (name) => titleOfType(model, name)),
    ],
  }
}
