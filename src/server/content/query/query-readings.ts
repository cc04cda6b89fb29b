// Reads a query in other ways where it finds nothing as it is: as pinyin, as first letters, as a slip.

import { fold } from '#server/platform/text/fold-text.ts'
import { type Lexicon, PLAIN_LEXICON } from '#server/platform/text/lexicon.ts'
import { initialsOf, spellRun } from '#server/platform/text/pinyin.ts'
import { queryVariants } from '#server/platform/text/query-variants.ts'
import { toBestQueries, toSearchQuery } from '#server/platform/text/search-query.ts'
import { quoteTerm, toSound } from '#server/platform/text/search-vector.ts'
import { runsOf, splitRuns } from '#server/platform/text/segment.ts'
import { findCorrections, type Vocabulary } from './correct-spelling.ts'

const MAX_NAMES = 5
const MIN_NAME = 3
/** A model number may be written in one. */
const PARTS = /[\s_./-]+/g
const LETTERS = /^[a-z]{2,}$/

export interface Reading {
  /** tsquery in its text form. */
  readonly words: string
  /** Parts of them that count more. */
  readonly best?: readonly string[]
  /** What a slip was taken for. */
  readonly meant?: string
  /** Words that texts may say it with. */
  readonly says: readonly string[]
  /** The words of the query as a title has them; undefined where it lacks one. */
  readonly inTitle: (title: string) => readonly string[] | undefined
}

/** As it was typed, with its synonyms; undefined where nothing can be searched for. */
export function readLiterally(keyWord: string, lexicon: Lexicon): Reading | undefined {
  const words = toSearchQuery(keyWord, lexicon)
  if (words === undefined) return undefined
  const variants = queryVariants(keyWord, lexicon).map((runs) => runs.map(({ text }) => text))
  const best = toBestQueries(keyWord, lexicon)
  return {
    words,
    ...(best.length > 0 ? { best } : {}),
    says: variants.flat(),
    inTitle: (title) => {
      const plain = fold(title)
      const joined = plain.replace(PARTS, '')
      return variants.find((runs) => runs.every((run) => plain.includes(run) || joined.includes(run)))
    },
  }
}

/**
 * The first reading that `matches` something; undefined where none does, or where the words as typed do. `matches` asks
 * whether any item holds the words, whatever else is asked of it.
 */
export async function findReading(
  vocabulary: Vocabulary,
  keyWord: string,
  matches: (words: string) => Promise<boolean>,
): Promise<Reading | undefined> {
  const { lexicon } = vocabulary
  const literal = toSearchQuery(keyWord, lexicon)
  if (literal === undefined || (await matches(literal))) return undefined
  for (const reading of readByName(keyWord, lexicon)) if (await matches(reading.words)) return reading
  const isKnown = (text: string) => matches(toSearchQuery(text, lexicon) ?? '')
  for (const meant of await findCorrections(vocabulary, keyWord, isKnown)) {
    const reading = readLiterally(meant, lexicon)
    if (reading && (await matches(reading.words))) return { ...reading, meant }
  }
  return undefined
}

/** By the pinyin or the first letters of what titles say and dictionaries name; by the beginning of a foreign name. */
function readByName(keyWord: string, lexicon: Lexicon): Reading[] {
  const runs = splitRuns(keyWord.normalize('NFD').replace(/\p{M}/gu, ''))
  const isLatin = runs.every(({ text, isHan }) => !isHan && LETTERS.test(text))
  if (!runs.some(({ text }) => LETTERS.test(text))) return []
  const joined = runs.map(({ text }) => text).join('')
  if (!isLatin) return [readApart(runs)]
  const names = namesOf(joined, lexicon)
  const read = ({ name }: SpelledName) => readLiterally(name, lexicon) ?? []
  const whole = names.filter(({ keys }) => keys.includes(joined)).flatMap(read)
  return [
    readEither([readSound([joined]), ...whole]),
    ...names.flatMap(read),
    ...(runs.length > 1 ? [readSound(runs.map(({ text }) => text))] : []),
  ]
}

function readEither(readings: readonly Reading[]): Reading {
  return {
    words: readings.map(({ words }) => `(${words})`).join('|'),
    says: readings.flatMap(({ says }) => says),
    inTitle: (title) => {
      for (const reading of readings) {
        const pieces = reading.inTitle(title)
        if (pieces) return pieces
      }
      return undefined
    },
  }
}

function readSound(letters: readonly string[]): Reading {
  return {
    words: letters.map((each) => `${quoteTerm(toSound(each))}:*`).join('&'),
    says: [],
    inTitle: (title) => soundedIn(title, letters),
  }
}

/** Chinese as it is written, letters as pinyin. */
function readApart(runs: ReturnType<typeof splitRuns>): Reading {
  const [han, latin] = [runs.filter(({ isHan }) => isHan), runs.filter(({ isHan }) => !isHan)]
  const sound = readSound(latin.map(({ text }) => text))
  const literal = han.flatMap(({ text }) => toSearchQuery(text, PLAIN_LEXICON) ?? [])
  return {
    words: [...literal, sound.words].join('&'),
    says: han.map(({ text }) => text),
    inTitle: (title) => {
      const plain = fold(title)
      const sounded = han.every(({ text }) => plain.includes(text)) ? sound.inTitle(title) : undefined
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
  const { syllables, starts } = spellRun(text)
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

interface SpelledName {
  readonly name: string
  /** As it is spelled in letters, and its first letters. */
  readonly keys: readonly string[]
}

const spelledNames = new WeakMap<Lexicon, readonly SpelledName[]>()

/** Names of dictionaries and categories that begin so, in letters or in pinyin; those whose first letters they are. */
function namesOf(letters: string, lexicon: Lexicon): SpelledName[] {
  if (letters.length < MIN_NAME) return []
  let names = spelledNames.get(lexicon)
  if (!names) {
    names = lexicon.names.map(spellName)
    spelledNames.set(lexicon, names)
  }
  return names
    .filter(({ keys }) => keys.some((key) => key.startsWith(letters)))
    .sort((a, b) => a.name.length - b.name.length)
    .slice(0, MAX_NAMES)
}

function spellName(name: string): SpelledName {
  const [run] = runsOf(name)
  if (!run?.isHan) return { name, keys: [name.replaceAll(' ', '')] }
  const { syllables } = spellRun(run.text)
  return { name, keys: [syllables.join(''), initialsOf(syllables)] }
}
