// Owns the writing of a search vector: terms with weights as the text form of a tsvector.
import type { ContentType, Field } from '../../shared/content-model.ts'
import { splitRuns, toBigrams, toWords } from './segment.ts'

type Weight = NonNullable<Field['search']>

const MAX_POSITION = 16_383
const MAX_POSITIONS_PER_TERM = 4
const MAX_TEXT = 20_000

/**
 * The vector of an item. Titles (weight A) also hold every pair and single character, B every pair,
 * so that any two neighbouring characters find them; C and D hold words only.
 * Fields that only some may see are left out, or the search would tell what they hold.
 */
export function buildSearchVector(type: ContentType, body: Readonly<Record<string, unknown>>): string {
  const vector = new VectorBuilder()
  for (const field of type.fields) {
    if (field.search === undefined || field.visible !== undefined) continue
    for (const text of textsOf(body[field.name])) vector.add(text, field.search)
  }
  return vector.toString()
}

export class VectorBuilder {
  readonly #terms = new Map<string, string[]>()
  #position = 0

  add(text: string, weight: Weight): void {
    for (const run of splitRuns(text.slice(0, MAX_TEXT))) {
      for (const term of run.isHan ? toTerms(run.text, weight) : [run.text]) this.#put(term, weight)
    }
  }

  #put(term: string, weight: Weight): void {
    const positions = this.#terms.get(term) ?? []
    if (positions.length >= MAX_POSITIONS_PER_TERM) return
    this.#position = Math.min(this.#position + 1, MAX_POSITION)
    positions.push(`${this.#position}${weight === 'D' ? '' : weight}`)
    this.#terms.set(term, positions)
  }

  toString(): string {
    return [...this.#terms].map(([term, positions]) => `${quoteTerm(term)}:${positions.join(',')}`).join(' ')
  }
}

/** The quoting that tsvector and tsquery share. */
export function quoteTerm(term: string): string {
  return `'${term.replace(/['\\]/g, '$&$&')}'`
}

function toTerms(run: string, weight: Weight): Iterable<string> {
  const terms = new Set(toWords(run))
  if (weight === 'A' || weight === 'B') for (const pair of toBigrams(run)) terms.add(pair)
  if (weight === 'A') for (const character of run) terms.add(character)
  return terms
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [stripTags(value)]
  if (typeof value === 'number') return [String(value)]
  return Array.isArray(value) ? value.flatMap(textsOf) : []
}

/** Bounded, so that a text full of `<` stays linear. */
function stripTags(text: string): string {
  return text.replace(/<[^<>]{0,2000}>/g, ' ').replace(/&[a-z]{2,8};|&#\d{1,7};/g, ' ')
}
