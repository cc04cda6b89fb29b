// Declares the message that tells an editor who else has the form of an item open.

export interface EditingNews {
  readonly type: 'editing'
  readonly item: string
  /** Of other accounts than the reader's; empty where nobody else edits. */
  readonly names: readonly string[]
}

/** Milliseconds without such a message after which the names no longer count. */
export const EDITING_LASTS = 60_000
