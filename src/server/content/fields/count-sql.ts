// Plans the triggers that keep the numbers of public items by value, for facets and statistics: counting a million rows
// takes a second, and reading what was counted at each write takes none.
import { type Every, PERIOD_LETTERS } from '#shared/formats/periods.ts'
import { zoneName } from '#shared/formats/portal-time.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { perModel } from '#shared/model/per-model.ts'
import { valueExpression } from './field-expression.ts'
import { isPublicState } from './public-states.ts'
import { quote } from './quote.ts'
import { type TriggerPlan, toTriggerPlan, triggerFunction } from './trigger-plan.ts'

const PROVINCE_DIGITS = 2
const DAY_PATTERN = 'YYYY-MM-DD'
const COUNTED = new Set<Field['type']>(['dict', 'dict-list', 'ref', 'region', 'boolean', 'date', 'date-time'])

/** SQL of what a row of `item` is counted under: a set of texts for a list. */
export function countedValue(type: ContentType, field: Field, every: Every): string {
  const value = valueExpression(type, field) ?? 'null'
  const letters = PERIOD_LETTERS[every]
  switch (field.type) {
    case 'dict-list':
      return `jsonb_array_elements_text(case jsonb_typeof(${value}) when 'array' then ${value} else '[]'::jsonb end)`
    case 'region':
      return `left(${value}, ${PROVINCE_DIGITS})`
    case 'date':
      return `left(${value}, ${letters})`
    case 'date-time':
      return `to_char(${field.system ? value : `${value}::timestamptz`} at time zone '${zoneName()}', '${DAY_PATTERN.slice(0, letters)}')`
    default:
      return value
  }
}

export interface CountPlan extends TriggerPlan {
  /** Returns the `field` of its rows in `item_count`; undefined for what is not kept. */
  keyOf(field: Field, every?: Every): string | undefined
}

/** A row of `item_count` with this `field` says that the plan's numbers are there. */
export const markOf = ({ name }: TriggerPlan): string => name

export function planCounts(model: Model): CountPlan[] {
  return model.contentTypes.flatMap(
    (type) =>
      countPlanOf(
        type,
        model.operations.filter(({ content }) => content?.type === type.name),
      ) ?? [],
  )
}

/** Undefined for a type of which nothing is kept. `calls` are the operations on its items. */
export const countPlanOf = (type: ContentType, calls: readonly Operation[]): CountPlan | undefined =>
  known(type)(calls)

const known = perModel((type: ContentType) =>
  perModel((calls: readonly Operation[]) => {
    const values = countedFields(type, calls)
    if (values.size === 0) return undefined
    const plan = toTriggerPlan((name) => statementsOf(name, type, values))
    const keyOf = (field: Field, every: Every = 'month'): string | undefined => {
      const key = keyIn(field, every)
      return values.has(key) ? `${plan.name}:${key}` : undefined
    }
    return { ...plan, keyOf }
  }),
)

const isTime = ({ type }: Field): boolean => type === 'date' || type === 'date-time'
const keyIn = (field: Field, every: Every): string => (isTime(field) ? `${field.name}/${every}` : field.name)

/** The expressions of what is counted, by key. */
function countedFields(type: ContentType, calls: readonly Operation[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  // Of items that some readers find and others do not, there is no one number.
  if (type.disclosure || publicStates(type.lifecycle).length === 0) return values
  for (const { content } of calls) {
    const { action, by = [], of = [], every = 'month' } = content ?? {}
    const isWanted = (field: Field): boolean =>
      action === 'facets'
        ? field.filter && !field.system && !isTime(field)
        : action === 'statistic' && of.length === 0 && by.includes(field.name)
    for (const field of type.fields)
      if (isWanted(field) && isCountable(field))
        values.set(keyIn(field, every), countedValue(type, field, every))
  }
  return values
}

/** Also where a text is no time, a trigger must not refuse an item. */
const isCountable = ({ type, system, join, computed, visible }: Field): boolean =>
  COUNTED.has(type) && !join && !computed && visible === undefined && (type !== 'date-time' || system)

const KEY = 'type, field, status, category, value, writer'

function statementsOf(name: string, type: ContentType, values: ReadonlyMap<string, string>): string[] {
  const ours = quote(type.name)
  const each = [...values].map(
    ([key, value]) => `select ${quote(`${name}:${key}`)} as field, ${value}::text as value`,
  )
  /** Rows of `item_count` for the rows of `from`, each of which weighs `weight`. */
  const rowsOf = (from: string, weight: string): string =>
    `select item.type, one.field, item.status, coalesce(item.category, '') as category, one.value, ${weight} as n
      from ${from} item cross join lateral (${each.join(' union all ')}) one
      where item.type = ${ours} and ${isPublicState(type, 'item.status')} and one.value is not null`
  const add = (rows: string, writer: string): string =>
    `insert into item_count as kept (${KEY}, n)
      select type, field, status, category, value, ${writer}, sum(n) from (${rows}) counted
        group by 1, 2, 3, 4, 5 having sum(n) <> 0 order by 1, 2, 3, 4, 5
      on conflict (${KEY}) do update set n = kept.n + excluded.n;`
  const own = (rows: string): string => `begin ${add(rows, 'pg_backend_pid()')} return null; end`
  const read = (row: string): string =>
    ['type', 'status', 'category', 'region', 'published_at', 'created_at', 'body']
      .map((column) => `${row}.${column}`)
      .join(', ')
  return [
    `delete from item_count where type = ${ours} and field <> ''`,
    `insert into item_count (${KEY}, n) values (${ours}, ${quote(name)}, '', '', '', 0, 0)`,
    // What is there already; from here on the triggers keep it.
    add(rowsOf('item', '1'), '0'),
    triggerFunction(`${name}_added`, own(rowsOf('added', '1'))),
    triggerFunction(`${name}_removed`, own(rowsOf('removed', '-1'))),
    triggerFunction(
      `${name}_moved`,
      own(`${rowsOf('(select old.*)', '-1')} union all ${rowsOf('(select new.*)', '1')}`),
    ),
    `create trigger ${name}_added after insert on item referencing new table as added
      for each statement execute function ${name}_added()`,
    `create trigger ${name}_removed after delete on item referencing old table as removed
      for each statement execute function ${name}_removed()`,
    `create trigger ${name}_moved after update of type, status, category, region, published_at, created_at, body on item
      for each row when ((old.type = ${ours} or new.type = ${ours}) and (${read('old')}) is distinct from (${read('new')}))
      execute function ${name}_moved()`,
  ]
}
