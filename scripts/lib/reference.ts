// Builds the reference of a portal's configuration language, and chooses the portals for its examples.
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { PROGRAM } from '#config/load/portal-folder.ts'
import type { Problem } from '#config/load/problem.ts'
import { readFolder } from '#config/load/read-folder.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { type Reference, toReference } from '#config/tools/generate-reference.ts'
import { type LanguageFiles, languageOf } from '#config/tools/language-paths.ts'
import { chooseExamples, type ExampleSource } from '#config/tools/reference-examples.ts'
import { writtenUses } from '#config/tools/reference-usage.ts'

/** The path of the reference in a portal. */
export const REFERENCE = 'schemas/REFERENCE.md'

/** Portals that show what the one at hand does not use. */
const SHOWN = join(PROGRAM, 'tests', 'portals')

/** A portal that the check refuses is no example of anything. */
export class RefusedPortal extends Error {
  readonly problems: readonly Problem[]

  constructor(folder: string, problems: readonly Problem[]) {
    super(`${folder} 未通过检查，不能从中取例`)
    this.problems = problems
  }
}

const slashed = (path: string): string => path.replaceAll('\\', '/')

function sourceOf(language: LanguageFiles, folder: string, from: string): ExampleSource {
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
