// Counts what was published, who registered, and in which states items are.
import { sql } from 'kysely'
import { arePublic } from '#server/content/fields/public-states.ts'
import { ACCOUNT, ACCOUNT_STATUS_TITLES } from '#server/platform/accounts/account-status.ts'
import { shortAreaName } from '#server/platform/areas/area-names.ts'
import type { Call } from '#server/platform/call.ts'
import { badParameter, readText, readValues } from '#server/platform/calls/read-parameter.ts'
import { isPersonal } from '#shared/access/personal-fields.ts'
import type { Statistic } from '#shared/content/statistics.ts'
import { zoneName } from '#shared/formats/portal-time.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import { type GroupRow, groupOf, instantsOf, numberOf, periodGroups, readRange, sumOf } from './day-range.ts'
import { titleOfType } from './usage-statistics.ts'

interface Grouped {
  readonly type: string | null
  readonly region: string | null
  readonly day: string | null
  readonly owner: string | null
  /** Which of them it is grouped by, as bits. */
  readonly by: number
  readonly count: number
}

const BY = { type: 0b0111, region: 0b1011, day: 0b1101, owner: 0b1110 } as const

/** Items that are public now, by the day of their first publication. One scan of an index counts all groups. */
export async function countPublished(call: Call): Promise<Statistic> {
  const { services, params } = call
  const range = readRange(params, services.clock())
  const { begin, end } = instantsOf(range)
  const type = readText(params, 'type')
  const model = services.model()
  const types = model.contentTypes.filter(
    ({ name, lifecycle }) => publicStates(lifecycle).length > 0 && (type === undefined || name === type),
  )
  const { rows } = await sql<Grouped>`
    select type, left(region, 2) as region, (published_at at time zone ${sql.lit(zoneName())})::date::text as day,
      owner_id as owner, grouping(type, left(region, 2), (published_at at time zone ${sql.lit(zoneName())})::date, owner_id) as by,
      count(*)::int as count
    from item where published_at >= ${begin} and published_at < ${end} and ${sql.raw(arePublic(types))}
    group by grouping sets ((type), (left(region, 2)), ((published_at at time zone ${sql.lit(zoneName())})::date), (owner_id))`.execute(
    services.db,
  )
  const of = (name: keyof typeof BY): GroupRow[] =>
    rows.flatMap((row) => (row.by === BY[name] ? [{ value: row[name] ?? '', count: row.count }] : []))
  const days = of('day')
  return {
    totalCount: sumOf(days),
    numbers: [],
    groups: [
      ...periodGroups(days, range),
      groupOf('type', '内容类型', of('type'), (name) => titleOfType(model, name)),
      groupOf(
        'region',
        '地区',
        of('region').filter(({ value }) => value !== ''),
        (code) => shortAreaName(code) ?? code,
      ),
      groupOf('publisher', '发布单位', await toUnits(call, of('owner')), (name) => name),
    ],
  }
}

/**
 * The unit of who published it, by the answer that the call names of the account's registration; else the role. No
 * person is named: an answer that is personal is refused.
 */
async function toUnits({ services, params }: Call, owners: readonly GroupRow[]): Promise<GroupRow[]> {
  const { roles, forms } = services.model()
  const field = readText(params, 'publisher')
  const named = forms.flatMap((form) => form.fields.filter(({ name }) => name === field))
  if (field !== undefined && (named.length === 0 || named.some(isPersonal))) throw badParameter('publisher')
  const answer = field === undefined ? sql`null::text` : sql`application ->> ${field}::text`
  const { rows } = await sql<{ id: string; role: string; unit: string | null }>`
    select id, role, ${answer} as unit from account
    where id = any(${owners.map(({ value }) => value)}::text[])`.execute(services.db)
  const accounts = new Map(rows.map((row) => [row.id, row]))
  const sums = new Map<string, number>()
  for (const { value, count } of owners) {
    const account = accounts.get(value)
    const unit = account?.unit || roles.find(({ name }) => name === account?.role)?.title || '其他'
    sums.set(unit, (sums.get(unit) ?? 0) + count)
  }
  return [...sums].map(([value, count]) => ({ value, count }))
}

const HOUR_MS = 3_600_000

export async function countRegistrations({ services, params }: Call): Promise<Statistic> {
  const range = readRange(params, services.clock())
  const { begin, end } = instantsOf(range)
  const model = services.model()
  const registered = model.roles.filter(({ registers }) => registers !== undefined).map(({ name }) => name)
  const { rows } = await sql<{ role: string; status: string; day: string; count: number }>`
    select role, status, (created_at at time zone ${sql.lit(zoneName())})::date::text as day, count(*)::int as count
    from account where created_at >= ${begin} and created_at < ${end} and role = any(${registered}::text[])
    group by 1, 2, 3`.execute(services.db)
  const { rows: decided } = await sql<{ count: number; hours: number }>`
    select count(*)::int as count, coalesce(sum(extract(epoch from reviewed_at - created_at)) * 1000 / ${HOUR_MS}::float8, 0)::float8 as hours
    from account where reviewed_at >= ${begin} and reviewed_at < ${end} and role = any(${registered}::text[])`.execute(
    services.db,
  )
  const by = (name: 'role' | 'status' | 'day'): GroupRow[] => {
    const sums = new Map<string, number>()
    for (const row of rows) sums.set(row[name], (sums.get(row[name]) ?? 0) + row.count)
    return [...sums].map(([value, count]) => ({ value, count }))
  }
  const days = by('day')
  const { count = 0, hours = 0 } = decided[0] ?? {}
  const titles: Readonly<Record<string, string>> = ACCOUNT_STATUS_TITLES
  return {
    totalCount: sumOf(days),
    numbers: [numberOf('hours', '办理时长', '小时', { count, sum: hours })],
    groups: [
      ...periodGroups(days, range),
      groupOf(
        'role',
        '用户类型',
        by('role'),
        (name) => model.roles.find((role) => role.name === name)?.title ?? name,
      ),
      groupOf(
        'status',
        '状态',
        by('status').filter(({ value }) => value !== ACCOUNT.deleted),
        (value) => titles[value] ?? value,
      ),
    ],
  }
}

/** How many items of the types are in each state now, from the numbers that are kept at each write. */
export async function countStates({ services, params }: Call): Promise<Statistic> {
  const wanted = readValues(params, 'types')
  const model = services.model()
  const types = model.contentTypes.filter(({ name }) => wanted?.includes(name) ?? true)
  const { rows } = await sql<{ type: string; status: string; count: number }>`
    select type, status, sum(n)::int as count from item_count
    where field = '' and type = any(${types.map(({ name }) => name)}::text[]) group by 1, 2 having sum(n) > 0`.execute(
    services.db,
  )
  const shown = rows.filter(({ type, status }) => {
    const state = types.find(({ name }) => name === type)?.lifecycle.states[status]
    return state !== undefined && state.gone !== true
  })
  return {
    totalCount: shown.reduce((sum, { count }) => sum + count, 0),
    numbers: [],
    groups: types.map(({ name, title, lifecycle }) =>
      groupOf(
        name,
        title,
        shown.flatMap(({ type, status, count }) => (type === name ? [{ value: status, count }] : [])),
        (status) => lifecycle.states[status]?.title ?? status,
      ),
    ),
  }
}
