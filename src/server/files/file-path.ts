// Computes where a file lies by its name, below the data folder as in a bucket.
import { join } from 'node:path'

export const FILES_FOLDER = 'files'

/** An id, or an id with the ending of what was made of it. */
const NAME = /^[0-9a-f-]{36}(\.[\w-]+)*$/

/** Throws for what is no name of a file, so that nothing leads out of the folder. */
export function fileKey(name: string): string {
  if (!NAME.test(name)) throw new Error('Not the name of a file')
  return `${FILES_FOLDER}/${name.slice(0, 2)}/${name}`
}

export const filePath = (dataDir: string, name: string): string => join(dataDir, fileKey(name))
