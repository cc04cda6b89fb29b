// Converts the text of a search box into the text form of a tsquery.
import { type Lexicon, PLAIN_LEXICON } from './lexicon.ts'
import { type QueryRun, queryVariants } from './query-variants.ts'
import { quoteTerm, toEnd, toMeasure } from './search-vector.ts'
import { cutWords, splitRuns, toBigrams } from './segment.ts'

const MAX_LENGTH = 64
const MAX_RUNS = 8
/** Long enough that few words hold it by chance. */
const LONG_LATIN = 6
/** A model number in parts, which may be written in one elsewhere; and one written in one that may be in two. */
const CODE = /^[a-z\d]{1,12}(?:[-_./ ][a-z\d]{1,12}){1,3}$/i
const LETTERS_THEN_DIGITS = /^([a-z]{1,8})(\d[a-z\d]*)$/

/**
 * All runs of a variant must be found. A Chinese run is found by its words or by all its pairs, a Latin run as the
 * beginning of a word. What is copied out of a text may begin and end within a word: the first Latin run of several is
 * also the end of one. What has the very value that follows its name comes first. A single Chinese character is looked
 * for in titles, but beside other runs it says too little to demand it. Undefined where nothing can be searched for.
 */
export function toSearchQuery(keyWord: string, lexicon: Lexicon = PLAIN_LEXICON): string | undefined {
  const variants = queryVariants(keyWord.slice(0, MAX_LENGTH), lexicon)
  const queries = new Set(variants.map((runs) => toQuery(runs.slice(0, MAX_RUNS))))
  const code = joinCode(keyWord)
  if (queries.size > 0 && code !== undefined) queries.add(`${quoteTerm(code)}:*`)
  return queries.size > 1 ? `(${[...queries].join('|')})` : [...queries][0]
}

/**
 * Returns the queries whose matches rank best among all that `toSearchQuery` finds: the words as typed, then their
 * first synonym. Empty if there are no synonyms. A long synonym would outweigh the word itself, as it has more terms
 * to match.
 */
export function toBestQueries(keyWord: string, lexicon: Lexicon): readonly string[] {
  const variants = queryVariants(keyWord.slice(0, MAX_LENGTH), lexicon)
  return variants.length > 1 ? variants.slice(0, 2).map((runs) => toQuery(runs.slice(0, MAX_RUNS))) : []
}

function toQuery(runs: readonly QueryRun[]): string {
  const telling = runs.filter(({ text, isHan }) => !isHan || [...text].length > 1)
  return conditions(telling.length > 0 ? telling : runs, runs).join('&')
}

/** The parts of a model number in one. */
function joinCode(keyWord: string): string | undefined {
  const runs = splitRuns(keyWord.slice(0, MAX_LENGTH))
  return runs.length > 1 && CODE.test(keyWord.trim()) ? runs.map(({ text }) => text).join('') : undefined
}

function conditions(demanded: readonly QueryRun[], runs: readonly QueryRun[]): string[] {
  const [run, next] = demanded
  if (!run) return []
  const measure = next && run.isHan ? toMeasure(run.text, next.number ?? next.text) : ''
  if (!next || !measure) return [toCondition(run, runs), ...conditions(demanded.slice(1), runs)]
  const both = `${toCondition(run, runs)}&${toCondition(next, runs)}`
  return [`(${both}|${quoteTerm(measure)})`, ...conditions(demanded.slice(2), runs)]
}

function toCondition(run: QueryRun, runs: readonly QueryRun[]): string {
  const { text, isHan } = run
  if (!isHan) return toLatin(run, runs)
  const pairs = toBigrams(text)
  if (pairs.length === 0) return quoteTerm(text)
  const byPairs = all(pairs)
  const words = [...new Set(cutWords(text))]
  // Words count only when they cover the run: of 水抢险 the word 抢险 alone would find too much.
  const covers = words.length > 0 && coveredLength(text, words) === text.length
  const byWords = all(words)
  return covers && byWords !== byPairs ? `(${byPairs}|${byWords})` : byPairs
}

/** A letter alone is a word, unless more follows or stands before it. */
function toLatin(run: QueryRun, runs: readonly QueryRun[]): string {
  const { text } = run
  const isCut = runs.length > 1 && (run === runs[0] || run === runs.at(-1))
  const begins = text.length > 1 || (isCut && run === runs.at(-1)) ? `${quoteTerm(text)}:*` : quoteTerm(text)
  if (runs.length === 1) {
    const [, letters, digits] = LETTERS_THEN_DIGITS.exec(text) ?? []
    const ways = [begins]
    if (text.length >= LONG_LATIN) ways.push(`${quoteTerm(toEnd(text))}:*`)
    if (letters && digits) ways.push(`${quoteTerm(letters)}&${quoteTerm(digits)}:*`)
    return ways.length > 1 ? `(${ways.join('|')})` : begins
  }
  return isCut && run === runs[0] ? `(${begins}|${quoteTerm(toEnd(text))})` : begins
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
