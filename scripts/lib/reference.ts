// Owns the making of the reference of a portal's configuration language: which portals its examples are taken from.
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { checkConfiguration } from '../../src/config/load.ts'
import { PROGRAM } from '../../src/config/portal-folder.ts'
import type { Problem } from '../../src/config/problem.ts'
import { readFolder } from '../../src/config/read-folder.ts'
import { chooseExamples, type Source } from '../../src/config/reference/examples.ts'
import { type Language, languageOf } from '../../src/config/reference/language-places.ts'
import { type Reference, toReference } from '../../src/config/reference/reference.ts'
import { writtenUses } from '../../src/config/reference/written-uses.ts'

/** Where it lies in a portal. */
export const REFERENCE = 'schemas/REFERENCE.md'

/** Portals that show what the one at hand does not use. */
const SHOWN = join(PROGRAM, 'tests', 'portals')

/** A portal that the check refuses is no example of anything. */
export class RefusedPortal extends Error {
  readonly problems: readonly Problem[]

  constructor(folder: string, problems: readonly Problem[]) {
    super(`${folder} 没有通过检查，不能从中取例子`)
    this.problems = problems
  }
}

const slashed = (path: string): string => path.replaceAll('\\', '/')

function sourceOf(language: Language, folder: string, from: string): Source {
  const files = readFolder(folder)
  const result = checkConfiguration(files)
  if (!result.ok) throw new RefusedPortal(folder, result.problems)
  const uses = writtenUses(language, files).filter(({ file }) => !files.borrowed?.has(file))
  return { uses, folder: `${slashed(relative(from, folder)) || '.'}/` }
}

/** `from` is the folder that the reference is written into: its links begin there. */
export function referenceOf(portal: string, from: string): Reference {
  const shown = existsSync(SHOWN)
    ? readdirSync(SHOWN, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    : []
  const examples = [...shown.map(({ name }) => join(SHOWN, name)), PROGRAM]
  // The small ones change seldom, and with them the examples of the program's own.
  const folders = resolve(portal) === PROGRAM ? examples : [resolve(portal), ...examples]
  const language = languageOf(readFolder(portal))
  const sources = [...new Set(folders)].map((folder) => sourceOf(language, folder, from))
  return toReference(language, chooseExamples(sources))
}
