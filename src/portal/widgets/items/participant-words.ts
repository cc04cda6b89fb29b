// Declares the property of an item with the title of its participants' texts, such as 需求方意见.

/** The cell that shows such words. */
export const WORDS = 'words'
/** The property of an item that holds their name. */
export const WORDS_NAME = 'statusWords'
