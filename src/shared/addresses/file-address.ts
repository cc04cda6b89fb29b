// Owns where the bytes of a stored file are had: formatted texts keep this address for ever, so no portal names it otherwise.

/** Before the file's id. */
const FILES = '/file/fileOperation/download/'

export const FILE_PATH = `${FILES}{id}`

export const fileAddress = (id: string): string => `${FILES}${id}`

const ID = '[0-9a-f-]{36}'
const WHOLE = new RegExp(`^${FILES}${ID}$`)

export const isFileAddress = (text: string): boolean => WHOLE.test(text)

/** Ids of the files whose addresses stand in a text. */
export const filesNamedIn = (text: string): string[] =>
  [...text.matchAll(new RegExp(`${FILES}(${ID})`, 'g'))].map(([, id = '']) => id)
