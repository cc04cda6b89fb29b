// Proves that two conditions never hold together.
import { isDeepStrictEqual } from 'node:util'
import type { Comparison, Condition, Scalar, Test } from '#shared/expressions/condition.ts'

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

function toComparison(test: Test): Comparison {
  if (Array.isArray(test)) return { in: test as readonly Scalar[] }
  return typeof test === 'object' && test !== null ? (test as Comparison) : { eq: test as Scalar }
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
