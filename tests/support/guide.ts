// Reads the guide to the configuration language, and writes the files of its tutorial as a reader does.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { PROGRAM } from '#config/load/portal-folder.ts'

export const GUIDE = readFileSync('schemas/README.md', 'utf8')
const TUTORIAL = '## Part 1: a portal that lends and counts, step by step'

/** A block of JSON in the guide. */
export interface Block {
  /** What follows `json` in the line that opens the block. */
  readonly info: string
  readonly text: string
}

export function blocksOf(text: string): readonly Block[] {
  return [...text.matchAll(/^```json ?(.*)\n([\s\S]*?)\n```$/gm)].map(([, info = '', block = '']) => ({
    info,
    text: block,
  }))
}

/** The text below a heading of the guide, up to the next heading of its level or a higher one. */
export function sectionOf(heading: string): string {
  const level = heading.indexOf(' ')
  const start = GUIDE.indexOf(`\n${heading}\n`)
  if (start < 0) throw new Error(`the guide has no heading “${heading}”`)
  const rest = GUIDE.slice(start + heading.length + 2)
  const end = rest.search(new RegExp(`^#{1,${level}} `, 'm'))
  return end < 0 ? rest : rest.slice(0, end)
}

/** The blocks of each step. */
export const TUTORIAL_STEPS: readonly (readonly Block[])[] = sectionOf(TUTORIAL)
  .split(/^### Step /m)
  .slice(1)
  .map(blocksOf)

const ADD = 'add '

/** As “Add to” says: keys at their places, entries at the end of their lists. A value that is there stays. */
function addTo(whole: unknown, part: unknown): unknown {
  if (whole === undefined) return part
  if (Array.isArray(whole) && Array.isArray(part)) return [...whole, ...part]
  if (typeof whole !== 'object' || typeof part !== 'object') throw new Error(`${whole} is there already`)
  const added = Object.entries(part ?? {}).map(([key, value]) => [
    key,
    addTo((whole as Readonly<Record<string, unknown>>)[key], value),
  ])
  return { ...whole, ...Object.fromEntries(added) }
}

/** The `$schema` of the guide, for a portal beside a program in a folder `equipnet`. */
const LANGUAGE = /"[./]+equipnet\/schemas\/config\//

/** Writes the files of a step into the folder of a portal. */
export function applyStep(portal: string, step: readonly Block[]): void {
  for (const { info, text } of step) {
    const path = join(portal, info.replace(ADD, ''))
    const language = relative(dirname(path), join(PROGRAM, 'schemas', 'config'))
    const written = info.startsWith(ADD)
      ? JSON.stringify(addTo(JSON.parse(readFileSync(path, 'utf8')), JSON.parse(text)), null, 2)
      : text.replace(LANGUAGE, `"${language}/`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, written)
  }
}

/** Whether all that `part` says is said by `whole`; entries of lists may be left out. */
export function isPart(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part))
    return Array.isArray(whole) && part.every((entry) => whole.some((other) => isPart(entry, other)))
  if (typeof part !== 'object' || part === null) return part === whole
  if (typeof whole !== 'object' || whole === null) return false
  return Object.entries(part).every(([key, value]) => isPart(value, (whole as Record<string, unknown>)[key]))
}
