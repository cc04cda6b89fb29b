// Reads the corpus of mistakes: those written by hand, one file per group, and those generated from the
// configuration.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateMistakes } from './generate.ts'
import type { Edit, Mistake, Texts } from './mistake.ts'

/** How it is written: one edit beside the rest, or several as `edits`. */
export interface Written extends Edit {
  readonly id: string
  readonly wants: string
  readonly breaks: string
  readonly edits?: readonly Edit[]
  readonly places?: readonly string[]
  readonly says?: readonly string[]
  readonly most?: number
}

const MOST = 3

/** A mistake gives one finding, and two more where it shows on several places. */
export function toMistake(group: string, written: Written): Mistake {
  const { id, wants, breaks, edits, places = [], says = [], most = MOST, ...edit } = written
  return { id: `${group}/${id}`, group, wants, breaks, edits: edits ?? [edit], places, says, most }
}

export function readCorpus(folder: string): Mistake[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) =>
      (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Written[]).map((written) =>
        toMistake(name.slice(0, -'.json'.length), written),
      ),
    )
}

export const wholeCorpus = (folder: string, files: Texts): Mistake[] => [
  ...readCorpus(folder),
  ...generateMistakes(files),
]
