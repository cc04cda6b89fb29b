// Owns what a step of an item makes of the item above.

/** What a step makes of the item above: its field goes from one of several values to another. */
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
