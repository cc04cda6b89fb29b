// Evaluates conditions: data that declares when something applies, the same in browser, server and checker.

export type Scalar = string | number | boolean | null

/** Comparison of one value; several keys must all hold. */
export interface Comparison {
  readonly eq?: Scalar
  readonly ne?: Scalar
  readonly in?: readonly Scalar[]
  readonly gt?: number | string
  readonly gte?: number | string
  readonly lt?: number | string
  readonly lte?: number | string
  readonly empty?: boolean
}

/** A scalar means equality, an array means membership. */
export type Test = Scalar | readonly Scalar[] | Comparison

/**
 * A condition as data: paths with the values or comparisons that they must satisfy, combined by `all`, `any` and
 * `not`. Several paths in one object must all be satisfied.
 *
 * @example
 * const condition: Condition = { any: [{ 'item.status': ['online', 'closed'] }, { 'item.budget': { gte: 100 } }] }
 */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | { readonly [path: string]: Test }

/** The roots a condition or placeholder may name. */
export const ROOTS = ['item', 'query', 'params', 'user', 'form', 'zone'] as const

export type Root = (typeof ROOTS)[number]

export type Scope = { readonly [root in Root]?: unknown }

/** Reads `item.a.b`; null where anything on the way is missing. Own properties only. */
export function readPath(scope: Scope, path: string): unknown {
  let value: unknown = scope
  for (const key of path.split('.')) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return null
    value = (value as Record<string, unknown>)[key]
  }
  return value ?? null
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/**
 * Returns true if every test of the condition is satisfied in `scope`. Unknown paths read as null. Values are
 * ordered only within numbers and within texts; a list passes if one of its entries does.
 *
 * @example
 * evaluateCondition({ 'item.budget': { gte: 100 } }, { item: { budget: 200 } }) // → true
 * evaluateCondition({ 'item.status': ['draft', 'online'] }, { item: { status: 'closed' } }) // → false
 */
export function evaluateCondition(condition: Condition, scope: Scope): boolean {
  return Object.entries(condition).every(([key, test]) => {
    if (key === 'all') return (test as readonly Condition[]).every((part) => evaluateCondition(part, scope))
    if (key === 'any') return (test as readonly Condition[]).some((part) => evaluateCondition(part, scope))
    if (key === 'not') return !evaluateCondition(test as Condition, scope)
    return passes(readPath(scope, key), test as Test)
  })
}

function passes(value: unknown, test: Test): boolean {
  if (Array.isArray(test)) return includes(test as readonly Scalar[], value)
  if (test === null || typeof test !== 'object') return includes([test as Scalar], value)
  const comparison = test as Comparison
  if (comparison.eq !== undefined && !includes([comparison.eq], value)) return false
  if (comparison.ne !== undefined && includes([comparison.ne], value)) return false
  if (comparison.in !== undefined && !includes(comparison.in, value)) return false
  if (comparison.empty !== undefined && isEmpty(value) !== comparison.empty) return false
  return (
    ordered(value, comparison.gt, (a, b) => a > b) &&
    ordered(value, comparison.gte, (a, b) => a >= b) &&
    ordered(value, comparison.lt, (a, b) => a < b) &&
    ordered(value, comparison.lte, (a, b) => a <= b)
  )
}

/** An array value (several choices) is a member when any of its entries is. */
function includes(wanted: readonly Scalar[], value: unknown): boolean {
  if (Array.isArray(value)) return value.some((entry) => wanted.includes(entry as Scalar))
  return wanted.includes((value ?? null) as Scalar)
}

/** Ordering is defined within numbers and within strings only; anything else fails. */
function ordered<T extends number | string>(
  value: unknown,
  bound: T | undefined,
  compare: (a: T, b: T) => boolean,
): boolean {
  if (bound === undefined) return true
  return typeof value === typeof bound && compare(value as T, bound)
}

/**
 * Returns every path that a condition reads, in order of appearance; a path that is read twice appears twice.
 *
 * @example
 * pathsOf({ all: [{ 'item.status': 'online' }, { not: { 'user.role': 'supplier' } }] })
 * // → ['item.status', 'user.role']
 */
export function pathsOf(condition: Condition): string[] {
  return Object.entries(condition).flatMap(([key, test]) => {
    if (key === 'all' || key === 'any') return (test as readonly Condition[]).flatMap(pathsOf)
    if (key === 'not') return pathsOf(test as Condition)
    return [key]
  })
}
