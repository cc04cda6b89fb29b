// Declares the sources from which the system fills a field, and the kind of account that such a field names.

/**
 * The owner's account, the owner's directory entry, a field or the owner of the parent, or effects of transitions.
 */
export type FieldSource = 'owner' | 'owner.directory' | 'step' | `parent.${string}`

/** An account, or an item of whichever type the directory has. */
export type NamedKind = 'account' | 'entry'
