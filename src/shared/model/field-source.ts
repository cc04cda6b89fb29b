// Owns where the system takes from what it writes into a field, and whom such a field names.

/** The owner's account, his entry in a directory, a field or the owner of what the item lies under, or effects of steps. */
export type FieldSource = 'owner' | 'owner.directory' | 'step' | `parent.${string}`

/** An account, or an item of whichever type the directory has. */
export type NamedKind = 'account' | 'entry'
