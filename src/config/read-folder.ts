// Owns reading the configuration folders from disk; the only file here that touches the file system.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { ASSETS } from './file-kinds.ts'
import { PROGRAM } from './portal-folder.ts'

/** Folders that hold configuration, relative to the portal's root. */
export const CONFIG_FOLDERS = ['schemas', 'pages-config', 'zones-config'] as const

/** Those of them that a portal has. */
export const presentFolders = (root: string): string[] =>
  CONFIG_FOLDERS.filter((folder) => existsSync(join(root, folder)))

/** What every portal has from the program: the language, the widgets that there are. */
const LANGUAGE = ['schemas/config', 'schemas/widgets'] as const
const COMMON = 'schemas/common'

/** Texts by path; `borrowed` are those that the portal has from the program. */
export interface PortalFiles extends Map<string, string> {
  borrowed?: ReadonlySet<string>
  /** Names of the files that samples may name. */
  attached?: ReadonlySet<string>
}

/**
 * Text of every JSON file and asset, by path with forward slashes relative to `root`. Hundreds of small files are read in a
 * quarter of the time that as many asynchronous calls take, and nothing can be answered without them.
 * A portal in another folder than the program's gets the language from the program, and the common definitions it names.
 */
export function readFolder(root: string): PortalFiles {
  const own = new Map(presentFolders(root).flatMap((folder) => textsIn(root, folder)))
  const hasLanguage = resolve(root) === PROGRAM || existsSync(join(root, LANGUAGE[0]))
  const borrowed = hasLanguage ? [] : borrow(own)
  const files: PortalFiles = new Map([...own, ...borrowed].sort(([a], [b]) => (a < b ? -1 : 1)))
  const attached = join(root, 'schemas', 'samples', 'files')
  if (existsSync(attached)) files.attached = new Set(readdirSync(attached))
  if (!hasLanguage) files.borrowed = new Set(borrowed.map(([path]) => path))
  return files
}

function borrow(own: ReadonlyMap<string, string>): [string, string][] {
  const language = LANGUAGE.flatMap((folder) => textsIn(PROGRAM, folder))
  const taken = new Map<string, string>()
  const texts = [...own.values()]
  const common = textsIn(PROGRAM, COMMON).filter(([path]) => !own.has(path))
  // What is taken may name others.
  for (let text = texts.pop(); text !== undefined; text = texts.pop())
    for (const [path, content] of common) {
      if (taken.has(path) || !text.includes(path.slice('schemas/common/'.length))) continue
      taken.set(path, content)
      texts.push(content)
    }
  return [...language.filter(([path]) => !own.has(path)), ...taken]
}

function textsIn(root: string, folder: string): [string, string][] {
  return namesIn(root, folder).map((path) => [
    path,
    // Nobody reads an asset's text: its bytes are there to tell one version from another.
    readFileSync(join(root, path), ASSETS.test(path) ? 'latin1' : 'utf8'),
  ])
}

function namesIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.json') || ASSETS.test(path))
}

/** Where the pages of a portal are built into: beside the widgets of its own where it has some; all others share one. */
export const builtPages = (portal: string): string =>
  join(existsSync(join(portal, 'widgets')) ? portal : PROGRAM, 'dist', 'portal')
