// Declares a problem that the checker reports about one location in one file.

/**
 * A problem that the configuration check reports about one location in a file. An error prevents the configuration
 * from being served; a warning does not.
 *
 * @example
 * const problem: Problem = {
 *   slug: 'field_unknown', severity: 'error', file: 'schemas/content/demand.json',
 *   line: 12, column: 5, message: '没有名为“titel”的字段。您是不是想写“title”？', found: 'titel', nearest: 'title',
 * }
 */
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
  /** The only value that would be right. */
  readonly only?: unknown
  readonly nearest?: string
  /** Further locations of the same problem, reported together with this one. */
  readonly also?: readonly SourceLocation[]
}

export interface SourceLocation {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Returns the sentence for people, with the number of further locations. */
export function toSentence({ message, also = [] }: Problem): string {
  const [next] = also
  return next ? `${message}（还有 ${also.length} 处因此受影响，如 ${next.file}:${next.line}）` : message
}
