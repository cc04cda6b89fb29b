// Provides the texts of the configuration on which tests run: read once in each worker.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { readFolder } from '#config/load/read-folder.ts'
import { PORTAL } from './test-portal.ts'

let read: ReadonlyMap<string, string> | undefined

/** By path, as if the portal lay in the project's own folder, with the language. Each caller gets a map of its own. */
export function portalFiles(): Map<string, string> {
  read ??= new Map(Array.from(readFolder(PORTAL), ([path, text]) => [path, withOwnLanguage(path, text)]))
  return new Map(read)
}

/** Writes the files into a folder, for tests that change them. */
export function writePortalFiles(folder: string): void {
  for (const [path, text] of portalFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** A portal in a folder of its own names the schemas of the project: `../../../../schemas/config/page.schema.json`. */
function withOwnLanguage(path: string, text: string): string {
  return text.replace(
    /("\$schema": ")(?:\.\.\/)+(schemas\/[^"]+")/,
    (_, key: string, schema: string) => key + posix.relative(posix.dirname(path), schema),
  )
}
