// Builds the address of a stored file. Formatted texts keep this address for ever, so no portal changes it.

/** Before the file's id. */
const FILES = '/file/fileOperation/download/'

export const FILE_PATH = `${FILES}{id}`

/**
 * Returns the address at which a stored file is downloaded, by its id. Stored texts contain this address, so it
 * never changes.
 *
 * @example
 * fileAddress('1f0c6d0e') // → '/file/fileOperation/download/1f0c6d0e'
 */
export const fileAddress = (id: string): string => `${FILES}${id}`

const ID = '[0-9a-f-]{36}'
const WHOLE = new RegExp(`^${FILES}${ID}$`)

export const isFileAddress = (text: string): boolean => WHOLE.test(text)

/** Returns the ids of the files whose addresses occur in a text. */
export const filesNamedIn = (text: string): string[] =>
  [...text.matchAll(new RegExp(`${FILES}(${ID})`, 'g'))].map(([, id = '']) => id)
