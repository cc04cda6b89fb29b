// Splits a condition into its tests, with their paths and the groups that must hold together.

import type { Path } from '#config/load/document.ts'
import type { Condition, Scalar, Test } from '#shared/expressions/condition.ts'
import type { JsonSchema } from '#shared/model/json.ts'

export interface PlacedTest {
  /** The value that the test reads, such as `form.kind`. */
  readonly read: string
  readonly test: Test
  readonly path: Path
}

/** The schema of one value of a field; for a list, the schema of its entries. */
export interface ComparedValue {
  readonly schema: JsonSchema
  readonly isList: boolean
  /** Absent where nothing is known of it. */
  readonly type?: string
}

interface Parts {
  readonly together: readonly PlacedTest[]
  readonly apart: readonly (readonly PlacedTest[])[]
}

/** Groups of tests that all have to hold; those of `any` and `not` are groups of their own. */
export function groupsOf(condition: Condition, path: Path): readonly (readonly PlacedTest[])[] {
  const { together, apart } = partsOf(condition, path)
  return [together, ...apart]
}

function partsOf(condition: Condition, path: Path): Parts {
  const together: PlacedTest[] = []
  const apart: (readonly PlacedTest[])[] = []
  for (const [key, test] of Object.entries(condition)) {
    const at = [...path, key]
    if (key !== 'all' && key !== 'any' && key !== 'not') {
      together.push({ read: key, test: test as Test, path: at })
      continue
    }
    const parts: readonly Parts[] =
      key === 'not'
        ? [partsOf(test as Condition, at)]
        : (test as readonly Condition[]).map((part, index) => partsOf(part, [...at, index]))
    for (const part of parts) {
      if (key === 'all') together.push(...part.together)
      else apart.push(part.together)
      apart.push(...part.apart)
    }
  }
  return { together, apart }
}

export interface PlacedValue {
  readonly value: Scalar
  readonly path: Path
}

/** The values that a test compares for being the same. */
export function valuesOf({ test, path }: PlacedTest): PlacedValue[] {
  const listed = (values: readonly Scalar[], at: Path) =>
    values.map((value, index) => ({ value, path: [...at, index] }))
  if (Array.isArray(test)) return listed(test as readonly Scalar[], path)
  if (test === null || typeof test !== 'object') return [{ value: test as Scalar, path }]
  const { ne } = test as { ne?: Scalar }
  return ne === undefined ? [] : [{ value: ne, path: [...path, 'ne'] }]
}

export const ORDERS = ['gt', 'gte', 'lt', 'lte'] as const

/** The values that a test orders by. */
export function boundsOf({ test, path }: PlacedTest): PlacedValue[] {
  if (test === null || typeof test !== 'object' || Array.isArray(test)) return []
  const written = test as Partial<Readonly<Record<(typeof ORDERS)[number], Scalar>>>
  return ORDERS.flatMap((key) => {
    const value = written[key]
    return value === undefined ? [] : [{ value, path: [...path, key] }]
  })
}

/** The texts that a condition asks of what it reads, one of which will do; undefined where it asks for none. */
export function requiredTexts(condition: Condition | undefined, read: string): readonly string[] | undefined {
  const test = (condition as Readonly<Record<string, unknown>> | undefined)?.[read]
  if (typeof test === 'string') return [test]
  return Array.isArray(test) ? test.map(String) : undefined
}
