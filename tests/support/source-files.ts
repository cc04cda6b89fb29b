// Reads the project's own files for tests that hold a rule over all of them.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NOT_OURS = new Set(['node_modules', 'dist', 'data', '.git'])

export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** Files under `path` (a folder, or a file by itself) that match `pattern`, in the order of their paths. */
export function readFiles(path: string, pattern: RegExp): SourceFile[] {
  const full = join(ROOT, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory())
    return pattern.test(path) ? [{ path, text: readFileSync(full, 'utf8') }] : []
  return readdirSync(full)
    .filter((name) => !NOT_OURS.has(name) || path.startsWith('src'))
    .sort()
    .flatMap((name) => readFiles(`${path}/${name}`, pattern))
}
