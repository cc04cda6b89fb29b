// Owns where an item says what the words of its parties are called, such as 需求方意见.

/** The cell that shows such words. */
export const WORDS = 'words'
/** The property of an item that holds their name. */
export const WORDS_NAME = 'statusWords'
