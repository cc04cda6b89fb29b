// Interprets a query without matches in other ways: as pinyin, as first letters, as a misspelling.

import { fold } from '#server/platform/text/fold-text.ts'
import { type Lexicon, PLAIN_LEXICON } from '#server/platform/text/lexicon.ts'
import { initialsOf, transcribeRun } from '#server/platform/text/pinyin.ts'
import { queryVariants } from '#server/platform/text/query-variants.ts'
import { toBestQueries, toSearchQuery } from '#server/platform/text/search-query.ts'
import { quoteTerm, toPinyinTerm } from '#server/platform/text/search-vector.ts'
import { runsOf, splitRuns } from '#server/platform/text/segment.ts'
import { perModel } from '#shared/model/per-model.ts'
import { correctSpelling, type Vocabulary } from './correct-spelling.ts'

const MAX_NAMES = 5
const MIN_NAME = 3
/** A model number may be written in one. */
const PARTS = /[\s_./-]+/g
const LETTERS = /^[a-z]{2,}$/

export interface QueryInterpretation {
  /** tsquery in its text form. */
  readonly words: string
  /** Parts of them that count more. */
  readonly best?: readonly string[]
  /** The correction of a misspelling. */
  readonly meant?: string
  /** Words that texts may say it with. */
  readonly phrases: readonly string[]
  /** The words of the query as a title has them; undefined where it lacks one. */
  readonly inTitle: (title: string) => readonly string[] | undefined
}

/** As it was typed, with its synonyms; undefined where nothing can be searched for. */
export function readLiterally(keyWord: string, lexicon: Lexicon): QueryInterpretation | undefined {
  const words = toSearchQuery(keyWord, lexicon)
  if (words === undefined) return undefined
  const variants = queryVariants(keyWord, lexicon).map((runs) => runs.map(({ text }) => text))
  const best = toBestQueries(keyWord, lexicon)
  return {
    words,
    ...(best.length > 0 ? { best } : {}),
    phrases: variants.flat(),
    inTitle: (title) => {
      const plain = fold(title)
      const joined = plain.replace(PARTS, '')
      return variants.find((runs) => runs.every((run) => plain.includes(run) || joined.includes(run)))
    },
  }
}

/**
 * Returns the first interpretation that `matches` an item; undefined if none does, or if the words as typed do.
 * `matches` checks for any item with the words, without the other filters.
 */
export async function findInterpretation(
  vocabulary: Vocabulary,
  keyWord: string,
  matches: (words: string) => Promise<boolean>,
): Promise<QueryInterpretation | undefined> {
  const { lexicon } = vocabulary
  const literal = toSearchQuery(keyWord, lexicon)
  if (literal === undefined || (await matches(literal))) return undefined
  for (const reading of readByName(keyWord, lexicon)) if (await matches(reading.words)) return reading
  const isKnown = (text: string) => matches(toSearchQuery(text, lexicon) ?? '')
  for (const meant of await correctSpelling(vocabulary, keyWord, isKnown)) {
    const reading = readLiterally(meant, lexicon)
    if (reading && (await matches(reading.words))) return { ...reading, meant }
  }
  return undefined
}

/** By the pinyin or the first letters of what titles say and dictionaries name; by the beginning of a foreign name. */
function readByName(keyWord: string, lexicon: Lexicon): QueryInterpretation[] {
  const runs = splitRuns(keyWord.normalize('NFD').replace(/\p{M}/gu, ''))
  const isLatin = runs.every(({ text, isHan }) => !isHan && LETTERS.test(text))
  if (!runs.some(({ text }) => LETTERS.test(text))) return []
  const joined = runs.map(({ text }) => text).join('')
  if (!isLatin) return [readApart(runs)]
  const names = namesOf(joined, lexicon)
  const read = ({ name }: NameSpelling) => readLiterally(name, lexicon) ?? []
  const whole = names.filter(({ keys }) => keys.includes(joined)).flatMap(read)
  return [
    readEither([interpretAsPinyin([joined]), ...whole]),
    ...names.flatMap(read),
    ...(runs.length > 1 ? [interpretAsPinyin(runs.map(({ text }) => text))] : []),
  ]
}

function readEither(readings: readonly QueryInterpretation[]): QueryInterpretation {
  return {
    words: readings.map(({ words }) => `(${words})`).join('|'),
    phrases: readings.flatMap(({ phrases }) => phrases),
    inTitle: (title) => {
      for (const reading of readings) {
        const pieces = reading.inTitle(title)
        if (pieces) return pieces
      }
      return undefined
    },
  }
}

function interpretAsPinyin(letters: readonly string[]): QueryInterpretation {
  return {
    words: letters.map((each) => `${quoteTerm(toPinyinTerm(each))}:*`).join('&'),
    phrases: [],
    inTitle: (title) => soundedIn(title, letters),
  }
}

/** Chinese as it is written, letters as pinyin. */
function readApart(runs: ReturnType<typeof splitRuns>): QueryInterpretation {
  const [han, latin] = [runs.filter(({ isHan }) => isHan), runs.filter(({ isHan }) => !isHan)]
  const phonetic = interpretAsPinyin(latin.map(({ text }) => text))
  const literal = han.flatMap(({ text }) => toSearchQuery(text, PLAIN_LEXICON) ?? [])
  return {
    words: [...literal, phonetic.words].join('&'),
    phrases: han.map(({ text }) => text),
    inTitle: (title) => {
      const plain = fold(title)
      const sounded = han.every(({ text }) => plain.includes(text)) ? phonetic.inTitle(title) : undefined
      return sounded && [...han.map(({ text }) => text), ...sounded]
    },
  }
}

function soundedIn(title: string, letters: readonly string[]): readonly string[] | undefined {
  const runs = runsOf(fold(title)).filter(({ isHan }) => isHan)
  const found = letters.map((each) => runs.flatMap(({ text }) => piecesSounding(text, each))[0])
  return found.every((piece) => piece !== undefined) ? found : undefined
}

/** Pieces of Chinese that begin with a word and sound as the letters do. */
function piecesSounding(text: string, letters: string): string[] {
  const { syllables, starts } = transcribeRun(text)
  const characters = [...text]
  return [...starts].flatMap((start) => {
    const following = syllables.slice(start)
    if (initialsOf(following).startsWith(letters))
      return [characters.slice(start, start + letters.length).join('')]
    let spelled = ''
    const length = following.findIndex((syllable) => {
      spelled += syllable
      return spelled.length >= letters.length
    })
    return length >= 0 && spelled.startsWith(letters)
      ? [characters.slice(start, start + length + 1).join('')]
      : []
  })
}

interface NameSpelling {
  readonly name: string
  /** As it is spelled in letters, and its first letters. */
  readonly keys: readonly string[]
}

const spellingsOf = perModel(({ names }: Lexicon) => names.map(toNameSpelling))

/** Names of dictionaries and categories that begin so, in letters or in pinyin; those whose first letters they are. */
function namesOf(letters: string, lexicon: Lexicon): NameSpelling[] {
  if (letters.length < MIN_NAME) return []
  return spellingsOf(lexicon)
    .filter(({ keys }) => keys.some((key) => key.startsWith(letters)))
    .sort((a, b) => a.name.length - b.name.length)
    .slice(0, MAX_NAMES)
}

function toNameSpelling(name: string): NameSpelling {
  const [run] = runsOf(name)
  if (!run?.isHan) return { name, keys: [name.replaceAll(' ', '')] }
  const { syllables } = transcribeRun(run.text)
  return { name, keys: [syllables.join(''), initialsOf(syllables)] }
}
