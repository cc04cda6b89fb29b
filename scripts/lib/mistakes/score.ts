// Scores the checker on the corpus: mistakes caught, location of the findings, number of findings.

import type { Problem } from '#config/load/problem.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { makeMistake, type Place } from './make.ts'
import type { Mistake, Texts } from './mistake.ts'

export interface Result {
  readonly id: string
  readonly group: string
  readonly breaks: string
  /** Something was said that was not said before. */
  readonly caught: boolean
  /** Some of it at the place of the mistake. */
  readonly located: boolean
  /** True if the first finding is at the location of the mistake. */
  readonly first: boolean
  /** Null where no word is asked for. */
  readonly suggested: boolean | null
  readonly findings: number
  readonly few: boolean
  readonly said: readonly string[]
}

/** Samples are large and slow every check down; where they are not the matter, two of each do. */
const SAMPLES = /^schemas\/samples\/.*\.json$/
const NEEDS_SAMPLES = /^schemas\/(samples|dictionaries|lifecycles|common)\/|^schemas\/roles\.json$/

interface Samples {
  readonly items: readonly { readonly _id?: unknown }[]
}

/** With what those refer to that are kept, so that nothing is missing that was there. */
export function shortened(files: Texts): Texts {
  const samples = [...files].flatMap(([path, text]) =>
    SAMPLES.test(path) ? [[path, JSON.parse(text) as Samples] as const] : [],
  )
  const kept = new Set(samples.flatMap(([, { items }]) => items.slice(0, 2)))
  const named = new Set<unknown>()
  for (const item of kept) {
    // Items that are added during the loop are visited as well.
    for (const [, id] of JSON.stringify(item).matchAll(/"([^"]+)"/g)) named.add(id)
    for (const [, { items }] of samples)
      for (const one of items) if (typeof one._id === 'string' && named.has(one._id)) kept.add(one)
  }
  const short = samples.map(([path, file]): [string, string] => [
    path,
    JSON.stringify({ ...file, items: file.items.filter((item) => kept.has(item)) }, null, 2),
  ])
  return Object.assign(new Map([...files, ...short]), files.attached && { attached: files.attached })
}

export const needsSamples = ({ edits }: Mistake): boolean =>
  edits.some((edit) => NEEDS_SAMPLES.test(edit.in ?? edit.remove ?? edit.move ?? ''))

export function check(files: Texts): readonly Problem[] {
  const result = checkConfiguration(files)
  return result.ok ? result.warnings : result.problems
}

export function scoreMistake(mistake: Mistake, files: Texts, before: ReadonlySet<string>): Result {
  const made = makeMistake(mistake, files)
  const found = check(made.files).filter((problem) => !before.has(keyOf(problem)))
  const near = found.filter((problem) => made.places.some((place) => isAt(problem, place)))
  const { id, group, breaks, says, most } = mistake
  return {
    id,
    group,
    breaks,
    caught: found.length > 0,
    located: near.length > 0,
    first: found[0] !== undefined && near.includes(found[0]),
    suggested: says.length
      ? near.some((problem) => says.every((word) => problem.message.includes(word)))
      : null,
    findings: found.length,
    few: found.length > 0 && found.length <= most,
    said: found.slice(0, 3).map(({ file, line, message, slug }) => `${file}:${line} ${message} [${slug}]`),
  }
}

export const keyOf = ({ file, slug, message }: Problem): string => `${file} ${slug} ${message}`
function isAt({ file, line }: Problem, place: Place): boolean {
  if (place.file.endsWith('/')) return file.startsWith(place.file)
  if (file !== place.file) return false
  return !place.lines || (line >= place.lines.first && line <= place.lines.last)
}
