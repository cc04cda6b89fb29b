// Finds the modules that import a changed file, directly or indirectly, without running any of them.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const FOLDERS = ['src', 'scripts', 'tests']
const CODE = /\.(ts|tsx|mjs)$/
/** Types decide nothing when the program runs; the compiler looks after them. */
const TYPES = /^(?:import|export) type [^'"]*? from '[^']*'/gm
/** Imports of the project's own files: `from './x.ts'`, `from '#server/x.ts'`, `import './x.ts'`, `import('./x.ts')`, `vi.mock('./x.ts')`. */
const OWN = /\b(?:from|import|mock|importActual)\s*\(?\s*(['"])((?:\.{1,2}\/|#)[^'"]+)\1/g

/** All modules of a folder with one ending: `import.meta.glob('./cells/*.tsx', …)`. */
const MANY = /\bimport\.meta\.glob\(\s*'(\.{1,2}\/[^'*]*)\*(\.\w+)'/g

/**
 * Text of every module by its path from the root, with forward slashes.
 * @param {string} root
 * @returns {Map<string, string>}
 */
export function readModules(root) {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => CODE.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  return new Map([...paths, 'vite.config.ts'].map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/**
 * The changed files, and all modules that reach one of them over any number of imports.
 * @param {ReadonlyMap<string, string>} modules text by path
 * @param {Iterable<string>} changed paths
 * @returns {ReadonlySet<string>}
 */
export function reaching(modules, changed) {
  /** @type {Map<string, string[]>} */
  const importers = new Map()
  const paths = [...modules.keys()]
  for (const [path, text] of modules)
    for (const target of importsOf(path, text, paths))
      importers.set(target, [...(importers.get(target) ?? []), path])
  const found = new Set(changed)
  // A set goes on over what is added meanwhile.
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer)
  return found
}

/** @returns {string[]} paths, also of what is no module */
function importsOf(
  /** @type {string} */ path,
  /** @type {string} */ text,
  /** @type {readonly string[]} */ paths,
) {
  const from = (/** @type {string} */ name) => {
    const file = name.replace(/\?.*$/, '')
    return file.startsWith('#') ? `src/${file.slice(1)}` : posix.join(posix.dirname(path), file)
  }
  const named = [...text.replace(TYPES, '').matchAll(OWN)].map(([, , name = '']) => from(name))
  const folders = [...text.matchAll(MANY)].flatMap(([, folder = '', ending = '']) =>
    paths.filter(
      (other) =>
        posix.dirname(other) === posix.join(from(folder), '.').replace(/\/$/, '') && other.endsWith(ending),
    ),
  )
  return [...named, ...folders]
}
