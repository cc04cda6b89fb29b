// Provides random JSON Schemas and values, repeatable from a seed.
import { FORMATS } from '#shared/formats/text-formats.ts'

export type Random = () => number

/** Mulberry32. */
export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const int = (random: Random, most: number) => Math.floor(random() * (most + 1))
const maybe = (random: Random, chance: number, build: () => object) => (random() < chance ? build() : {})

const TEXTS = [
  '',
  'a',
  'ab',
  '中文',
  '需求标题五字',
  '𠮷野家',
  '13800138000',
  '91350100M000100Y43',
  '11010519491231002X',
  '2024-02-29',
  '2023-02-29',
  '2026-01-05T08:00:00Z',
  'name@example.com',
  'https://e.cn/',
  '100000',
  '010-12345678',
  '08:30',
  'x'.repeat(30),
]
const NAMES = ['a', 'b', 'c', 'd~e', 'f/g', '中文名', 'with space']

function text(random: Random): object {
  return {
    type: 'string',
    ...maybe(random, 0.4, () => ({ minLength: int(random, 3) })),
    ...maybe(random, 0.4, () => ({ maxLength: int(random, 12) })),
    ...maybe(random, 0.3, () => ({ format: pick(random, Object.keys(FORMATS)) })),
    ...maybe(random, 0.2, () => ({
      pattern: pick(random, ['^[a-z]+$', '^\\d{2,6}$', '^\\p{Script=Han}+$', '^.{2}$']),
    })),
    ...maybe(random, 0.2, () => ({ enum: [pick(random, TEXTS), pick(random, NAMES), `${int(random, 9)}e`] })),
  }
}

function number(random: Random): object {
  return {
    type: pick(random, ['number', 'integer']),
    ...maybe(random, 0.4, () => ({ minimum: int(random, 10) - 5 })),
    ...maybe(random, 0.4, () => ({ maximum: int(random, 20) })),
    ...maybe(random, 0.2, () => ({ exclusiveMinimum: int(random, 5) })),
    ...maybe(random, 0.2, () => ({ multipleOf: pick(random, [1, 2, 5, 0.5]) })),
  }
}

function object(random: Random, depth: number): object {
  const names = NAMES.filter(() => random() < 0.5)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, randomSchema(random, depth - 1)])),
    ...maybe(random, 0.6, () => ({ required: names.filter(() => random() < 0.5) })),
    ...maybe(random, 0.6, () => ({ additionalProperties: false })),
  }
}

function array(random: Random, depth: number): object {
  return {
    type: 'array',
    items: randomSchema(random, depth - 1),
    ...maybe(random, 0.3, () => ({ minItems: int(random, 2) })),
    ...maybe(random, 0.3, () => ({ maxItems: int(random, 3) })),
    ...maybe(random, 0.3, () => ({ uniqueItems: true })),
  }
}

export function randomSchema(random: Random, depth: number): object {
  const kinds =
    depth > 0
      ? ['text', 'number', 'boolean', 'object', 'object', 'object', 'array']
      : ['text', 'number', 'boolean']
  const kind = pick(random, kinds)
  if (kind === 'object') return object(random, depth)
  if (kind === 'array') return array(random, depth)
  if (kind === 'boolean') return { type: 'boolean' }
  return kind === 'number' ? number(random) : text(random)
}

function anything(random: Random, depth: number): unknown {
  const kind = int(random, depth > 0 ? 6 : 4)
  if (kind === 0) return pick(random, TEXTS)
  if (kind === 1) return int(random, 30) - 8
  if (kind === 2) return pick(random, [0.5, 1.25, -3.5, 7.5])
  if (kind === 3) return random() < 0.5
  if (kind === 4) return random() < 0.3 ? null : pick(random, TEXTS)
  if (kind === 5) return Array.from({ length: int(random, 4) }, () => anything(random, depth - 1))
  return Object.fromEntries(
    NAMES.filter(() => random() < 0.5).map((name) => [name, anything(random, depth - 1)]),
  )
}

/** A value that mostly has the shape the schema asks for, so that the deeper keywords are reached. */
export function randomValue(random: Random, schema: Record<string, unknown>, depth: number): unknown {
  if (random() < 0.1) return anything(random, depth)
  if (schema.type === 'object') {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Record<string, unknown>>)
    const own = properties
      .filter(() => random() < 0.8)
      .map(([name, part]) => [name, randomValue(random, part, depth - 1)])
    const extra = random() < 0.2 ? [[pick(random, NAMES), anything(random, 0)]] : []
    return Object.fromEntries([...extra, ...own])
  }
  if (schema.type === 'array')
    return Array.from({ length: int(random, 4) }, () =>
      randomValue(random, schema.items as Record<string, unknown>, depth - 1),
    )
  if (schema.type === 'boolean') return random() < 0.5
  if (schema.type === 'number' || schema.type === 'integer') return random() < 0.7 ? int(random, 20) - 3 : 2.5
  if (Array.isArray(schema.enum) && random() < 0.7) return pick(random, schema.enum)
  if (schema.type === 'string') return pick(random, TEXTS)
  return anything(random, depth)
}
