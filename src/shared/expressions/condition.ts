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

/**
 * A condition that code builds. Beside tests it may hold constants and facts: what only the owner of the predicate
 * can decide, such as how an account relates to an item.
 *
 * @example
 * const predicate: Predicate<string> = { any: [{ fact: 'isOwner' }, { 'item.status': 'online' }] }
 */
export type Predicate<Fact = never> =
  | boolean
  | Condition
  | { readonly all: readonly Predicate<Fact>[] }
  | { readonly any: readonly Predicate<Fact>[] }
  | { readonly not: Predicate<Fact> }
  | { readonly fact: Fact }

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
 * ordered only within numbers and within texts; a list passes if one of its entries does. `holds` decides the facts
 * of a predicate.
 *
 * @example
 * evaluateCondition({ 'item.budget': { gte: 100 } }, { item: { budget: 200 } }) // → true
 * evaluateCondition({ 'item.status': ['draft', 'online'] }, { item: { status: 'closed' } }) // → false
 */
export function evaluateCondition<Fact = never>(
  condition: Predicate<Fact>,
  scope: Scope,
  holds?: (fact: Fact) => boolean,
): boolean {
  if (typeof condition === 'boolean') return condition
  const isMet = (part: Predicate<Fact>) => evaluateCondition(part, scope, holds)
  // Own keys of plain data, without a list of them for each node.
  for (const key in condition) {
    const test = (condition as Readonly<Record<string, unknown>>)[key]
    if (key === 'fact') {
      if (!holds?.(test as Fact)) return false
    } else if (key === 'all') {
      if (!(test as readonly Predicate<Fact>[]).every(isMet)) return false
    } else if (key === 'any') {
      if (!(test as readonly Predicate<Fact>[]).some(isMet)) return false
    } else if (key === 'not') {
      if (isMet(test as Predicate<Fact>)) return false
    } else if (!passes(readPath(scope, key), test as Test)) return false
  }
  return true
}

/** A scalar stands for equality, an array for membership. */
export function toComparison(test: Test): Comparison {
  if (Array.isArray(test)) return { in: test as readonly Scalar[] }
  return typeof test === 'object' && test !== null ? (test as Comparison) : { eq: test as Scalar }
}

function passes(value: unknown, test: Test): boolean {
  const { eq, ne, in: among, empty, ...bounds } = toComparison(test)
  if (eq !== undefined && !includes([eq], value)) return false
  if (ne !== undefined && includes([ne], value)) return false
  if (among !== undefined && !includes(among, value)) return false
  if (empty !== undefined && isEmpty(value) !== empty) return false
  return ORDERS.every((order) => bounds[order] === undefined || isOrdered(value, order, bounds[order]))
}

/** The comparisons that order two values. */
export type Order = 'gt' | 'gte' | 'lt' | 'lte'

export const ORDERS: readonly Order[] = ['gt', 'gte', 'lt', 'lte']

/** Returns true if the values are in this order: within numbers and within texts only; anything else is in none. */
export function isOrdered(value: unknown, order: Order, bound: unknown): boolean {
  if (typeof value !== typeof bound || (typeof value !== 'number' && typeof value !== 'string')) return false
  const other = bound as typeof value
  if (order === 'gt') return value > other
  if (order === 'gte') return value >= other
  return order === 'lt' ? value < other : value <= other
}

/** An array value (several choices) is a member when any of its entries is. */
function includes(wanted: readonly Scalar[], value: unknown): boolean {
  if (Array.isArray(value)) return value.some((entry) => wanted.includes(entry as Scalar))
  return wanted.includes((value ?? null) as Scalar)
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
