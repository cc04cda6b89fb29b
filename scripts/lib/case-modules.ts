// Owns what belongs to a test file: itself, and the modules of cases that it gathers before one portal and one browser.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Paths, the file's own first; those of `equipment.test.ts` stand in the folder `equipment` beside it. */
export function caseModules(path: string): readonly string[] {
  const folder = path.replace(/\.test\.tsx?$/, '')
  if (!existsSync(folder)) return [path]
  const names = readdirSync(folder).filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
  return [path, ...names.map((name) => join(folder, name))]
}
