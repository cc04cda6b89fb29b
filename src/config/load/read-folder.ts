// Reads the configuration folders from disk; the only file here that accesses the file system.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { ASSETS } from './file-kinds.ts'
import { PROGRAM } from './portal-folder.ts'

/** Folders that hold configuration, relative to the portal's root. */
export const CONFIG_FOLDERS = ['schemas', 'pages-config', 'zones-config'] as const

/** Those of them that a portal has. */
export const presentFolders = (root: string): string[] =>
  CONFIG_FOLDERS.filter((folder) => existsSync(join(root, folder)))

/** Folders that every portal has from the program: the language, and the schemas of widgets. */
const LANGUAGE = ['schemas/config', 'schemas/widgets'] as const
const COMMON = 'schemas/common'

interface Files<Content> extends Map<string, Content> {
  /** Those that the portal has from the program. */
  borrowed?: ReadonlySet<string>
  /** Names of the files that samples may name. */
  attached?: ReadonlySet<string>
}

/** Texts by path. */
export type PortalFiles = Files<string>

/** The files before decoding, for callers that only compare them. */
export type PortalBytes = Files<Buffer>

/** The text of one file, undefined where it is not there. */
export type ReadText = (path: string) => string | undefined

export const readerOf =
  (root: string): ReadText =>
  (path) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined

/** Text of every JSON file and asset, by path with forward slashes relative to `root`. */
export const readFolder = (root: string): PortalFiles => toTexts(readBytes(root))

export function toTexts(bytes: PortalBytes): PortalFiles {
  const files: PortalFiles = new Map(
    // The text of an asset is never read: its bytes only tell one version from another.
    Array.from(bytes, ([path, content]) => [path, content.toString(ASSETS.test(path) ? 'latin1' : 'utf8')]),
  )
  if (bytes.borrowed) files.borrowed = bytes.borrowed
  if (bytes.attached) files.attached = bytes.attached
  return files
}

/**
 * Hundreds of small files are read in a quarter of the time that as many asynchronous calls take, and nothing can be
 * answered without them.
 * A portal in another folder than the program's gets the language from the program, and the common definitions it names.
 */
export function readBytes(root: string): PortalBytes {
  const own = new Map(presentFolders(root).flatMap((folder) => contentsIn(root, folder)))
  const hasLanguage = resolve(root) === PROGRAM || existsSync(join(root, LANGUAGE[0]))
  const borrowed = hasLanguage ? [] : borrow(own)
  const files: PortalBytes = new Map([...own, ...borrowed].sort(([a], [b]) => (a < b ? -1 : 1)))
  const attached = join(root, 'schemas', 'samples', 'files')
  if (existsSync(attached)) files.attached = new Set(readdirSync(attached))
  if (!hasLanguage) files.borrowed = new Set(borrowed.map(([path]) => path))
  return files
}

function borrow(own: ReadonlyMap<string, Buffer>): [string, Buffer][] {
  const language = LANGUAGE.flatMap((folder) => contentsIn(PROGRAM, folder))
  const taken = new Map<string, Buffer>()
  const contents = [...own.values()]
  const common = contentsIn(PROGRAM, COMMON).filter(([path]) => !own.has(path))
  // Included files may refer to others.
  for (let naming = contents.pop(); naming !== undefined; naming = contents.pop())
    for (const [path, content] of common) {
      if (taken.has(path) || !naming.includes(path.slice('schemas/common/'.length))) continue
      taken.set(path, content)
      contents.push(content)
    }
  return [...language.filter(([path]) => !own.has(path)), ...taken]
}

const contentsIn = (root: string, folder: string): [string, Buffer][] =>
  namesIn(root, folder).map((path) => [path, readFileSync(join(root, path))])

function namesIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.json') || ASSETS.test(path))
}

/**
 * Returns the folder of the built pages: in the portal if it has widgets of its own; all other portals share the
 * program's.
 */
export const builtPages = (portal: string): string =>
  join(existsSync(join(portal, 'widgets')) ? portal : PROGRAM, 'dist', 'portal')
