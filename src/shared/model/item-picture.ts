// Declares the picture of an item.
/** Drawings that pages make for items without a picture, from their texts. */
export const DRAWN_KINDS = ['journal', 'plate', 'portrait', 'emblem', 'poster'] as const

export interface DrawnPicture {
  readonly draw: (typeof DRAWN_KINDS)[number]
  /** Fields; the heading replaces a missing name or number. */
  readonly name?: string
  readonly number?: string
  readonly year?: string
  /** How long it takes. */
  readonly seconds?: string
  /** The field with the kind of thing, and the dictionary of its label. */
  readonly by?: { readonly field: string; readonly dict?: string }
}

/** The sources of an item's picture: the uploaded one, else a drawing of its category or of its texts. */
export interface ItemPicture {
  /** Field with what was uploaded. */
  readonly field?: string
  /** The parameter family whose pictures they are, and the field that says the category: both or none. */
  readonly family?: string
  readonly by?: string
  /** Set where they can be set into the portal's scenes: the dictionaries that say which category is above which. */
  readonly inScenes?: readonly string[]
  readonly drawn?: DrawnPicture
}
