// Owns what the checker reports about one place in one file.

export interface Problem {
  /** Stable name of the rule, such as `field_unknown`. */
  readonly slug: string
  readonly severity: 'error' | 'warning'
  readonly file: string
  /** Both count from 1. */
  readonly line: number
  readonly column: number
  /** A Chinese sentence: what was found and what was expected. */
  readonly message: string
  readonly found?: string
  readonly expected?: string
  readonly nearest?: string
}

export function byPlace(a: Problem, b: Problem): number {
  return a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column
}
