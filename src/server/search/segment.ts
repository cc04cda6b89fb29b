// Owns how a text becomes search terms: words by dictionary, and pairs of neighbouring characters.
import { loadSegmenter } from './dictionary.ts'

const HAN = /^\p{Script=Han}/u
/** A run of Chinese characters, or of other letters and digits. */
const RUNS = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu
const MAX_LATIN = 40

export interface Run {
  readonly text: string
  readonly isHan: boolean
}

/** Full width to half width, lower case, split where neither letters nor digits stand. */
export function splitRuns(text: string): Run[] {
  const found = text.normalize('NFKC').toLowerCase().match(RUNS) ?? []
  return found.map((run) => {
    const isHan = HAN.test(run)
    return { text: isHan ? run : run.slice(0, MAX_LATIN), isHan }
  })
}

/** Words of two characters and more; the overlapping ones too (排水, 抢险, 抢险车). */
export function toWords(run: string): string[] {
  return loadSegmenter()
    .cutForSearch(run, true)
    .filter((word) => [...word].length > 1)
}

export function toBigrams(run: string): string[] {
  const characters = [...run]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
