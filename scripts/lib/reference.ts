// Builds the reference of a portal's configuration language, and chooses the portals for its examples.
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { PROGRAM } from '#config/load/portal-folder.ts'
import type { Problem } from '#config/load/problem.ts'
import { readFolder } from '#config/load/read-folder.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { type Reference, toReference } from '#config/tools/generate-reference.ts'
import { type LanguageFiles, languageOf, listLanguageProperties } from '#config/tools/language-paths.ts'
import { chooseExamples, type ExampleSource } from '#config/tools/reference-examples.ts'
import { writtenUses } from '#config/tools/reference-usage.ts'

/** The path of the reference in a portal. */
export const REFERENCE = 'schemas/REFERENCE.md'

/** The path of the data map in a portal. */
export const DATA_MAP = 'schemas/DATA-MAP.md'

/** Portals that show what the one at hand does not use. */
const SHOWN = join(PROGRAM, 'tests', 'portals')
/** Processes that are laid over a portal. */
const PROCESSES = join(PROGRAM, 'tests', 'processes')

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

const foldersIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(folder, name))
    : []

/**
 * Returns a table in tab-separated columns: each property of the language, and how often the portal, the portals of the
 * tests and the processes of the tests write it.
 */
export function usesOf(portal: string): string {
  const language = languageOf(readFolder(portal))
  const folders = [...new Set([resolve(portal), ...foldersIn(SHOWN), ...foldersIn(PROCESSES)])]
  const counts = folders.map((folder) => {
    const files = readFolder(folder)
    const count = new Map<string, number>()
    for (const { place, file } of writtenUses(language, files))
      if (!files.borrowed?.has(file)) count.set(place, (count.get(place) ?? 0) + 1)
    return count
  })
  const head = ['property', ...folders.map((folder) => slashed(relative(PROGRAM, folder)) || '.')]
  const rows = listLanguageProperties(language).map(({ id }) => [
    id,
    ...counts.map((count) => count.get(id) ?? 0),
  ])
  return [head, ...rows].map((row) => row.join('\t')).join('\n')
}

/** `from` is the folder that the reference is written into: its links begin there. */
export function referenceOf(portal: string, from: string): Reference {
  const examples = [...foldersIn(SHOWN), PROGRAM]
  // The small ones change seldom, and with them the examples of the program's own.
  const folders = resolve(portal) === PROGRAM ? examples : [resolve(portal), ...examples]
  const language = languageOf(readFolder(portal))
  const sources = [...new Set(folders)].map((folder) => sourceOf(language, folder, from))
  return toReference(language, chooseExamples(sources))
}
