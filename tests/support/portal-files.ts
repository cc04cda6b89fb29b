// Provides the texts of the portal's own configuration, which no test changes on disk: read once in each worker.
import { readFolder } from '#config/load/read-folder.ts'

let read: ReadonlyMap<string, string> | undefined

/** By path; each caller gets a map of its own. */
export function portalFiles(): Map<string, string> {
  // In a simulated browser `import.meta.url` is no file.
  read ??= readFolder(process.cwd())
  return new Map(read)
}
