// Checks the values that conditions compare with: valid for the field, of its type, and possible together.

import { accepts } from '#config/compile/common/schema-accepts.ts'
import type { Report } from '#config/load/context.ts'
import type { Place } from '#config/load/place.ts'
import type { Condition, Scalar } from '#shared/expressions/condition.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { findDenied, findFixed } from './condition-outcomes.ts'
import {
  boundsOf,
  type ComparedValue,
  groupsOf,
  type PlacedTest,
  type PlacedValue,
  valuesOf,
} from './condition-parts.ts'
import { findImpossible } from './impossible-conditions.ts'

const TYPE_TITLES: Readonly<Record<string, string>> = {
  string: '文字',
  number: '数字',
  integer: '整数',
  boolean: '是非（true 或 false）',
  object: '一组内容',
}

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
    here
      .in(denied.path)
      .report(
        'condition_never',
        `条件在任何情况下都不成立：既要求“${denied.read}”符合 ${JSON.stringify(denied.test)}，又在 not 中将其排除，请删去其一`,
        { found: JSON.stringify(denied.test) },
      )
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
  here.report(
    fixed === 'always' ? 'condition_always' : 'condition_never',
    fixed === 'always'
      ? '条件在任何情况下都成立，不起作用：请删去，或改正其中的值'
      : '条件在任何情况下都不成立：其中的要求互相矛盾，请改正或删去',
    { found: JSON.stringify(condition), key: true },
  )
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
  const wrong = tests.flatMap((test) => [
    ...valuesOf(test).flatMap((placed) => toProblem(placed, findWrongValue(read, placed.value, compared))),
    ...boundsOf(test).flatMap((placed) => toProblem(placed, findWrongBound(read, placed.value, compared))),
  ])
  for (const { path, report } of wrong) here.context.report(here.document, path, report)
  if (wrong.length > 0) return
  const reason = findImpossible(tests, compared)
  const last = tests.at(-1)
  if (reason !== undefined && last)
    here
      .in(last.path)
      .report('condition_never', `条件“${read}”永远不成立：${reason}`, { found: JSON.stringify(last.test) })
}

function toProblem({ path }: PlacedValue, report: Report | undefined) {
  return report ? [{ path, report }] : []
}

function isOfType(type: string | undefined, value: Scalar): boolean {
  if (type === undefined) return true
  return typeof value === (type === 'integer' ? 'number' : type)
}

function findWrongValue(read: string, value: Scalar, { schema, type }: ComparedValue): Report | undefined {
  // Null is what is missing, which anything can be.
  if (value === null) return undefined
  const found = JSON.stringify(value)
  const allowed = schema.enum as readonly unknown[] | undefined
  if (type === 'object')
    return {
      slug: 'condition_type',
      message: `“${read}”是一组或多行内容，不能与 ${found} 比较，请用 empty 判断是否填写`,
      found,
      expected: '{ "empty": false }',
    }
  if (!isOfType(type, value))
    return {
      slug: 'condition_type',
      message: `“${read}”是${TYPE_TITLES[type ?? ''] ?? type}，永远不会等于 ${found}`,
      found,
      expected: String(type),
    }
  if (allowed && !allowed.includes(value))
    return {
      slug: 'value_unknown',
      message: `条件中的值 ${found} 不是“${read}”的可选值，可用：${toList(allowed)}`,
      found: String(value),
      known: allowed.map(String),
    }
  if (!allowed && !accepts(schema, value))
    return {
      slug: 'value_unknown',
      message: `条件中的值 ${found} 不符合字段“${read}”的要求，条件不会成立：请改正`,
      found: String(value),
    }
  return undefined
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
): Report | undefined {
  const found = JSON.stringify(value)
  if (isList || type === 'object' || type === 'boolean')
    return {
      slug: 'condition_type',
      message: isList
        ? `“${read}”是列表，不能比较大小，只能写其中的值或用 empty`
        : `“${read}”是${TYPE_TITLES[type ?? '']}，不能比较大小`,
      found,
    }
  if (!isOfType(type, value))
    return {
      slug: 'condition_type',
      message: `“${read}”是${TYPE_TITLES[type ?? '']}，不能与 ${found} 比较大小`,
      found,
      expected: String(type),
    }
  if (schema.format === 'date' && !accepts({ type: 'string', format: 'date' }, value))
    return {
      slug: 'value_unknown',
      message: `“${read}”是日期，${found} 不是日期，应写作 2026-01-31`,
      found: String(value),
    }
  return undefined
}
