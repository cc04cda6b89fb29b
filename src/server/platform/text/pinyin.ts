// Spells Chinese in pinyin, without tones: 无人机 is wu, ren, ji.
import { createRequire } from 'node:module'
import { cutWords } from './segment.ts'

type Pinyin = typeof import('pinyin-pro').pinyin

const MAX_KEPT = 20_000
const syllableCache = new Map<string, readonly string[]>()
let loaded: Pinyin | undefined

/** Loaded at first use (about 120 ms), because reading pages never need it. */
function load(): Pinyin {
  loaded ??= (createRequire(import.meta.url)('pinyin-pro') as { readonly pinyin: Pinyin }).pinyin
  return loaded
}

/** One syllable a character. Words are kept: few of them make up most texts. */
export function transcribeWord(word: string): readonly string[] {
  const known = syllableCache.get(word)
  if (known) return known
  const characters = [...word]
  const syllables = load()(word, { toneType: 'none', type: 'array', v: true })
  const spelled =
    syllables.length === characters.length
      ? syllables
      : characters.map((one) => transcribeWord(one)[0] ?? one)
  if (syllableCache.size >= MAX_KEPT) syllableCache.clear()
  syllableCache.set(word, spelled)
  return spelled
}

export interface Spelling {
  readonly syllables: readonly string[]
  /** Places of characters at which a word begins. */
  readonly starts: ReadonlySet<number>
}

/** Of a run of Chinese characters. A character is read as in the longest word that holds it: 重庆, not 重 and 庆. */
export function transcribeRun(run: string): Spelling {
  const characters = [...run]
  const syllables: (string | undefined)[] = characters.map(() => undefined)
  const starts = new Set([0])
  const places = characterIndexes(characters)
  for (const word of cutWords(run).sort((a, b) => b.length - a.length))
    for (let at = run.indexOf(word); at >= 0; at = run.indexOf(word, at + 1)) {
      const start = places.get(at)
      if (start === undefined) continue
      starts.add(start)
      transcribeWord(word).forEach((syllable, index) => {
        syllables[start + index] ??= syllable
      })
    }
  return {
    syllables: syllables.map((syllable, index) => {
      if (syllable !== undefined) return syllable
      starts.add(index)
      const character = characters[index] ?? ''
      return transcribeWord(character)[0] ?? character
    }),
    starts,
  }
}

/** By place in the text, which some characters take two of, the number of the character. */
function characterIndexes(characters: readonly string[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  let at = 0
  characters.forEach((character, index) => {
    places.set(at, index)
    at += character.length
  })
  return places
}

export const initialsOf = (syllables: readonly string[]): string =>
  syllables.map((syllable) => syllable[0] ?? '').join('')
