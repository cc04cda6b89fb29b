// Owns reading the configuration folders from disk; the only file here that touches the file system.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders that hold configuration, relative to the project's root. */
export const CONFIG_FOLDERS = ['schemas', 'pages-config', 'zones-config'] as const

/** Text of every JSON file, by path with forward slashes relative to `root`. */
export async function readFolder(root: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  await Promise.all(
    CONFIG_FOLDERS.map(async (folder) => {
      const names = await readdir(join(root, folder), { recursive: true }).catch(() => [] as string[])
      await Promise.all(
        names
          .filter((name) => name.endsWith('.json'))
          .map(async (name) => {
            files.set(
              `${folder}/${name.replaceAll('\\', '/')}`,
              await readFile(join(root, folder, name), 'utf8'),
            )
          }),
      )
    }),
  )
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
}
