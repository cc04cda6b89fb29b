// Owns the type of a field that is read from what a reference leads to.

export interface Join {
  readonly by: string
  readonly type: string
  readonly field: string
  /** In which everybody may read it. */
  readonly states: readonly string[]
}
