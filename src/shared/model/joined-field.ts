// Declares a field that is read from the target of a reference.

export interface Join {
  readonly by: string
  readonly type: string
  readonly field: string
  /** In which everybody may read it. */
  readonly states: readonly string[]
}
