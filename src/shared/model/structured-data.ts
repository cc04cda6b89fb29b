// Declares the data about an item for search engines, in terms of schema.org.

/** Fields by name. */
export interface Structured {
  readonly type: string
  readonly properties: Readonly<Record<string, StructuredValue>>
}

export type StructuredValue =
  | string
  | { readonly text: string }
  /** A number multiplied by a factor, which the value of another field chooses. */
  | { readonly field: string; readonly by: string; readonly times: Readonly<Record<string, number>> }
  | Structured
