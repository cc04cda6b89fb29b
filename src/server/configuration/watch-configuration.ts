// Owns the watching of the configuration folders.
import { watch } from 'node:fs'
import { join } from 'node:path'
import { presentFolders } from '../../config/read-folder.ts'
import type { ConfigurationSource } from './configuration-source.ts'

/** Several events of one save, or of an editor that writes a file twice, become one reload. */
const SETTLED_AFTER = 50

/** Reloads the source whenever a JSON file changes; returns a function that stops. */
export function watchConfiguration(
  source: ConfigurationSource,
  onError: (error: unknown) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined
  const changed = (_event: string, name: string | null): void => {
    if (name !== null && /\.\w+$/.test(name) && !name.endsWith('.json')) return
    clearTimeout(timer)
    timer = setTimeout(() => void source.reload().catch(onError), SETTLED_AFTER)
  }
  const watchers = presentFolders(source.root).map((folder) => {
    const watcher = watch(join(source.root, folder), { recursive: true }, changed)
    // A folder that vanishes ends its watcher; the last good model stays.
    watcher.on('error', onError)
    return watcher
  })
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
