// Owns the words for why a step is not open to an item as it stands: which fields would have to hold what.

import { areaName } from '#server/platform/areas/area-name.ts'
import { labelOf } from '#shared/content/dictionary-label.ts'
import {
  type Comparison,
  type Condition,
  holds,
  type Scalar,
  type Test,
} from '#shared/expressions/condition.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

interface Asked {
  readonly model: Model
  /** Those that the asker reads. */
  readonly fields: ReadonlyMap<string, Field>
  readonly item: Readonly<Record<string, unknown>>
}

/** What does not hold of the item, as far as the asker may know of it and words say it; empty otherwise. */
export function unmetWords(condition: Condition, asked: Asked): string {
  return unmet(condition, asked).join('，')
}

function unmet(condition: Condition, asked: Asked): string[] {
  return Object.entries(condition).flatMap(([key, test]) => {
    if (key === 'not') return []
    const parts = test as readonly Condition[]
    if (key === 'all') return parts.flatMap((part) => unmet(part, asked))
    if (key === 'any') return anyOf(parts, asked)
    return isMet({ [key]: test as Test }, asked) ? [] : wordsOf(key, test as Test, asked)
  })
}

const isMet = (condition: Condition, { item }: Asked): boolean => holds(condition, { item })

/** One of several would do: all are said, or none. */
function anyOf(parts: readonly Condition[], asked: Asked): string[] {
  if (parts.some((part) => isMet(part, asked))) return []
  const ways = parts.map((part) => unmetWords(part, asked))
  return ways.every((way) => way !== '') ? [ways.join('，或')] : []
}

function wordsOf(path: string, test: Test, { model, fields }: Asked): string[] {
  const field = fields.get(/^item\.(\w+)$/.exec(path)?.[1] ?? '')
  if (!field) return []
  const value = (one: Scalar) => shown(model, field, one)
  const { eq, ne, in: among, empty, ...range } = toComparison(test)
  const said = [
    ...(eq === undefined ? [] : [eq === null ? '须为空' : `须为${value(eq)}`]),
    ...(among === undefined ? [] : [`须为${among.map(value).join('或')}`]),
    ...(ne === undefined ? [] : [ne === null ? '须填写' : `不能为${value(ne)}`]),
    ...(empty === undefined ? [] : [empty ? '须为空' : '须填写']),
    ...Object.entries(BOUNDS).flatMap(([name, words]) => {
      const bound = range[name as keyof typeof BOUNDS]
      return bound === undefined ? [] : [`${words}${value(bound)}`]
    }),
  ]
  return [`“${field.title}”${said.join('且')}`]
}

const BOUNDS = { gt: '须大于', gte: '不能小于', lt: '须小于', lte: '不能大于' } as const

function toComparison(test: Test): Comparison {
  if (Array.isArray(test)) return { in: test as readonly Scalar[] }
  return typeof test === 'object' && test !== null ? (test as Comparison) : { eq: test as Scalar }
}

function shown(model: Model, { type, dict, unit }: Field, value: Scalar): string {
  if (typeof value === 'boolean') return value ? '“是”' : '“否”'
  if (typeof value === 'number') return unit ? `${value} ${unit}` : String(value)
  const text = value ?? ''
  if (type === 'region') return `“${areaName(text) ?? text}”`
  return `“${labelOf(model, dict, text)}”`
}
