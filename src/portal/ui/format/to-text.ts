// Formats any value as text.

/**
 * Formats any value as text. Null, undefined and numbers that are not finite become an empty text; lists and
 * objects become JSON.
 *
 * @example
 * toText(12) // → '12'
 * toText(null) // → ''
 * toText(['a']) // → '["a"]'
 */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  if (typeof value === 'boolean') return String(value)
  return value === null || value === undefined ? '' : JSON.stringify(value)
}
