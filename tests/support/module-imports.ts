// Finds what a TypeScript module imports, types included.
import { posix } from 'node:path'
import { parseSync } from 'rolldown/utils'
import type { SourceFile } from './source-files.ts'

export interface Module extends SourceFile {
  /** Paths of the project's files that it imports, relative to the root. */
  readonly files: readonly string[]
  /** Those of `files` that are needed before it runs; an import made later can close no cycle. */
  readonly needed: readonly string[]
  /** Those of `needed` that are imported for values: types leave nothing in the program. */
  readonly values: readonly string[]
  /** Names of the packages and Node modules that it imports: `pg`, `@electric-sql/pglite`, `node:fs`. */
  readonly packages: readonly string[]
  /** True when it only passes on what other modules export. */
  readonly isBarrel: boolean
}

/** Dynamic imports, and types written as `import('x').Y`, which the parser does not list. */
const CALL = /\bimport\(\s*(['"])(.+?)\1/g

export function parseModule(file: SourceFile): Module {
  const { module, program, errors } = parseSync(file.path, file.text)
  if (errors.length > 0) throw new Error(`${file.path}: ${errors[0]?.message}`)
  const statics = module.staticImports.map((found) => found.moduleRequest.value)
  const reexports = module.staticExports.flatMap((found) =>
    found.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
  )
  const calls = [...file.text.matchAll(CALL)].flatMap((match) => match[2] ?? [])
  const all = [...new Set([...statics, ...reexports, ...calls])]
  const toFiles = (names: readonly string[]): string[] =>
    names.filter(isOwn).map((name) => resolve(file.path, name))
  return {
    ...file,
    files: toFiles(all),
    values: toFiles([
      ...new Set([
        ...module.staticImports.filter(hasValue).map((found) => found.moduleRequest.value),
        ...module.staticExports
          .filter(hasValue)
          .flatMap((found) => found.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
      ]),
    ]),
    needed: toFiles([...new Set([...statics, ...reexports])]),
    packages: all.filter((name) => !isOwn(name)).map(toPackage),
    isBarrel:
      program.body.length > 0 &&
      program.body.every(
        (node) => /^Export(All|Named)Declaration$/.test(node.type) && 'source' in node && node.source,
      ),
  }
}

/** An import without names is made for its effects. */
const hasValue = ({ entries }: { readonly entries: readonly { readonly isType: boolean }[] }): boolean =>
  entries.length === 0 || entries.some(({ isType }) => !isType)

/** `./x.ts`, or `#server/x.ts` for src/server/x.ts. */
const isOwn = (name: string): boolean => /^(\.|#)/.test(name)

function resolve(from: string, name: string): string {
  const path = name.replace(/\?.*$/, '')
  return path.startsWith('#') ? `src/${path.slice(1)}` : posix.join(posix.dirname(from), path)
}

function toPackage(name: string): string {
  const parts = name.split('/')
  return name.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? name)
}
