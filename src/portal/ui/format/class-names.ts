// Joins class names.

/** Joins what is true-ish; `names('a', x && 'b')`. */
export function names(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
