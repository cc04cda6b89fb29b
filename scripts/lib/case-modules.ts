// Lists the modules of a test file: the file itself, and its case modules that share one portal and one browser.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns paths, the file's own first. The modules of `equipment.test.ts` are in the folder `equipment` next to it.
 */
export function caseModules(path: string): readonly string[] {
  const folder = path.replace(/(\.long)?\.test\.tsx?$/, '')
  if (!existsSync(folder)) return [path]
  const names = readdirSync(folder).filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
  return [path, ...names.map((name) => join(folder, name))]
}
