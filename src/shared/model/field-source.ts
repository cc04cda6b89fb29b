// Declares the sources from which the system fills a field, and the kind of account that such a field names.

/**
 * The owner's account, the owner's directory entry, a field or the owner of the parent, a field of what a reference
 * leads to (`tool.longestLoan`), effects of transitions, or the items below (`aggregates`).
 */
export type FieldSource = 'owner' | 'owner.directory' | 'step' | 'children' | `${string}.${string}`

/** A field of another item, and the reference that leads there. */
export interface TakenFrom {
  /** The reference; undefined for a parent where the type has none. */
  readonly by: string | undefined
  readonly field: string
  readonly isParent: boolean
}

const PARENT = 'parent'

/**
 * Reads a source that is a field of another item; undefined for the others.
 *
 * @example
 * takenFrom({ parent: 'callId' }, 'parent.price') // → { by: 'callId', field: 'price', isParent: true }
 * takenFrom({}, 'tool.longestLoan') // → { by: 'tool', field: 'longestLoan', isParent: false }
 */
export function takenFrom(
  { parent }: { readonly parent?: string },
  from: FieldSource | undefined,
): TakenFrom | undefined {
  if (from === undefined || from === 'owner.directory') return undefined
  const [root = '', field] = from.split('.')
  if (field === undefined) return undefined
  const isParent = root === PARENT
  return { by: isParent ? parent : root, field, isParent }
}

/** An account, or an item of whichever type the directory has. */
export type NamedKind = 'account' | 'entry'
