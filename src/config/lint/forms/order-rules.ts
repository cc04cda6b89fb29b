// Rules over orders of dates and numbers: together they can be met, and beginnings come before ends.

import type { Path } from '#config/load/document.ts'
import type { Place } from '#config/load/place.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import { movedDay } from '#shared/validation/date-bound.ts'
import { type FormRule, rulesOf } from '#shared/validation/form-rules.ts'
import { defineRule, type Rule } from '../rule.ts'

/** Months are of different lengths: what cannot be on any of these days is never possible. */
const DAYS = ['2026-01-15', '2026-03-31', '2028-02-29', '2026-12-01']
const DAY = 86_400_000

/** The earliest or latest possible value of a field, and the rule that gives it. */
interface Limit {
  readonly value: number
  /** The moment at which it is written, of a time. */
  readonly isNow?: boolean
  readonly path: Path
  /** In words. */
  readonly message: string
}

interface Bounds {
  low?: Limit
  high?: Limit
}

/** One value is not above another, or below it by `by` at least. */
interface Order {
  readonly low: string
  readonly high: string
  readonly by: number
}

/** Fields of a form, of a group or of a row, and the rules between them. `at` is the place of the fields. */
interface RuleScope {
  readonly at: Place
  readonly rules: readonly FormRule[]
  titleOf(field: string): string
  isDay(field: string): boolean
}

function scopesOf(form: Place, { fields, schema }: FormModel): RuleScope[] {
  const at = form.at('fields', 'properties')
  const find = (name: string) => fields.find((field) => field.name === name)
  const rules = rulesOf(schema)
  const own: RuleScope = {
    at,
    rules,
    titleOf: (name) => find(name)?.title ?? name,
    isDay: (name) => find(name)?.type !== 'date-time',
  }
  const inner = rules.flatMap((rule): RuleScope[] => {
    if (rule.kind !== 'inner') return []
    const { schema } = find(rule.field) as Field // the rule is its
    const rows = schema.items as { readonly properties?: object } | undefined
    const properties = (rows?.properties ?? schema.properties ?? {}) as Readonly<
      Record<string, { readonly title?: string; readonly format?: string }>
    >
    return [
      {
        at: at.at(rule.field, ...(rows?.properties ? ['items'] : []), 'properties'),
        rules: rule.rules,
        titleOf: (name) => properties[name]?.title ?? name,
        isDay: (name) => properties[name]?.format !== 'date-time',
      },
    ]
  })
  return [own, ...inner]
}

const orderBounds = defineRule('form', ({ at, form }) => {
  const scopes = scopesOf(at, form)
  if (!scopes.some(reportDates)) reportNumbers(at.at('fields', 'properties'), form)
})

function reportDates(scope: RuleScope): boolean {
  const found = DAYS.map((today) => findNarrow(...datesOn(today, scope), (field) => !scope.isDay(field)))
  const [first] = found
  if (!first || found.some((one) => one === undefined)) return false
  const { low, high } = first
  // A last day that is over already is the stranger one.
  const odd = high.value < 0 && low.value <= 0 ? high : low
  scope.at.at(...odd.path).report('date_never', { found: odd.message, low, high })
  return true
}

type DateRule = Extract<FormRule, { readonly kind: 'date' }>

const isUpper = ({ relation }: DateRule): boolean => relation === 'after' || relation === 'notBefore'

function datesOn(today: string, { rules, titleOf, isDay }: RuleScope): [Map<string, Bounds>, Order[]] {
  const rooms = new Map<string, Bounds>()
  const orders: Order[] = []
  const since = (day: string) => Math.round((Date.parse(day) - Date.parse(today)) / DAY)
  const limit = (field: string, end: keyof Bounds, made: Limit) => {
    const room = rooms.get(field) ?? {}
    const known = room[end]
    if (known === undefined || (end === 'low' ? made.value > known.value : made.value < known.value))
      room[end] = made
    rooms.set(field, room)
  }
  const limitPast = (rule: Extract<FormRule, { readonly kind: 'past' | 'age' }>) => {
    const { field, message } = rule
    const path = [field, rule.kind === 'past' ? 'x-past' : 'x-age']
    const years = rule.kind === 'past' ? 0 : -rule.least
    limit(field, 'high', { value: since(movedDay(today, { today: years, unit: 'y' })), path, message })
    if (rule.kind !== 'age') return
    const first = since(movedDay(today, { today: -rule.most - 1, unit: 'y' })) - 31
    limit(field, 'low', { value: first, path, message })
  }
  const limitDate = (rule: DateRule) => {
    const { field, relation, bound, message } = rule
    const isLow = isUpper(rule)
    const isStrict = relation === 'after' || relation === 'before'
    if ('start' in bound) return
    if ('field' in bound) {
      const [low, high] = isLow ? [bound.field, field] : [field, bound.field]
      orders.push({ low, high, by: isStrict && isDay(low) && isDay(high) ? 1 : 0 })
      return
    }
    const isNow = bound.now === true && !isDay(field)
    const by = isStrict && !isNow ? (isLow ? 1 : -1) : 0
    limit(field, isLow ? 'low' : 'high', {
      value: since(movedDay(today, bound)) + by,
      isNow,
      path: [field, 'x-date', relation],
      message: message || titleOf(field),
    })
  }
  for (const rule of rules)
    if (rule.kind === 'past' || rule.kind === 'age') limitPast(rule)
    else if (rule.kind === 'date') limitDate(rule)
  return [rooms, orders]
}

/** The first value that has to begin after it ends. */
function findNarrow(
  rooms: Map<string, Bounds>,
  orders: readonly Order[],
  isMoment: (field: string) => boolean = () => false,
): { readonly low: Limit; readonly high: Limit } | undefined {
  const roomOf = (field: string): Bounds => {
    const room = rooms.get(field) ?? {}
    rooms.set(field, room)
    return room
  }
  // Cycles are recognised by this bound; each round carries a limit one field further.
  for (let round = 0; round <= orders.length; round++)
    for (const { low, high, by } of orders) {
      const [lower, upper] = [roomOf(low), roomOf(high)]
      const moved = (limit: Limit, field: string, step: number): Limit => ({
        ...limit,
        value: limit.value + step,
        isNow: isMoment(field) && limit.isNow === true,
      })
      if (lower.low && (upper.low === undefined || upper.low.value < lower.low.value + by))
        upper.low = moved(lower.low, high, by)
      if (upper.high && (lower.high === undefined || lower.high.value > upper.high.value - by))
        lower.high = moved(upper.high, low, -by)
    }
  for (const { low, high } of rooms.values()) {
    if (!low || !high) continue
    // A value both not before and not after the present moment: nobody can meet that.
    const isInstant = low.isNow === true && high.isNow === true && low.value === high.value
    if (low.value > high.value || isInstant) return { low, high }
  }
  return undefined
}

const LIMITS = [
  ['low', 'minimum', '不小于'],
  ['low', 'exclusiveMinimum', '大于'],
  ['high', 'maximum', '不大于'],
  ['high', 'exclusiveMaximum', '小于'],
] as const

function reportNumbers(at: Place, { fields, schema }: FormModel): void {
  const orders = rulesOf(schema).flatMap((rule): Order[] => {
    if (rule.kind !== 'number') return []
    const { field, other, relation } = rule
    const [low, high] = relation === 'more' || relation === 'notLess' ? [other, field] : [field, other]
    const isWhole = [low, high].every((name) => fields.find((one) => one.name === name)?.type === 'integer')
    return [{ low, high, by: (relation === 'more' || relation === 'less') && isWhole ? 1 : 0 }]
  })
  if (orders.length === 0) return
  const rooms = new Map<string, Bounds>()
  for (const { name, title, schema } of fields) {
    const room: Bounds = {}
    for (const [end, key, word] of LIMITS) {
      const value = schema[key]
      if (typeof value === 'number')
        room[end] = { value, path: [name, key], message: `“${title}”${word} ${value}` }
    }
    // A field that contradicts itself is reported where its schema is checked.
    if (orders.some(({ low, high }) => low === name || high === name)) rooms.set(name, room)
  }
  const narrow = findNarrow(rooms, orders)
  if (narrow)
    at.at(...narrow.low.path).report('number_never', { found: narrow.low.message, high: narrow.high })
}

/** Words of a beginning, each with the words of its end. */
const PAIRS: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/开始|起始|启动/, /结束|终止|截止|到期|届满/],
  [/开工/, /竣工|完工/],
  [/[自起](?=$|日)/, /[止至](?=$|日)/],
]
/** Words of a title that are common to all dates. */
const OF_A_DAY = /日期|时间|时刻|日$/g

const isPair = (begin: string, end: string): boolean =>
  PAIRS.some(([begins, ends]) => {
    const subjectOf = (title: string, side: RegExp) => title.replace(side, '').replace(OF_A_DAY, '')
    return begins.test(begin) && ends.test(end) && subjectOf(begin, begins) === subjectOf(end, ends)
  })

const TURNED = { after: 'before', notBefore: 'notAfter', before: 'after', notAfter: 'notBefore' } as const

/** A form does not ask for an end before its beginning; the titles say which is which. */
const reversedDates = defineRule('form', ({ at: place, form }) => {
  for (const { at, rules, titleOf } of scopesOf(place, form))
    for (const rule of rules) {
      if (rule.kind !== 'date' || !('field' in rule.bound)) continue
      const { relation } = rule
      const [own, other] = [titleOf(rule.field), titleOf(rule.bound.field)]
      if (isUpper(rule) ? !isPair(own, other) : !isPair(other, own)) continue
      at.at(rule.field, 'x-date', relation).report('date_reversed', {
        found: relation,
        expected: TURNED[relation],
        key: true,
        own,
        than: isUpper(rule) ? '不早' : '不晚',
        other,
      })
    }
})

export const orderRules: readonly Rule[] = [reversedDates, orderBounds]
