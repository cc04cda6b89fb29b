// Owns the types of what stands for an item where its picture is shown.
/** What is drawn in the page of items that are known by words. */
export const DRAWN_KINDS = ['journal', 'plate', 'portrait', 'emblem', 'poster'] as const

export interface DrawnPicture {
  readonly draw: (typeof DRAWN_KINDS)[number]
  /** Fields; the heading stands in for a name or number that is not there. */
  readonly name?: string
  readonly number?: string
  readonly year?: string
  /** How long it takes. */
  readonly seconds?: string
  /** What kind of thing it is, and the dictionary that says its label. */
  readonly by?: { readonly field: string; readonly dict?: string }
}

/** Where the picture of an item is: what was uploaded, else what is drawn of its category, or of its words. */
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
