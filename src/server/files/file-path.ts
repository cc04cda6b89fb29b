// Computes the path of an uploaded file below the data folder.
import { join } from 'node:path'

export const FILES_FOLDER = 'files'

/** Throws for what is no id, so that nothing leads out of the folder. */
export function filePath(folder: string, id: string): string {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error('Not the id of a file')
  return join(folder, id.slice(0, 2), id)
}
