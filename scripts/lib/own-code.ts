// Finds the places in a portal's own TypeScript that write a name.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RenameTarget } from '#config/tools/rename/rename-target.ts'

export interface Mention {
  /** From the portal's folder. */
  readonly file: string
  readonly line: number
  readonly text: string
}

const FOLDERS = ['handlers', 'widgets'] as const
const GENERATED = 'handlers/generated/'

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** A code may be as short as 1, and an address has signs in it: they count between quotes only. */
function patternOf({ kind, name }: Pick<RenameTarget, 'kind' | 'name'>): RegExp {
  return ['code', 'page', 'path'].includes(kind)
    ? new RegExp(`(['"\`])${literal(name)}(?:\\1|[?#])`)
    : new RegExp(`(?<![\\w$])${literal(name)}(?![\\w$])`)
}

/** In the order of the files; lines count from 1. Generated types are left out. */
export function findMentions(portal: string, thing: Pick<RenameTarget, 'kind' | 'name'>): readonly Mention[] {
  const pattern = patternOf(thing)
  const files = FOLDERS.flatMap((folder) => {
    if (!existsSync(join(portal, folder))) return []
    return readdirSync(join(portal, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    )
  })
  return files
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith(GENERATED))
    .sort()
    .flatMap((file) =>
      readFileSync(join(portal, file), 'utf8')
        .split('\n')
        .flatMap((text, at) => (pattern.test(text) ? [{ file, line: at + 1, text: text.trim() }] : [])),
    )
}
