// Checks the values that conditions compare with: valid for the field, of its type, and possible together.

import { accepts } from '#config/compile/common/schema-accepts.ts'
import type { Finding, Place } from '#config/load/place.ts'
import type { Condition, Scalar } from '#shared/expressions/condition.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { findDenied, findFixed } from './condition-outcomes.ts'
import { boundsOf, type ComparedValue, groupsOf, type PlacedTest, valuesOf } from './condition-parts.ts'
import { findImpossible } from './impossible-conditions.ts'

const TYPE_TITLES: Readonly<Record<string, string>> = {
  string: '文字',
  number: '数字',
  integer: '整数',
  boolean: '是非（true 或 false）',
  object: '一组内容',
}

const titleOf = (type: string | undefined): string | undefined => TYPE_TITLES[type ?? ''] ?? type

/** `schemaOf` answers undefined for what nothing is known of, and for what it reported. */
export function checkConditionValues(
  here: Place,
  condition: Condition,
  schemaOf: (test: PlacedTest) => JsonSchema | undefined,
): void {
  const before = here.context.problems.length
  for (const group of groupsOf(condition, here.path)) {
    const byRead = new Map<string, PlacedTest[]>()
    for (const test of group) byRead.set(test.read, [...(byRead.get(test.read) ?? []), test])
    for (const [read, tests] of byRead) {
      const schema = schemaOf(tests[0] as PlacedTest)
      if (schema) checkTests(here.in([]), read, tests, toCompared(schema))
    }
  }
  if (here.context.problems.length > before) return
  const denied = findDenied(condition, here.path)
  if (denied)
    here.in(denied.path).report('condition_never.denied', { found: JSON.stringify(denied.test), denied })
  else checkWhole(here, condition, schemaOf)
}

/** Each of its tests makes sense; together they may not. */
function checkWhole(
  here: Place,
  condition: Condition,
  schemaOf: (test: PlacedTest) => JsonSchema | undefined,
): void {
  const fixed = findFixed(condition, schemaOf, here.context.roles)
  if (fixed === undefined) return
  here.report(fixed === 'always' ? 'condition_always' : 'condition_never.whole', {
    found: JSON.stringify(condition),
    key: true,
  })
}

function toCompared(schema: JsonSchema): ComparedValue {
  const isList = typeOf(schema) === 'array'
  const own = isList ? ((schema.items ?? {}) as JsonSchema) : schema
  const type = typeOf(own)
  return { schema: own, isList, ...(type === undefined ? {} : { type }) }
}

/** Returns the type of a schema, without `null`. */
function typeOf({ type }: JsonSchema): string | undefined {
  return [type].flat().find((entry): entry is string => typeof entry === 'string' && entry !== 'null')
}

function checkTests(here: Place, read: string, tests: readonly PlacedTest[], compared: ComparedValue): void {
  const wrong = tests
    .flatMap((test) => [
      ...valuesOf(test).map(({ path, value }) => ({ path, finding: findWrongValue(read, value, compared) })),
      ...boundsOf(test).map(({ path, value }) => ({ path, finding: findWrongBound(read, value, compared) })),
    ])
    .filter(({ finding }) => finding !== undefined)
  for (const { path, finding } of wrong) if (finding) here.in(path).report(...finding)
  if (wrong.length > 0) return
  const reason = findImpossible(tests, compared)
  const last = tests.at(-1)
  if (reason !== undefined && last)
    here.in(last.path).report('condition_never.read', { found: JSON.stringify(last.test), read, reason })
}

function isOfType(type: string | undefined, value: Scalar): boolean {
  if (type === undefined) return true
  return typeof value === (type === 'integer' ? 'number' : type)
}

function findWrongValue(read: string, value: Scalar, { schema, type }: ComparedValue): Finding | undefined {
  // Null is what is missing, which anything can be.
  if (value === null) return undefined
  const written = JSON.stringify(value)
  const allowed = schema.enum as readonly unknown[] | undefined
  if (type === 'object')
    return ['condition_type.group', { found: written, expected: '{ "empty": false }', read }]
  if (!isOfType(type, value))
    return ['condition_type.value', { found: written, expected: String(type), read, type: titleOf(type) }]
  if (allowed && !allowed.includes(value))
    return [
      'value_unknown.condition',
      { found: String(value), known: allowed.map(String), written, read, allowed: toList(allowed) },
    ]
  return !allowed && !accepts(schema, value)
    ? ['value_unknown.refused', { found: String(value), written, read }]
    : undefined
}

const MAX_LISTED = 12

function toList(values: readonly unknown[]): string {
  const listed = values
    .slice(0, MAX_LISTED)
    .map((value) => (typeof value === 'string' ? `“${value}”` : String(value)))
  return `${listed.join('、')}${values.length > MAX_LISTED ? ' 等' : ''}`
}

function findWrongBound(
  read: string,
  value: Scalar,
  { schema, type, isList }: ComparedValue,
): Finding | undefined {
  const written = JSON.stringify(value)
  if (isList) return ['condition_type.list', { found: written, read }]
  if (type === 'object' || type === 'boolean')
    return ['condition_type.order', { found: written, read, type: TYPE_TITLES[type] }]
  if (!isOfType(type, value))
    return ['condition_type.bound', { found: written, expected: String(type), read, type: titleOf(type) }]
  return schema.format === 'date' && !accepts({ type: 'string', format: 'date' }, value)
    ? ['value_unknown.day', { found: String(value), written, read }]
    : undefined
}
