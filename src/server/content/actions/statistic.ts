// Owns how many items there are of each value of the fields an operation counts by.

import { type RawBuilder, sql } from 'kysely'
import type { Field } from '../../../shared/content-model.ts'
import { zoneName } from '../../../shared/portal-time.ts'
import { areaName } from '../../areas/area-names.ts'
import type { Action, ActionContext } from '../action.ts'
import { valueExpression } from '../field-expression.ts'
import { parseListQuery } from '../list-query.ts'
import { countStatement, whereOf } from '../run-list.ts'

const PROVINCE_DIGITS = 2
const MONTH_LETTERS = 'YYYY-MM'.length
const MAX_GROUPS = 50

interface Group {
  readonly field: string
  readonly title: string
  readonly items: readonly { readonly value: string; readonly label: string; readonly count: number }[]
}

export const statistic: Action = async (context) => {
  const { plan, content, params, asker, services } = context
  const query = parseListQuery(plan, content, params, asker)
  const load = async () => {
    const where = whereOf(plan, query)
    const { rows } = await sql<{ total: number }>`${countStatement(plan, query)}`.execute(context.db)
    const fields = (content.by ?? []).flatMap((name) => plan.byName.get(name) ?? [])
    const groups: Group[] = []
    for (const field of fields) groups.push(await count(context, field, where))
    return { totalCount: rows[0]?.total ?? 0, groups }
  }
  if (query.owner !== undefined) return load()
  const { page, limit, sort, ...counted } = query
  const key = JSON.stringify([plan.type.name, services.model().hash, content.by, counted])
  return services.cache.read(plan.topics, `statistic:${key}`, load)
}

/** Counted by month, the newest first. */
const isTime = ({ type }: Field): boolean => type === 'date' || type === 'date-time'

async function count(
  { plan, services, db }: ActionContext,
  field: Field,
  where: RawBuilder<unknown>,
): Promise<Group> {
  const value = valueExpression(plan.type, field) ?? 'null'
  const source = {
    'dict-list': `item, jsonb_array_elements_text(case jsonb_typeof(${value}) when 'array' then ${value} else '[]'::jsonb end) as one (value)`,
    region: `item, lateral (select left(${value}, ${PROVINCE_DIGITS}) as value) one`,
    date: `item, lateral (select left(${value}, ${MONTH_LETTERS}) as value) one`,
    'date-time': `item, lateral (select to_char(${field.system ? value : `${value}::timestamptz`} at time zone '${zoneName()}', 'YYYY-MM') as value) one`,
  }
  const from = source[field.type as keyof typeof source] ?? `item, lateral (select ${value} as value) one`
  const { rows } = await sql<{ value: string; count: number }>`
    select one.value as value, count(*)::int as count from ${sql.raw(from)}
    where ${where} and one.value is not null group by 1 order by ${sql.raw(isTime(field) ? '1 desc' : '2 desc, 1')} limit ${MAX_GROUPS}`.execute(
    db,
  )
  const items = services.model().dictionaries.find(({ name }) => name === field.dict)?.items ?? []
  const labels = new Map(items.map((item) => [item.value, item.label]))
  const toLabel = (one: string): string => {
    if (field.type === 'region') return areaName(one) ?? one
    if (isTime(field)) return `${one.slice(0, 4)}年${Number(one.slice(5))}月`
    if (field.type === 'boolean') return one === 'true' ? '是' : '否'
    return labels.get(one) ?? one
  }
  return {
    field: field.name,
    title: field.title,
    items: rows.map((row) => ({ ...row, label: toLabel(row.value) })),
  }
}
