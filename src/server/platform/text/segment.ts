// Cuts a text into search terms: words by dictionary, and pairs of neighbouring characters.

import { foldApart } from './fold-text.ts'
import { loadSegmenter } from './segmenter-dictionary.ts'

const HAN = /^\p{Script=Han}/u
/** A run of Chinese characters, or of other letters and digits. */
const RUNS = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu
/** A whole number and letters, apart by a blank, such as `20 kg`. */
const MEASURES = /(?<![\p{L}\p{N}])(\d{1,12}) ([a-z]{1,12}\d?)(?![\p{L}\p{N}])/gu
const MAX_LATIN = 40

export interface TextRun {
  readonly text: string
  readonly isHan: boolean
}

/** Folded, and split where neither letters nor digits stand. */
export const splitRuns = (text: string): TextRun[] => runsOf(foldApart(text))

/** Of a text that is folded. */
export function runsOf(folded: string): TextRun[] {
  const found = folded.match(RUNS) ?? []
  return found.map((run) => {
    const isHan = HAN.test(run)
    return { text: isHan ? run : run.slice(0, MAX_LATIN), isHan }
  })
}

/** Numbers with the letters that follow them after a blank, written as one: `20kg`. */
export const measuresIn = (folded: string): string[] =>
  [...folded.matchAll(MEASURES)].map(([, number = '', letters = '']) => number + letters)

/** Words of two characters and more; the overlapping ones too (排水, 抢险, 抢险车). */
export function cutWords(run: string): string[] {
  return loadSegmenter()
    .cutForSearch(run, true)
    .filter((word) => [...word].length > 1)
}

export function toBigrams(run: string): string[] {
  const characters = [...run]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
