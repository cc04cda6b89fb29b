// Declares a leaf of a form: the value, error and visibility at one path.
/** One place as drawn: a field, or what is inside one. Replaced, never changed, so that it can be compared by identity. */
export interface Leaf {
  readonly value: unknown
  readonly error: string | undefined
  readonly hidden: boolean
}

/** `name` is the key of the place; absent where the error belongs to no field of the form. */
export interface VisibleError {
  readonly name?: string
  readonly message: string
}

export const GONE: Leaf = { value: undefined, error: undefined, hidden: true }

/** The field that holds the place. */
export function fieldOf(key: string): string {
  return key.split('.', 1)[0] as string
}
