// Proves that tests of one value, or two conditions, cannot hold together.

import { isDeepStrictEqual } from 'node:util'
import {
  type Comparison,
  type Condition,
  evaluateCondition,
  type Scalar,
  type Test,
  toComparison,
} from '#shared/expressions/condition.ts'
import type { ComparedValue, PlacedTest } from './condition-parts.ts'

type Bound = number | string

interface Range {
  readonly low?: Bound
  readonly high?: Bound
  readonly isLowOpen: boolean
  readonly isHighOpen: boolean
}

const WORDS: Readonly<Record<keyof Comparison, string>> = {
  eq: '等于',
  ne: '不等于',
  in: '属于',
  gt: '大于',
  gte: '不小于',
  lt: '小于',
  lte: '不大于',
  empty: '为空',
}

/** In Chinese why no value fulfils all the tests; undefined where one may. */
export function findImpossible(tests: readonly PlacedTest[], compared: ComparedValue): string | undefined {
  const comparisons = tests.map(({ test }) => toComparison(test))
  if (comparisons.some((comparison) => comparison.in?.length === 0)) return '没有列出任何值'
  // Of a list, several entries can each fulfil one of them.
  if (compared.isList || compared.type === 'object' || compared.type === undefined) return undefined
  if (isPossible(comparisons, compared)) return undefined
  const { minimum, maximum } = compared.schema
  const limits = [
    ...(minimum === undefined ? [] : [`最小 ${String(minimum)}`]),
    ...(maximum === undefined ? [] : [`最大 ${String(maximum)}`]),
  ]
  const own = limits.length > 0 ? `（字段本身${limits.join('、')}）` : ''
  return `没有值能同时${comparisons.map(describeComparison).join('、')}${own}`
}

function describeComparison(comparison: Comparison): string {
  return Object.entries(comparison)
    .map(([key, value]) => {
      if (key === 'empty') return value ? '为空' : '不为空'
      const values = [value].flat().map((entry) => (entry === null ? '空' : String(entry)))
      return `${WORDS[key as keyof Comparison]} ${values.join(' 或 ')}`
    })
    .join('、')
}

function isPossible(comparisons: readonly Comparison[], { schema, type }: ComparedValue): boolean {
  const passes = (value: Scalar) =>
    comparisons.every((comparison) => evaluateCondition({ 'item.value': comparison }, { item: { value } }))
  const named = comparisons.flatMap(
    ({ eq, in: several }) => several ?? (eq === undefined ? [] : [[eq]].flat()),
  )
  if (comparisons.some((comparison) => comparison.eq !== undefined || comparison.in !== undefined))
    return named.some(passes)
  if (passes(null)) return true
  if (Array.isArray(schema.enum)) return (schema.enum as readonly Scalar[]).some(passes)
  if (type === 'boolean') return passes(true) || passes(false)
  if (comparisons.some(({ empty }) => empty === true)) return type === 'string' && passes('')
  const range = rangeOf(comparisons, schema, type)
  const { low, high } = range
  if (low === undefined || high === undefined || low < high) return true
  return low === high && !range.isLowOpen && !range.isHighOpen && passes(low)
}

/** Returns the range that all comparisons leave, within the field's own limits. */
function rangeOf(
  comparisons: readonly Comparison[],
  { minimum, maximum }: { readonly minimum?: unknown; readonly maximum?: unknown },
  type: string | undefined,
): Range {
  const all: readonly Comparison[] = [
    ...comparisons,
    ...(typeof minimum === 'number' ? [{ gte: minimum }] : []),
    ...(typeof maximum === 'number' ? [{ lte: maximum }] : []),
  ]
  const lows = all.flatMap(({ gt, gte }) => [...toEnd(gt, true, type, 1), ...toEnd(gte, false, type, 1)])
  const highs = all.flatMap(({ lt, lte }) => [...toEnd(lt, true, type, -1), ...toEnd(lte, false, type, -1)])
  const low = lows.reduce<End | undefined>(
    (most, end) => (most && !isBeyond(end, most, 1) ? most : end),
    undefined,
  )
  const high = highs.reduce<End | undefined>(
    (least, end) => (least && !isBeyond(end, least, -1) ? least : end),
    undefined,
  )
  return {
    ...(low ? { low: low.at } : {}),
    ...(high ? { high: high.at } : {}),
    isLowOpen: low?.isOpen ?? false,
    isHighOpen: high?.isOpen ?? false,
  }
}

interface End {
  readonly at: Bound
  readonly isOpen: boolean
}

/** Of whole numbers the end itself always belongs to it. `sign` is 1 for a lower end, -1 for an upper one. */
function toEnd(at: Bound | undefined, isOpen: boolean, type: string | undefined, sign: 1 | -1): End[] {
  if (at === undefined) return []
  if (type !== 'integer' || typeof at !== 'number') return [{ at, isOpen }]
  const inner = sign * Math.ceil(sign * at)
  return [{ at: isOpen && inner === at ? inner + sign : inner, isOpen: false }]
}

/** Returns true if `end` is the tighter bound of the two. */
function isBeyond(end: End, other: End, sign: 1 | -1): boolean {
  if (end.at === other.at) return end.isOpen && !other.isOpen
  return sign === 1 ? end.at > other.at : end.at < other.at
}

/** True only where it is plain to see: one is the other's contrary, or a value they both read is in none of the same ranges. */
export function excludes(one: Condition, other: Condition): boolean {
  if ('not' in one && isDeepStrictEqual(one.not, other)) return true
  if ('not' in other && isDeepStrictEqual(other.not, one)) return true
  if ('all' in one) return (one.all as readonly Condition[]).some((part) => excludes(part, other))
  if ('all' in other) return excludes(other, one)
  if ('any' in one) return (one.any as readonly Condition[]).every((part) => excludes(part, other))
  if ('any' in other) return excludes(other, one)
  if ('not' in one || 'not' in other) return false
  return Object.entries(one).some(([path, test]) => {
    const against = (other as Readonly<Record<string, Test>>)[path]
    return against !== undefined && areApart(toComparison(test as Test), toComparison(against))
  })
}

/** A value with several entries is in two sets at once, so sets prove nothing; ranges are of single values. */
function areApart(one: Comparison, other: Comparison): boolean {
  return isBelow(one, other) || isBelow(other, one) || (one.empty !== undefined && other.empty === !one.empty)
}

/** Returns true if the greatest value that `low` accepts is less than the least that `high` accepts. */
function isBelow(low: Comparison, high: Comparison): boolean {
  const most = low.lt ?? low.lte
  const least = high.gt ?? high.gte
  if (most === undefined || least === undefined || typeof most !== typeof least) return false
  return most < least || (most === least && (low.lt !== undefined || high.gt !== undefined))
}
