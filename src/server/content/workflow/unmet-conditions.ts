// Describes the unmet conditions of a transition: the fields and the values that they need.

import { areaName } from '#server/platform/areas/area-name.ts'
import { labelOf } from '#shared/content/dictionary-label.ts'
import {
  type Condition,
  evaluateCondition,
  type Scalar,
  type Test,
  toComparison,
} from '#shared/expressions/condition.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

interface ConditionScope {
  readonly model: Model
  /** The fields that the caller may read. */
  readonly fields: ReadonlyMap<string, Field>
  readonly item: Readonly<Record<string, unknown>>
}

/**
 * Describes the unmet parts of the condition, as far as the caller may know them and a description exists; empty
 * otherwise.
 */
export function describeUnmetConditions(condition: Condition, scope: ConditionScope): string {
  return unmet(condition, scope).join('，')
}

function unmet(condition: Condition, scope: ConditionScope): string[] {
  return Object.entries(condition).flatMap(([key, test]) => {
    if (key === 'not') return []
    const parts = test as readonly Condition[]
    if (key === 'all') return parts.flatMap((part) => unmet(part, scope))
    if (key === 'any') return anyOf(parts, scope)
    return isMet({ [key]: test as Test }, scope) ? [] : describeTest(key, test as Test, scope)
  })
}

const isMet = (condition: Condition, { item }: ConditionScope): boolean =>
  evaluateCondition(condition, { item })

/** One of several would do: all are said, or none. */
function anyOf(parts: readonly Condition[], scope: ConditionScope): string[] {
  if (parts.some((part) => isMet(part, scope))) return []
  const ways = parts.map((part) => describeUnmetConditions(part, scope))
  return ways.every((way) => way !== '') ? [ways.join('，或')] : []
}

function describeTest(path: string, test: Test, { model, fields }: ConditionScope): string[] {
  const field = fields.get(/^item\.(\w+)$/.exec(path)?.[1] ?? '')
  if (!field) return []
  const value = (one: Scalar) => formatValue(model, field, one)
  const { eq, ne, in: among, empty, ...range } = toComparison(test)
  const phrases = [
    ...(eq === undefined ? [] : [eq === null ? '须为空' : `须为${value(eq)}`]),
    ...(among === undefined ? [] : [`须为${among.map(value).join('或')}`]),
    ...(ne === undefined ? [] : [ne === null ? '须填写' : `不能为${value(ne)}`]),
    ...(empty === undefined ? [] : [empty ? '须为空' : '须填写']),
    ...Object.entries(BOUNDS).flatMap(([name, words]) => {
      const bound = range[name as keyof typeof BOUNDS]
      return bound === undefined ? [] : [`${words}${value(bound)}`]
    }),
  ]
  return [`“${field.title}”${phrases.join('且')}`]
}

const BOUNDS = { gt: '须大于', gte: '不能小于', lt: '须小于', lte: '不能大于' } as const

function formatValue(model: Model, { type, dict, unit }: Field, value: Scalar): string {
  if (typeof value === 'boolean') return value ? '“是”' : '“否”'
  if (typeof value === 'number') return unit ? `${value} ${unit}` : String(value)
  const text = value ?? ''
  if (type === 'region') return `“${areaName(text) ?? text}”`
  return `“${labelOf(model, dict, text)}”`
}
