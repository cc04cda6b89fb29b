// Declares how a transition of an item advances its parent.

/** The effect of a transition on the parent: a field of it changes from one of several values to another. */
export interface Advance {
  readonly field: string
  /** With any other value, but `to` itself, the step is not open. */
  readonly from: readonly string[]
  readonly to: string
  /** Instead of `to` while the item above is in these states. */
  readonly in?: Readonly<Record<string, string>>
  /** Only one brings it there: the word for who comes later. */
  readonly taken?: string
}
