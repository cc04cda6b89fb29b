// Owns the type of what search engines are told of an item, as schema.org has it.

/** Fields by name. */
export interface Structured {
  readonly type: string
  readonly properties: Readonly<Record<string, StructuredValue>>
}

export type StructuredValue =
  | string
  | { readonly text: string }
  /** A number, multiplied by what the value of another field stands for. */
  | { readonly field: string; readonly by: string; readonly times: Readonly<Record<string, number>> }
  | Structured
