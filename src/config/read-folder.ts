// Owns reading the configuration folders from disk; the only file here that touches the file system.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folders that hold configuration, relative to the project's root. */
export const CONFIG_FOLDERS = ['schemas', 'pages-config', 'zones-config'] as const

/**
 * Text of every JSON file, by path with forward slashes relative to `root`. Hundreds of small files are read in a
 * quarter of the time that as many asynchronous calls take, and nothing can be answered without them.
 */
export function readFolder(root: string): Map<string, string> {
  const files = CONFIG_FOLDERS.flatMap((folder) =>
    namesIn(join(root, folder)).map((name): [string, string] => [
      `${folder}/${name.replaceAll('\\', '/')}`,
      readFileSync(join(root, folder, name), 'utf8'),
    ]),
  )
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
}
