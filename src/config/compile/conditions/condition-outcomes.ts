// Proves, by evaluating all distinct cases, that a condition holds neither always nor never.

import type { Path } from '#config/load/document.ts'
import type { RoleModel } from '#shared/access/roles.ts'
import {
  type Condition,
  evaluateCondition,
  pathsOf,
  type Scalar,
  type Test,
} from '#shared/expressions/condition.ts'
import { decideTests } from '#shared/expressions/predicate.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { boundsOf, groupsOf, type PlacedTest, valuesOf } from './condition-parts.ts'

/** More cases are not tried: what cannot be tried is not doubted. */
const MAX_CASES = 4096
const OTHER = '\u0000other'

type Case = Readonly<Record<string, unknown>>

/** Undefined where it depends, or where too much would have to be tried. */
export function findFixed(
  condition: Condition,
  schemaOf: (test: PlacedTest) => JsonSchema | undefined,
  roles: readonly RoleModel[],
): 'always' | 'never' | undefined {
  const tests = new Map<string, PlacedTest[]>()
  for (const test of groupsOf(condition, []).flat())
    tests.set(test.read, [...(tests.get(test.read) ?? []), test])
  const reads = [...new Set(pathsOf(condition))]
  if (reads.length === 0 || reads.some((read) => !tests.has(read))) return undefined
  const own = reads.filter((read) => !read.startsWith('user.'))
  let cases: Case[] = own.length < reads.length ? usersOf(roles, tests) : [{}]
  for (const read of own) {
    const values = valuesToTry(tests.get(read) as PlacedTest[], schemaOf)
    if (!values || cases.length * values.length > MAX_CASES) return undefined
    cases = cases.flatMap((one) => values.map((value) => ({ ...one, [read]: value })))
  }
  const answers = new Set(cases.map((one) => evaluateCondition(condition, toScope(one))))
  if (answers.size !== 1) return undefined
  return answers.has(true) ? 'always' : 'never'
}

/** Finds a test that is both required and negated. This needs no knowledge of the value that the test reads. */
export function findDenied(condition: Condition, path: Path): PlacedTest | undefined {
  const together: PlacedTest[] = []
  const denied: string[] = []
  const keyOf = (read: string, test: unknown) => JSON.stringify([read, test])
  const gather = (one: Condition, at: Path): void => {
    for (const [key, test] of Object.entries(one))
      if (key === 'all')
        for (const [index, part] of (test as readonly Condition[]).entries())
          gather(part, [...at, key, index])
      else if (key === 'not') {
        const [only, ...others] = Object.entries(test as Condition)
        if (only && others.length === 0 && !['all', 'any', 'not'].includes(only[0]))
          denied.push(keyOf(...only))
      } else if (key !== 'any') together.push({ read: key, test: test as Test, path: [...at, key] })
  }
  gather(condition, path)
  return together.find(({ read, test }) => denied.includes(keyOf(read, test)))
}

/** Returns the users to evaluate a condition for: a visitor without role and id, and users of each role. */
function usersOf(roles: readonly RoleModel[], tests: ReadonlyMap<string, readonly PlacedTest[]>): Case[] {
  const guest = { 'user.signedIn': false, 'user.role': null, 'user.type': null, 'user.id': null }
  const ids = (tests.get('user.id') ?? []).flatMap((test) => valuesOf(test).map(({ value }) => value))
  const signedIn = roles.flatMap(({ name }) =>
    [false, true].flatMap((black) =>
      [...ids.filter((id) => id !== null), OTHER].map((id) => ({
        'user.signedIn': true,
        'user.role': name,
        'user.type': name,
        'user.id': id,
        'user.black': black,
      })),
    ),
  )
  return [{ ...guest, 'user.black': false }, ...signedIn]
}

/**
 * Returns the values to evaluate tests with: each compared value, another one, and none; around each bound a slightly
 * smaller and a slightly greater one.
 */
function valuesToTry(
  tests: readonly PlacedTest[],
  schemaOf: (test: PlacedTest) => JsonSchema | undefined,
): readonly unknown[] | undefined {
  const [first] = tests
  const schema = first && schemaOf(first)
  const type = [schema?.type].flat().find((one) => one !== 'null')
  // Several entries of a list can each fulfil something else.
  if (!schema || type === 'array' || type === 'object') return undefined
  if (type === 'boolean') return [true, false, null]
  const listed = schema.enum as readonly Scalar[] | undefined
  if (listed) return [...listed, null]
  const named = tests.flatMap((test) => [...valuesOf(test), ...boundsOf(test)]).map(({ value }) => value)
  const numbers = named.filter((value) => typeof value === 'number')
  if (numbers.length > 0) {
    const { minimum, maximum } = schema as { readonly minimum?: number; readonly maximum?: number }
    const sorted = [...new Set(numbers)].toSorted((a, b) => a - b)
    const between = sorted.flatMap((value, index) => [value, (value + (sorted[index + 1] ?? value)) / 2])
    const ends = [(sorted[0] ?? 0) - 1, (sorted.at(-1) ?? 0) + 1]
    const isPossible = (value: number) => value >= (minimum ?? value) && value <= (maximum ?? value)
    return [...[...between, ...ends].filter(isPossible), null]
  }
  return tests.some((test) => boundsOf(test).length > 0) ? undefined : [...new Set([...named, OTHER, null])]
}

/** Paths as they are written, made objects again. */
function toScope(one: Case): Readonly<Record<string, unknown>> {
  const scope: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(one)) {
    const names = path.split('.')
    const last = names.pop() as string
    let at = scope
    for (const name of names) {
      at[name] ??= {}
      at = at[name] as Record<string, unknown>
    }
    at[last] = value
  }
  return scope
}

/** Returns true if the condition can hold for the user; what it tests of items and addresses may be as it likes. */
export const canMatchUser = (condition: Condition, user: Readonly<Record<string, unknown>>): boolean =>
  decideTests(condition, (path) => path.startsWith('user.'), { user }) !== false
