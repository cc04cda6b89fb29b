// Owns the reading of what somebody typed into a search box, as the text form of a tsquery.
import { quoteTerm } from './search-vector.ts'
import { type Run, splitRuns, toBigrams, toWords } from './segment.ts'

const MAX_LENGTH = 64
const MAX_RUNS = 8

/**
 * All runs must be found. A Chinese run is found by its words or by all its pairs, a single character in titles,
 * a Latin run as the beginning of a word. Undefined where nothing can be searched for.
 */
export function toSearchQuery(keyWord: string): string | undefined {
  const runs = splitRuns(keyWord.slice(0, MAX_LENGTH)).slice(0, MAX_RUNS)
  return runs.length === 0 ? undefined : runs.map(toCondition).join('&')
}

function toCondition({ text, isHan }: Run): string {
  if (!isHan) return text.length > 1 ? `${quoteTerm(text)}:*` : quoteTerm(text)
  const pairs = toBigrams(text)
  if (pairs.length === 0) return quoteTerm(text)
  const byPairs = all(pairs)
  const words = [...new Set(toWords(text))]
  // Words count only when they cover the run: of 水抢险 the word 抢险 alone would find too much.
  const covers = words.length > 0 && coveredLength(text, words) === text.length
  const byWords = all(words)
  return covers && byWords !== byPairs ? `(${byPairs}|${byWords})` : byPairs
}

function all(terms: readonly string[]): string {
  return `(${terms.map(quoteTerm).join('&')})`
}

function coveredLength(text: string, words: readonly string[]): number {
  const covered = new Set<number>()
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      for (let offset = 0; offset < word.length; offset += 1) covered.add(at + offset)
    }
  }
  return covered.size
}
