// Counts items and summarises their numbers, in total and by the values of the operation's grouping fields.

import { type RawBuilder, sql } from 'kysely'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { countedValue } from '#server/content/fields/count-sql.ts'
import { type Summed, summaryColumns, toSummaries } from '#server/content/fields/summarise.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Counted } from '#server/content/query/facet-fields.ts'
import { findUnderstood, withReferred } from '#server/content/query/find-corrected.ts'
import { loadKeptSums, loadKeptValues } from '#server/content/query/kept-counts.ts'
import { type ListQuery, parseListQuery } from '#server/content/query/list-query.ts'
import { countStatement, listCondition } from '#server/content/query/run-list.ts'
import { shortAreaName } from '#server/platform/areas/area-names.ts'
import type { Statistic, StatisticGroup, StatisticItem } from '#shared/content/statistics.ts'
import { type Every, periodLabel } from '#shared/formats/periods.ts'
import type { Field } from '#shared/model/content-model.ts'

const MAX_GROUPS = 50

type Row = Summed & { readonly value: string; readonly count: number }

export const statistic: ContentActionHandler = async (context): Promise<unknown> => {
  const { plan, content, params, caller, services } = context
  const parsed = parseListQuery(plan, content, params, caller, context.operation.access)
  const query = await withReferred(context, parsed)
  const load = async () => {
    const { answer } = await findUnderstood(
      context,
      query,
      (requested) => loadStatistic(context, requested),
      ({ totalCount }) => totalCount === 0,
    )
    return answer
  }
  if (query.owner !== undefined) return load()
  const { page, limit, sort, ...counted } = query
  const { by, of, every } = content
  const key = JSON.stringify([plan.type.name, services.model().hash, by, of, every, counted])
  return services.cache.read(plan.topics, `statistic:${key}`, load)
}

async function loadStatistic(context: ActionContext, query: ListQuery): Promise<Statistic> {
  const { plan, content, db } = context
  const fieldsOf = (names: readonly string[] = []) => names.flatMap((name) => plan.byName.get(name) ?? [])
  const numbers = fieldsOf(content.of)
  const row = await loadWhole(db, plan, query, numbers)
  const groups: StatisticGroup[] = []
  for (const field of fieldsOf(content.by)) groups.push(await groupBy(context, query, field, numbers))
  return {
    totalCount: Number(row.total ?? 0),
    numbers: toSummaries(row, numbers).map((summary, place) => ({
      ...summary,
      title: numbers[place]?.title ?? summary.field,
      unit: numbers[place]?.unit ?? null,
    })),
    groups,
  }
}

async function loadWhole(
  db: ActionContext['db'],
  plan: TypePlan,
  query: ListQuery,
  numbers: readonly Field[],
): Promise<Summed> {
  const kept = numbers.length > 0 ? await loadKeptSums(db, plan, query, numbers) : undefined
  if (kept?.[0]) return { ...kept[0], total: kept[0].count }
  // Without numbers the total may be one that is kept.
  const whole =
    numbers.length === 0
      ? countStatement(plan, query)
      : sql`select count(*)::int as total${sql.raw(summaryColumns(plan, numbers))} from item where ${listCondition(plan, query)}`
  const { rows } = await sql<Summed>`${whole}`.execute(db)
  return rows[0] ?? {}
}

/** Counted by period, the newest first. */
const isTime = ({ type }: Field): boolean => type === 'date' || type === 'date-time'

async function groupBy(
  { plan, content, services, db }: ActionContext,
  query: ListQuery,
  field: Field,
  numbers: readonly Field[],
): Promise<StatisticGroup> {
  const every: Every = content.every ?? 'month'
  const order = sql.raw(isTime(field) ? '1 desc' : '2 desc, 1')
  const grouping = { query, field, every, numbers, order }
  const rows = (await loadKeptGroups(db, plan, grouping)) ?? (await loadGroups(db, plan, grouping))
  const items = services.model().dictionaries.find(({ name }) => name === field.dict)?.items ?? []
  const labels = new Map(items.map((item) => [item.value, item.label]))
  const toLabel = (one: string): string => {
    if (field.type === 'region') return shortAreaName(one) ?? one
    if (isTime(field)) return periodLabel(one, every)
    if (field.type === 'boolean') return one === 'true' ? '是' : '否'
    return labels.get(one) ?? one
  }
  return {
    field: field.name,
    title: field.title,
    ...(isTime(field) ? { every } : {}),
    items: rows.map((row) => toItem(row, toLabel(row.value), numbers)),
  }
}

interface Grouping {
  readonly query: ListQuery
  readonly field: Field
  readonly every: Every
  readonly numbers: readonly Field[]
  /** Of the columns `value` and `count`. */
  readonly order: RawBuilder<unknown>
}

async function loadKeptGroups(
  db: ActionContext['db'],
  plan: TypePlan,
  { query, field, every, numbers, order }: Grouping,
): Promise<readonly Row[] | undefined> {
  if (numbers.length > 0) {
    const grouping = { by: field, every, order, most: MAX_GROUPS }
    return (await loadKeptSums(db, plan, query, numbers, grouping)) as readonly Row[] | undefined // grouped, so with values
  }
  const kept = await loadKeptValues(db, plan, query, field, { every })
  return kept && mostOf(kept, field)
}

/** As the statements order them. */
function mostOf(counts: readonly Counted[], field: Field): readonly Row[] {
  const after = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  const order = (a: Counted, b: Counted): number =>
    isTime(field) ? after(b.value, a.value) : b.count - a.count || after(a.value, b.value)
  return counts
    .toSorted(order)
    .slice(0, MAX_GROUPS)
    .map((one) => ({ ...one }))
}

async function loadGroups(
  db: ActionContext['db'],
  plan: TypePlan,
  { query, field, every, numbers, order }: Grouping,
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select one.value as value, count(*)::int as count${sql.raw(summaryColumns(plan, numbers))}
    from item, lateral (select ${sql.raw(countedValue(plan.type, field, every))} as value) one
    where ${listCondition(plan, query)} and one.value is not null
    group by 1 order by ${order} limit ${MAX_GROUPS}`.execute(db)
  return rows
}

function toItem(row: Row, label: string, numbers: readonly Field[]): StatisticItem {
  const { value, count } = row
  return { value, label, count, ...(numbers.length === 0 ? {} : { numbers: toSummaries(row, numbers) }) }
}
