// Normalises typed text and payloads before they are validated, sent or stored.
import { tidyMobile, tidyTelephone } from './normalise-telephone.ts'
import { toVisibleLine } from './visible-text.ts'

/** Formats whose values are codes: every full-width character is replaced by its half-width form. */
const CODES = new Set([
  'mobile',
  'id-card',
  'uscc',
  'post-code',
  'telephone',
  'date',
  'time',
  'email',
  'uri',
  'region',
])
const UPPER = new Set(['id-card', 'uscc'])
const MAX_DEPTH = 32
const MAX_NODES = 100_000

function toHalfWidth(text: string, range: RegExp): string {
  return text
    .replace(range, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(/\u3000/g, ' ')
}

/**
 * Normalises one typed line: removes invisible characters, trims it, and replaces full-width letters and digits by
 * half-width ones. In codes every full-width character is replaced, letters become upper case if the code has them,
 * and phone numbers are normalised. Chinese punctuation in ordinary text stays unchanged.
 */
export function normaliseInput(text: string, format?: string): string {
  const line = toVisibleLine(text)
  if (format === undefined || !CODES.has(format)) return toHalfWidth(line, /[０-９Ａ-Ｚａ-ｚ]/g).trim()
  const plain = toHalfWidth(line, /[！-～]/g).trim()
  if (format === 'mobile') return tidyMobile(plain)
  if (format === 'telephone') return tidyTelephone(plain)
  if (UPPER.has(format)) return plain.replace(/\s/g, '').toUpperCase()
  return plain
}

/** Values that programs write for a missing one. */
const NOTHING: ReadonlySet<unknown> = new Set([undefined, '', 'null', 'undefined', 'Invalid date'])

export function isNothing(value: unknown): boolean {
  return NOTHING.has(value)
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * Rule API-05: empty, undefined, "null" and "Invalid date" become null, at every depth.
 * Files, dates and form data pass through. Throws a RangeError beyond 32 levels or 100,000 values.
 */
export function normalisePayload<T>(payload: T): T {
  let nodes = 0
  const walk = (value: unknown, depth: number): unknown => {
    nodes += 1
    if (depth > MAX_DEPTH || nodes > MAX_NODES) throw new RangeError('payload too large')
    if (isNothing(value)) return null
    if (Array.isArray(value)) return value.map((entry) => walk(entry, depth + 1))
    if (value === null || typeof value !== 'object' || !isPlain(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, walk(entry, depth + 1)]))
  }
  return walk(payload, 0) as T
}
