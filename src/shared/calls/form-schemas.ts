// Declares the schemas from which the browser draws forms for configuration files, and the names they offer.

/** A name that a place of a file may hold, with what people call it. */
export interface NamedChoice {
  readonly value: string
  readonly label: string
}

/** Of an operation that reads: what it can be asked with, and the content type of what it answers. */
export interface OperationChoice extends NamedChoice {
  readonly params: readonly string[]
  readonly type?: string
}

/**
 * The language as forms draw it.
 *
 * @example
 * const schemaOf = (kind: string, { $defs }: FormSchemas) => ({ $ref: `#/$defs/${kind}`, $defs })
 */
export interface FormSchemas {
  /** One document: a file of kind `k` is `{ "$ref": "#/$defs/k" }`. */
  readonly $defs: Readonly<Record<string, unknown>>
  /** By the kinds that `x-names` and `x-offers` name. */
  readonly names: Readonly<Record<string, readonly NamedChoice[]>>
  readonly operations: readonly OperationChoice[]
  /** Fields by content type. */
  readonly fields: Readonly<Record<string, readonly NamedChoice[]>>
}
