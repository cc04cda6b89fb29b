// Limits the body of an operation in bytes, values and depth, derived from its schema once.
import type { JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { perModel } from '#shared/model/per-model.ts'

export interface BodyLimits {
  readonly bytes: number
  /** Values at all depths, objects and lists among them. */
  readonly values: number
  readonly depth: number
}

/** The upper limit of every operation, and the limit of requests to unknown operations. */
export const MAX_LIMITS: BodyLimits = { bytes: 1024 * 1024, values: 20_000, depth: 32 }
const MIN_LIMITS: BodyLimits = { bytes: 4 * 1024, values: 64, depth: 6 }
/** For a value that the schema says nothing about, such as a draft's answers. */
const OPAQUE: BodyLimits = { bytes: MAX_LIMITS.bytes, values: 10_000, depth: MAX_LIMITS.depth }
/** A character takes up to four bytes as text; escaped, as some clients do, an emoji is two of six. */
const BYTES_A_CHARACTER = 12
const MAX_TEXT_LENGTH = 200
const MAX_LIST_ITEMS = 100
const NUMBER_BYTES = 32

export const limitsOf = perModel(({ body = {} }: Operation): BodyLimits => derive(body))

/** Derives twice what the schema allows at most, plus space for a few unknown names that the answer has to report. */
function derive(body: JsonSchema): BodyLimits {
  const { bytes, values, depth } = measure(body, 0)
  const within = (key: keyof BodyLimits, value: number) =>
    Math.ceil(Math.min(MAX_LIMITS[key], Math.max(MIN_LIMITS[key], value)))
  return {
    bytes: within('bytes', bytes * 1.2 + 2048),
    values: within('values', values * 2 + 50),
    depth: within('depth', depth + 4),
  }
}

function measure(schema: JsonSchema, depth: number): BodyLimits {
  if (depth > MAX_LIMITS.depth) return OPAQUE
  const type = [schema.type].flat()
  if (schema.properties !== undefined) {
    const children = Object.entries(schema.properties as Readonly<Record<string, JsonSchema>>)
    return children
      .map(([name, child]) => plus(measure(child, depth + 1), name.length + 8))
      .reduce(sum, { bytes: 2, values: 1, depth })
  }
  if (type.includes('array')) {
    const entry = measure((schema.items ?? {}) as JsonSchema, depth + 1)
    const most = typeof schema.maxItems === 'number' ? schema.maxItems : MAX_LIST_ITEMS
    return { bytes: entry.bytes * most, values: entry.values * most + 1, depth: entry.depth }
  }
  if (type.includes('string') || schema.enum !== undefined) {
    const longest = typeof schema.maxLength === 'number' ? schema.maxLength : MAX_TEXT_LENGTH
    return { bytes: longest * BYTES_A_CHARACTER, values: 1, depth }
  }
  if (type.some((name) => name === 'number' || name === 'integer' || name === 'boolean'))
    return { bytes: NUMBER_BYTES, values: 1, depth }
  return depth === 0 ? { bytes: 0, values: 0, depth } : OPAQUE
}

function plus(limits: BodyLimits, bytes: number): BodyLimits {
  return { ...limits, bytes: limits.bytes + bytes }
}

function sum(a: BodyLimits, b: BodyLimits): BodyLimits {
  return { bytes: a.bytes + b.bytes, values: a.values + b.values, depth: Math.max(a.depth, b.depth) }
}

/** Stops at the first value too many, so that a hostile body costs no more than an honest one. */
export function isTooMuch(body: unknown, { values, depth }: BodyLimits): boolean {
  let left = values
  const walk = (value: unknown, at: number): boolean => {
    left -= 1
    if (left < 0 || at > depth) return true
    if (typeof value !== 'object' || value === null) return false
    for (const name in value) if (walk((value as Record<string, unknown>)[name], at + 1)) return true
    return false
  }
  return walk(body, 0)
}
