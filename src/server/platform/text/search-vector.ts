// Builds search vectors: terms with weights, in the text form of a tsvector.
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { foldApart } from './fold-text.ts'
import { initialsOf, transcribeRun } from './pinyin.ts'
import { cutWords, measuresIn, runsOf, toBigrams } from './segment.ts'

export type Weight = NonNullable<Field['search']>

/** Search texts besides those of fields. With a value, the text is the name of the value. */
export type SearchTexts = readonly (readonly [text: string, weight: Weight, value?: number])[]

const MAX_POSITION = 16_383
const MAX_POSITIONS_PER_TERM = 4
const MAX_TEXT = 50_000
/** With four positions each they stay below the megabyte that PostgreSQL allows a vector. */
const MAX_TERMS = 50_000
/** Marks the end of a word. No run of letters contains it, so an end never matches a word. */
const END = '~'
/** The same of pinyin. */
const SOUND = '^'
/** A query in pinyin or first letters is one or two words long. */
const MAX_SYLLABLES = 8

/** Grows when the same text makes other terms than before; stored vectors are then renewed. */
export const VECTOR_VERSION = 5

/**
 * The vector of an item. Every pair of neighbouring characters is in it: where a text is cut into words depends on
 * what stands around it, so words alone would not find a phrase that was copied out of it. Titles (weight A) also
 * hold every single character, and titles and names (weights A and B) are found by their pinyin. Words rank, and find what is written with other characters between them.
 * Fields that only some may see are left out, or the search would tell what they hold.
 */
export function buildSearchVector(
  type: ContentType,
  body: Readonly<Record<string, unknown>>,
  words: SearchTexts = [],
): string {
  const vector = new VectorBuilder()
  for (const field of type.fields) {
    if (field.search === undefined || field.visible !== undefined) continue
    // By their titles, which change without the item, items are found another way; codes say nothing to people.
    if (field.type === 'ref' || isCoded(field)) continue
    for (const text of textsOf(body[field.name])) vector.add(text, field.search)
  }
  vector.addWords(words)
  return vector.toString()
}

/** Returns true if the field holds codes, of a dictionary or of areas. */
export const isCoded = ({ type, dict }: Field): boolean => dict !== undefined || type === 'region'

export class VectorBuilder {
  readonly #terms = new Map<string, string[]>()
  #position = 0

  add(text: string, weight: Weight): void {
    const { words, measures } = termsOf(text.slice(0, MAX_TEXT), weight)
    for (const term of words) this.#put(term, weight)
    for (const term of measures) this.#put(term, 'D')
  }

  addWords(words: SearchTexts): void {
    for (const [text, weight, value] of words) {
      this.add(text, weight)
      const term = value === undefined ? '' : toMeasure(text, String(value))
      // An exact value is the strongest match, so it gets the maximum weight of a term.
      if (term) for (let time = 0; time < MAX_POSITIONS_PER_TERM; time += 1) this.#put(term, 'A')
    }
  }

  #put(term: string, weight: Weight): void {
    const positions = this.#terms.get(term) ?? []
    if (positions.length >= MAX_POSITIONS_PER_TERM) return
    if (positions.length === 0 && this.#terms.size >= MAX_TERMS) return
    this.#position = Math.min(this.#position + 1, MAX_POSITION)
    positions.push(`${this.#position}${weight === 'D' ? '' : weight}`)
    this.#terms.set(term, positions)
  }

  toString(): string {
    return [...this.#terms].map(([term, positions]) => `${quoteTerm(term)}:${positions.join(',')}`).join(' ')
  }
}

/** 额定流量 and 最大流量 are asked for as 流量: the end of a name and the whole number, as one term; '' where it has none. */
export function toMeasure(name: string, value: string): string {
  const end = /\p{Script=Han}{2}(?=\P{Script=Han}*$)/u.exec(name)?.[0]
  return end && /^\d+$/.test(value) ? `${end}=${value}` : ''
}

const NEEDS_QUOTING = /['\\]/

/** The quoting that tsvector and tsquery share. */
export function quoteTerm(term: string): string {
  return NEEDS_QUOTING.test(term) ? `'${term.replace(/['\\]/g, '$&$&')}'` : `'${term}'`
}

interface Terms {
  readonly words: readonly string[]
  readonly measures: readonly string[]
}

/** Names of categories and parameters come again and again; cutting them takes longer than all the rest. */
const MAX_CACHED_LENGTH = 24
const MAX_CACHED_TEXTS = 4_000
const termCache = new Map<string, Terms>()

function termsOf(text: string, weight: Weight): Terms {
  const key = `${weight === 'A'}${isSounded(weight)}${text}`
  const cached = termCache.get(key)
  if (cached) return cached
  const folded = foldApart(text)
  const terms = {
    words: runsOf(folded).flatMap((run) => (run.isHan ? toTerms(run.text, weight) : toEnds(run.text))),
    // The number is a term already, which a search for it takes with what follows: twice would count too much.
    measures: measuresIn(folded).flatMap(toMeasureEnds),
  }
  if (text.length > MAX_CACHED_LENGTH) return terms
  if (termCache.size >= MAX_CACHED_TEXTS) termCache.clear()
  termCache.set(key, terms)
  return terms
}

function toTerms(run: string, weight: Weight): readonly string[] {
  const terms = new Set([...cutWords(run), ...toBigrams(run)])
  if (weight === 'A') for (const character of run) terms.add(character)
  if (isSounded(weight)) for (const term of soundsOf(run)) terms.add(term)
  return [...terms]
}

const isSounded = (weight: Weight): boolean => weight === 'A' || weight === 'B'

/** From each word on, its pinyin and its first letters, of which a search takes the beginning. */
function soundsOf(run: string): string[] {
  const { syllables, starts } = transcribeRun(run)
  return [...starts].flatMap((start) => {
    const following = syllables.slice(start, start + MAX_SYLLABLES)
    return following.length > 1 ? [toPinyinTerm(following.join('')), toPinyinTerm(initialsOf(following))] : []
  })
}

export function toPinyinTerm(letters: string): string {
  return SOUND + letters
}

/** A number with its unit, and the ends of the number with it. */
function toMeasureEnds(measure: string): string[] {
  const digits = /^\d+/.exec(measure)?.[0].length ?? 0
  return [measure, ...Array.from({ length: digits - 1 }, (_, index) => toEnd(measure.slice(index + 1)))]
}

/** A word of letters, and its ends, by which a phrase finds it that was cut within the word. */
function toEnds(run: string): string[] {
  return [run, ...Array.from({ length: run.length - 1 }, (_, index) => toEnd(run.slice(index + 1)))]
}

export function toEnd(text: string): string {
  return END + text
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [stripTags(value)]
  if (typeof value === 'number') return [String(value)]
  return Array.isArray(value) ? value.flatMap(textsOf) : []
}

/** Inline tags; other tags begin a new line. */
const INLINE = /<\/?(?:a|b|code|em|i|mark|s|small|span|strong|sub|sup|u)(?:\s[^<>]{0,2000})?>/gi

/** Bounded, so that a text full of `<` stays linear. */
function stripTags(text: string): string {
  return text
    .replace(INLINE, '')
    .replace(/<[^<>]{0,2000}>/g, ' ')
    .replace(/&[a-z]{2,8};|&#\d{1,7};/g, ' ')
}
