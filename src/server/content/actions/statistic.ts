// Counts items and summarises their numbers, in total and by the values of the operation's grouping fields.

import { type RawBuilder, sql } from 'kysely'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { valueExpression } from '#server/content/fields/field-expression.ts'
import { type Summed, summaryColumns, toSummaries } from '#server/content/fields/summarise.ts'
import { findUnderstood, withReferred } from '#server/content/query/find-corrected.ts'
import { type ListQuery, parseListQuery } from '#server/content/query/list-query.ts'
import { countStatement, listCondition } from '#server/content/query/run-list.ts'
import { shortAreaName } from '#server/platform/areas/area-names.ts'
import type { Statistic, StatisticGroup, StatisticItem } from '#shared/content/statistics.ts'
import { type Every, PERIOD_LETTERS, periodLabel } from '#shared/formats/periods.ts'
import { zoneName } from '#shared/formats/portal-time.ts'
import type { Field } from '#shared/model/content-model.ts'

const PROVINCE_DIGITS = 2
const MAX_GROUPS = 50
const DAY_PATTERN = 'YYYY-MM-DD'

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
  const where = listCondition(plan, query)
  // Without numbers the total may be one that is kept.
  const whole =
    numbers.length === 0
      ? countStatement(plan, query)
      : sql`select count(*)::int as total${sql.raw(summaryColumns(plan, numbers))} from item where ${where}`
  const { rows } = await sql<Summed>`${whole}`.execute(db)
  const [row = {}] = rows
  const groups: StatisticGroup[] = []
  for (const field of fieldsOf(content.by)) groups.push(await groupBy(context, field, numbers, where))
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

/** Counted by period, the newest first. */
const isTime = ({ type }: Field): boolean => type === 'date' || type === 'date-time'

async function groupBy(
  { plan, content, services, db }: ActionContext,
  field: Field,
  numbers: readonly Field[],
  where: RawBuilder<unknown>,
): Promise<StatisticGroup> {
  const every: Every = content.every ?? 'month'
  const { rows } = await sql<Row>`
    select one.value as value, count(*)::int as count${sql.raw(summaryColumns(plan, numbers))}
    from ${sql.raw(sourceOf(plan, field, every))} where ${where} and one.value is not null
    group by 1 order by ${sql.raw(isTime(field) ? '1 desc' : '2 desc, 1')} limit ${MAX_GROUPS}`.execute(db)
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

function toItem(row: Row, label: string, numbers: readonly Field[]): StatisticItem {
  const { value, count } = row
  return { value, label, count, ...(numbers.length === 0 ? {} : { numbers: toSummaries(row, numbers) }) }
}

/** Items, each with what it is counted under as `one.value`. */
function sourceOf({ type }: ActionContext['plan'], field: Field, every: Every): string {
  const value = valueExpression(type, field) ?? 'null'
  const letters = PERIOD_LETTERS[every]
  const sources = {
    'dict-list': `item, jsonb_array_elements_text(case jsonb_typeof(${value}) when 'array' then ${value} else '[]'::jsonb end) as one (value)`,
    region: `item, lateral (select left(${value}, ${PROVINCE_DIGITS}) as value) one`,
    date: `item, lateral (select left(${value}, ${letters}) as value) one`,
    'date-time': `item, lateral (select to_char(${field.system ? value : `${value}::timestamptz`} at time zone '${zoneName()}', '${DAY_PATTERN.slice(0, letters)}') as value) one`,
  }
  return sources[field.type as keyof typeof sources] ?? `item, lateral (select ${value} as value) one`
}
