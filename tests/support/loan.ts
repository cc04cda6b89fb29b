// Owns the portal with processes of its own beside what it has: a folder of JSON under tests/processes.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkConfiguration } from '../../src/config/load.ts'
import { readFolder } from '../../src/config/read-folder.ts'
import type { Model } from '../../src/shared/model.ts'
import { ROOT } from '../server/support/small-configuration.ts'
import type { Files } from './added-files.ts'

interface Titled {
  readonly states: Readonly<Record<string, { readonly title: string }>>
}

function readProcess(name: string): Files {
  const folder = join(ROOT, 'tests/processes', name)
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.json'),
  )
  const files = entries.map((path): [string, Files[string]] => [
    path,
    JSON.parse(readFileSync(join(folder, path), 'utf8')),
  ])
  return Object.fromEntries(files)
}

const STATES_FILE = 'schemas/dictionaries/contentStatus.json'

/** The portal's dictionary of states with those of a lifecycle that it lacks. */
function withStates({ states }: Titled): Files[string] {
  const dictionary = JSON.parse(readFileSync(join(ROOT, STATES_FILE), 'utf8')) as {
    readonly items: readonly { readonly value: string }[]
  }
  const known = new Set(dictionary.items.map(({ value }) => value))
  const added = Object.entries(states).filter(([name]) => !known.has(name))
  const items = added.map(([value, { title }]) => ({ value, label: title }))
  return { ...dictionary, items: [...dictionary.items, ...items] }
}

/** A process with the titles of its states where the portal keeps those. */
function processFiles(name: string, ...lifecycles: readonly string[]): Files {
  const files = readProcess(name)
  const states = lifecycles.flatMap((lifecycle) =>
    Object.entries((files[`schemas/lifecycles/${lifecycle}.json`] as unknown as Titled).states),
  )
  return { ...files, [STATES_FILE]: withStates({ states: Object.fromEntries(states) }) }
}

/** Equipment is lent, from the request to its return. */
export const LOAN: Files = processFiles('loan', 'loan')

/** A task that whoever comes first takes, of those whose region it is in. */
export const ERRAND: Files = processFiles('errand', 'errand', 'errandLog')

/** The portal's own files with these beside or instead of them. */
export function checkWith(added: Files): ReturnType<typeof checkConfiguration> {
  const all = new Map(readFolder(ROOT))
  for (const [path, content] of Object.entries(added)) all.set(path, JSON.stringify(content, null, 2))
  return checkConfiguration(all)
}

export function modelWith(added: Files): Model {
  const result = checkWith(added)
  if (!result.ok)
    throw new Error(result.problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'))
  return result.model
}
