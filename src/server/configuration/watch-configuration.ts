// Watches the folders of the configuration and of the portal's own code for changes.
import { existsSync, type FSWatcher, readdirSync, watch } from 'node:fs'
import { join, sep } from 'node:path'
import { CONFIG_FOLDERS } from '#config/load/read-folder.ts'
import type { ConfigurationSource } from './configuration-source.ts'
import { CODE_FOLDER } from './portal-code.ts'

/** Several events of one save, or of an editor that writes a file twice, become one reload. */
const SETTLED_AFTER = 50

const WATCHED: readonly string[] = [...CONFIG_FOLDERS, CODE_FOLDER]
const FOLDERS: ReadonlySet<string> = new Set(WATCHED)

/**
 * Reloads the source when a JSON file or a file of the portal's own code changes; returns a function that stops watching.
 *
 * Each folder has its own watcher, which is renewed when the folder is replaced: Node's recursive watching loses
 * files that an editor replaces as a whole, and folders that are created later or again.
 */
export function watchConfigurationFiles(
  source: ConfigurationSource,
  onError: (error: unknown) => void,
): () => void {
  const { root } = source
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined

  const leave = (folder: string): void => {
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(`${folder}${sep}`)) continue
      watcher.close()
      watchers.delete(path)
    }
  }
  const reload = (): void => {
    followAll()
    source.reload().catch(onError)
  }
  const follow = (folder: string): void => {
    if (watchers.has(folder)) return
    try {
      const watcher = watch(folder, (event, name) => {
        if (folder === root && !FOLDERS.has(name ?? '')) return
        if (name !== null && /\.\w+$/.test(name) && !/\.(json|ts)$/.test(name)) return
        if (event === 'rename' && name !== null) leave(join(folder, name))
        clearTimeout(timer)
        timer = setTimeout(reload, SETTLED_AFTER)
      })
      watcher.on('error', () => leave(folder))
      watchers.set(folder, watcher)
    } catch (error) {
      // The watcher of the parent folder reports a deleted folder.
      if (existsSync(folder)) onError(error)
    }
  }
  const followAll = (): void => {
    follow(root)
    for (const folder of WATCHED) for (const path of foldersIn(join(root, folder))) follow(path)
  }

  followAll()
  return () => {
    clearTimeout(timer)
    leave(root)
  }
}

/** The folder and all below it; none where it does not exist. */
function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const below = readdirSync(folder, { recursive: true, withFileTypes: true })
  return [
    folder,
    ...below.flatMap((entry) => (entry.isDirectory() ? [join(entry.parentPath, entry.name)] : [])),
  ]
}
