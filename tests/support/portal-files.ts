// Owns the texts of the portal's own configuration, which no test changes on disk: read once in each worker.
import { readFolder } from '../../src/config/read-folder.ts'
import { ROOT } from './source-files.ts'

let read: ReadonlyMap<string, string> | undefined

/** By path; each caller gets a map of its own. */
export function portalFiles(): Map<string, string> {
  read ??= readFolder(ROOT)
  return new Map(read)
}
