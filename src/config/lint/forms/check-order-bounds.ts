// Checks that order rules of dates and numbers can be met, from bound to bound, over all fields between them.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Compiled } from '#config/pipeline/compile-model.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import { movedDay } from '#shared/validation/date-bound.ts'
import { type FormRule, rulesOf } from '#shared/validation/form-rules.ts'

/** Months are of different lengths: what cannot be on any of these days is never possible. */
const DAYS = ['2026-01-15', '2026-03-31', '2028-02-29', '2026-12-01']
const DAY = 86_400_000

/** The earliest or latest possible value of a field, and the rule that gives it. */
interface Limit {
  readonly at: number
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

interface RuleScope {
  readonly rules: readonly FormRule[]
  /** To the fields. */
  readonly around: Path
  readonly titles: (field: string) => string
  readonly isDay: (field: string) => boolean
}

/** One field that contradicts itself, or fields in a ring, have no room either. */
const TOLD: ReadonlySet<string> = new Set(['date_contradiction', 'date_ring', 'number_ring'])

export function checkOrderBounds(context: Context, { forms }: Compiled): void {
  for (const form of forms) {
    const rules = rulesOf(form.schema)
    const document = context.of('content').get(form.id) ?? context.of('form').get(form.id)
    if (!document || rules.length === 0) continue
    if (context.problems.some(({ file, slug }) => file === document.path && TOLD.has(slug))) continue
    const scopes = allOf(form, rules)
    if (!scopes.some((one) => reportDates(context, document, one)))
      reportNumbers(context, document, form, rules)
  }
}

const PROPERTIES: Path = ['fields', 'properties']

/** Those between the fields, and those inside each group or row. */
function allOf({ fields }: FormModel, rules: readonly FormRule[]): RuleScope[] {
  const find = (name: string) => fields.find((field) => field.name === name)
  const own: RuleScope = {
    rules,
    around: PROPERTIES,
    titles: (name) => find(name)?.title ?? name,
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
        rules: rule.rules,
        around: [...PROPERTIES, rule.field, ...(rows?.properties ? ['items'] : []), 'properties'],
        titles: (name) => properties[name]?.title ?? name,
        isDay: (name) => properties[name]?.format !== 'date-time',
      },
    ]
  })
  return [own, ...inner]
}

function reportDates(context: Context, document: Document, scope: RuleScope): boolean {
  const found = DAYS.map((today) => findNarrow(...datesOn(today, scope), (field) => !scope.isDay(field)))
  const [first] = found
  if (!first || found.some((one) => one === undefined)) return false
  const { low, high } = first
  // A last day that is over already is the stranger one.
  const odd = high.at < 0 && low.at <= 0 ? high : low
  context.report(document, odd.path, {
    slug: 'date_never',
    message: `日期要求互相矛盾：${low.message}，${high.message}，而前者不能晚于后者，这些字段无法填写。请改其一`,
    found: odd.message,
  })
  return true
}

function datesOn(today: string, { rules, around, titles, isDay }: RuleScope): [Map<string, Bounds>, Order[]] {
  const rooms = new Map<string, Bounds>()
  const orders: Order[] = []
  const since = (day: string) => Math.round((Date.parse(day) - Date.parse(today)) / DAY)
  const limit = (field: string, end: keyof Bounds, made: Limit) => {
    const room = rooms.get(field) ?? {}
    const known = room[end]
    if (known === undefined || (end === 'low' ? made.at > known.at : made.at < known.at)) room[end] = made
    rooms.set(field, room)
  }
  const limitPast = (rule: Extract<FormRule, { readonly kind: 'past' | 'age' }>) => {
    const path = [...around, rule.field, rule.kind === 'past' ? 'x-past' : 'x-age']
    const years = rule.kind === 'past' ? 0 : -rule.least
    const at = since(movedDay(today, { today: years, unit: 'y' }))
    limit(rule.field, 'high', { at, path, message: rule.message })
    if (rule.kind !== 'age') return
    const first = since(movedDay(today, { today: -rule.most - 1, unit: 'y' })) - 31
    limit(rule.field, 'low', { at: first, path, message: rule.message })
  }
  const limitDate = ({ field, relation, bound, message }: Extract<FormRule, { readonly kind: 'date' }>) => {
    const isLow = relation === 'after' || relation === 'notBefore'
    const isStrict = relation === 'after' || relation === 'before'
    if ('field' in bound) {
      const [low, high] = isLow ? [bound.field, field] : [field, bound.field]
      orders.push({ low, high, by: isStrict && isDay(low) && isDay(high) ? 1 : 0 })
      return
    }
    const isNow = bound.now === true && !isDay(field)
    const by = isStrict && !isNow ? (isLow ? 1 : -1) : 0
    const text = message || titles(field)
    limit(field, isLow ? 'low' : 'high', {
      at: since(movedDay(today, bound)) + by,
      isNow,
      path: [...around, field, 'x-date', relation],
      message: text,
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
      if (lower.low && (upper.low === undefined || upper.low.at < lower.low.at + by))
        upper.low = { ...lower.low, at: lower.low.at + by, isNow: isMoment(high) && lower.low.isNow === true }
      if (upper.high && (lower.high === undefined || lower.high.at > upper.high.at - by))
        lower.high = {
          ...upper.high,
          at: upper.high.at - by,
          isNow: isMoment(low) && upper.high.isNow === true,
        }
    }
  for (const { low, high } of rooms.values()) {
    if (!low || !high) continue
    // A value both not before and not after the present moment: nobody can meet that.
    const isInstant = low.isNow === true && high.isNow === true && low.at === high.at
    if (low.at > high.at || isInstant) return { low, high }
  }
  return undefined
}

function reportNumbers(
  context: Context,
  document: Document,
  { fields }: FormModel,
  rules: readonly FormRule[],
): void {
  const orders = rules.flatMap((rule): (Order & { readonly path: Path })[] => {
    if (rule.kind !== 'number') return []
    const { field, other, relation } = rule
    const isLow = relation === 'more' || relation === 'notLess'
    const [low, high] = isLow ? [other, field] : [field, other]
    const isWhole = [low, high].every((name) => fields.find((one) => one.name === name)?.type === 'integer')
    const by = (relation === 'more' || relation === 'less') && isWhole ? 1 : 0
    return [{ low, high, by, path: [...PROPERTIES, field, 'x-number', relation] }]
  })
  if (orders.length === 0) return
  const named = new Set(orders.flatMap(({ low, high }) => [low, high]))
  const rooms = new Map<string, Bounds>()
  for (const { name, title, schema } of fields) {
    if (!named.has(name)) continue
    const ends = [
      ['low', 'minimum', '不小于'],
      ['low', 'exclusiveMinimum', '大于'],
      ['high', 'maximum', '不大于'],
      ['high', 'exclusiveMaximum', '小于'],
    ] as const
    const room: Bounds = {}
    for (const [end, key, word] of ends) {
      const at = schema[key]
      if (typeof at === 'number')
        room[end] = { at, path: [...PROPERTIES, name, key], message: `“${title}”${word} ${at}` }
    }
    rooms.set(name, room)
  }
  const narrow = findNarrow(rooms, orders)
  if (!narrow) return
  context.report(document, narrow.low.path, {
    slug: 'number_never',
    message: `数值要求互相矛盾：${narrow.low.message}，${narrow.high.message}，而前者不能大于后者，这些字段无法填写。请改其一`,
    found: narrow.low.message,
  })
}
