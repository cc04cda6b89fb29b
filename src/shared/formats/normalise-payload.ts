// Normalises payloads before they are sent or stored.

const MAX_DEPTH = 32
const MAX_NODES = 100_000

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
