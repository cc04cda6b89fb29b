// Declares a problem that the checker reports about one location in one file.

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
