// Plans the triggers that keep the numbers of public items by value, and the sums of their numbers, for lists, facets and
// statistics: counting a million rows takes a second, and reading what was counted at each write takes none.
import { type Every, PERIOD_LETTERS } from '#shared/formats/periods.ts'
import { zoneName } from '#shared/formats/portal-time.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import type { ContentCall, Operation } from '#shared/model/operation-model.ts'
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

/**
 * The same as an expression of an index, and the SQL of its value for what `value`, a column of texts, names; undefined
 * for a list. PostgreSQL indexes no `to_char`.
 */
export function groupedValue(
  type: ContentType,
  field: Field,
  every: Every,
): { readonly expression: string; of(value: string): string } | undefined {
  if (field.type === 'dict-list') return undefined
  if (field.type !== 'date-time')
    return { expression: countedValue(type, field, every), of: (value) => value }
  if (!field.system) return undefined
  const expression = `date_trunc(${quote(every)}, ${valueExpression(type, field)} at time zone ${quote(zoneName())})`
  const rest = '-01-01'.slice(0, DAY_PATTERN.length - PERIOD_LETTERS[every])
  return { expression, of: (value) => `(${value} || ${quote(rest)})::timestamp` }
}

export interface CountPlan extends TriggerPlan {
  /** Returns the `field` of its rows in `item_count`; undefined for what is not kept. */
  keyOf(field: Field, every?: Every, within?: Within): string | undefined
  /** The same of the rows that sum `number`, for each value of `by` or for all items (`value` is empty). */
  sumOf(number: Field, by?: Field, every?: Every): string | undefined
}

/** The province of the items that are counted. */
export interface Within {
  readonly province?: string | undefined
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
    const counted = countedOf(type, calls)
    if (counted.length === 0) return undefined
    const plan = toTriggerPlan((name) => statementsOf(name, type, counted))
    const keys = new Set(counted.map(({ key }) => key))
    const named = (key: string): string | undefined => (keys.has(key) ? `${plan.name}:${key}` : undefined)
    const keyOf = (field: Field, every: Every = 'month', { province }: Within = {}): string | undefined => {
      const key = keyIn(field, every)
      if (province === undefined) return named(key)
      const found = named(`${key}${IN_PROVINCE}`)
      return found && `${found}${province}`
    }
    const sumOf = (number: Field, by?: Field, every: Every = 'month'): string | undefined =>
      named(sumKey(number, by, every))
    return { ...plan, keyOf, sumOf }
  }),
)

const isTime = ({ type }: Field): boolean => type === 'date' || type === 'date-time'
const keyIn = (field: Field, every: Every): string => (isTime(field) ? `${field.name}/${every}` : field.name)
const sumKey = (number: Field, by: Field | undefined, every: Every): string =>
  `${by ? keyIn(by, every) : ''}+${number.name}`

/** What a key ends with that is followed by a province. */
const IN_PROVINCE = '@'

interface CountedKey {
  readonly key: string
  readonly value: string
  /** The number that is summed; items without it are not counted. */
  readonly number?: string
  /** What follows the key in `field`; items without it are not counted. */
  readonly province?: string
}

function countedOf(type: ContentType, calls: readonly Operation[]): readonly CountedKey[] {
  // Of items that some readers find and others do not, there is no one number.
  if (type.disclosure || publicStates(type.lifecycle).length === 0) return []
  const contents = calls.flatMap(({ content }) => content ?? [])
  const counted = contents.flatMap((content) => [...countedBy(type, content), ...summedBy(type, content)])
  return [...new Map(counted.map((one) => [one.key, one])).values()]
}

/** Of facets, groups of statistics, and filters of lists. */
function countedBy(type: ContentType, { action, by = [], every = 'month' }: ContentCall): CountedKey[] {
  const region = type.fields.find(({ name, visible }) => name === type.region && visible === undefined)
  return type.fields.filter(isCountable).flatMap((field) => {
    const [key, value] = [keyIn(field, every), countedValue(type, field, every)]
    const isFilter = field.filter && !field.system && !isTime(field)
    const isChosen = isFilter && (action === 'facets' || (action === 'list' && FILTERED.has(field.type)))
    if (!isChosen) return action === 'statistic' && by.includes(field.name) ? [{ key, value }] : []
    if (!region || field === region) return [{ key, value }]
    return [
      { key, value },
      { key: `${key}${IN_PROVINCE}`, value, province: countedValue(type, region, every) },
    ]
  })
}

/** The numbers of statistics: of all items, and of each group. */
function summedBy(
  type: ContentType,
  { action, by = [], of = [], every = 'month' }: ContentCall,
): CountedKey[] {
  if (action !== 'statistic') return []
  const groups = type.fields.filter((field) => by.includes(field.name) && isCountable(field))
  return type.fields
    .filter((field) => of.includes(field.name) && isSummable(field))
    .flatMap((field) => {
      const number = valueExpression(type, field) ?? 'null'
      return [
        { key: sumKey(field, undefined, every), value: quote(''), number },
        ...groups.map((group) => ({
          key: sumKey(field, group, every),
          value: countedValue(type, group, every),
          number,
        })),
      ]
    })
}

/** Fields of few values, by which lists are filtered. */
const FILTERED = new Set<Field['type']>(['dict', 'dict-list', 'region', 'boolean'])

/** Also where a text is no time, a trigger must not refuse an item. */
const isCountable = ({ type, system, join, computed, visible }: Field): boolean =>
  COUNTED.has(type) &&
  !join &&
  !computed &&
  visible === undefined &&
  (type !== 'date-time' || system === true)

const isSummable = ({ type, system, join, computed, visible }: Field): boolean =>
  (type === 'number' || type === 'integer') && !system && !join && !computed && visible === undefined

const KEY = 'type, field, status, category, value, writer'

function statementsOf(name: string, type: ContentType, counted: readonly CountedKey[]): string[] {
  const ours = quote(type.name)
  const each = counted.map(
    ({ key, value, number, province }) =>
      `select ${quote(`${name}:${key}`)}${province ? ` || ${province}` : ''} as field, ${value}::text as value, ${number ?? 'null::numeric'} as total${number ? ` where ${number} is not null` : ''}`,
  )
  /** Rows of `item_count` for the rows of `from`, each of which weighs `weight`. */
  const rowsOf = (from: string, weight: string): string =>
    `select item.type, one.field, item.status, coalesce(item.category, '') as category, one.value, ${weight} as n, ${weight} * one.total as total
      from ${from} item cross join lateral (${each.join(' union all ')}) one
      where item.type = ${ours} and ${isPublicState(type, 'item.status')} and one.value is not null and one.field is not null`
  const add = (rows: string, writer: string): string =>
    `insert into item_count as kept (${KEY}, n, total)
      select type, field, status, category, value, ${writer}, sum(n), sum(total) from (${rows}) counted
        group by 1, 2, 3, 4, 5 having sum(n) <> 0 or sum(total) <> 0 order by 1, 2, 3, 4, 5
      on conflict (${KEY}) do update set n = kept.n + excluded.n, total = kept.total + excluded.total;`
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
