// Rewrites a query by synonyms: each variant means the same in other words of the portal.
import { foldApart } from './fold-text.ts'
import type { Lexicon, Synonym } from './lexicon.ts'
import { runsOf, type TextRun } from './segment.ts'

/** The query itself is the first of them. */
const MAX_VARIANTS = 24

/** A run of a query; of a number with its unit, such as `20kg`, the number too. */
export interface QueryRun extends TextRun {
  readonly number?: string
}

const JOINED = /(?<![\p{L}\p{N}])(\d{1,12})([a-z]{1,12}\d?)(?![\p{L}\p{N}])/gu
const APART = /(?<![\p{L}\p{N}])(\d{1,12}) ([a-z]{1,12}\d?)(?![\p{L}\p{N}])/gu
const MEASURE = /^(\d{1,12})([a-z]{1,12}\d?)$/

/** Without those that say the same twice; empty where nothing can be searched for. */
export function queryVariants(keyWord: string, lexicon: Lexicon): readonly (readonly QueryRun[])[] {
  const folded = apart(foldApart(keyWord).trim(), lexicon)
  const texts = new Set(rewrite(folded, lexicon.synonyms).map((text) => together(text, lexicon)))
  return [...texts].map((text) => toRuns(text, lexicon)).filter((runs) => runs.length > 0)
}

const apart = (text: string, { units }: Lexicon): string =>
  text.replace(JOINED, (all, number: string, letters: string) =>
    units.has(letters) ? `${number} ${letters}` : all,
  )

const together = (text: string, { units }: Lexicon): string =>
  text.replace(APART, (all, number: string, letters: string) => (units.has(letters) ? number + letters : all))

function toRuns(text: string, { units }: Lexicon): QueryRun[] {
  return runsOf(text).map((run) => {
    const [, number, letters] = MEASURE.exec(run.text) ?? []
    return number !== undefined && letters !== undefined && units.has(letters) ? { ...run, number } : run
  })
}

interface SynonymMatch {
  readonly at: number
  readonly synonym: Synonym
}

/** Every combination of what stands at the places of synonyms, the text itself first. */
function rewrite(text: string, synonyms: readonly Synonym[]): string[] {
  let variants = ['']
  let end = 0
  for (const { at, synonym } of findSynonymMatches(text, synonyms)) {
    const before = text.slice(end, at)
    const choices = [synonym.phrase, ...synonym.others].slice(0, MAX_VARIANTS)
    const combined = choices.flatMap((choice) => variants.map((variant) => variant + before + choice))
    variants = combined.slice(0, MAX_VARIANTS)
    end = at + synonym.phrase.length
  }
  return variants.map((variant) => variant + text.slice(end))
}

/** The longest synonyms, none of which overlap. */
function findSynonymMatches(text: string, synonyms: readonly Synonym[]): SynonymMatch[] {
  const places: SynonymMatch[] = []
  const isFree = (at: number, end: number) =>
    places.every((place) => end <= place.at || at >= place.at + place.synonym.phrase.length)
  for (const synonym of synonyms) {
    const { phrase } = synonym
    for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1))
      if (isFree(at, at + phrase.length) && standsAlone(text, at, synonym)) places.push({ at, synonym })
  }
  return places.sort((a, b) => a.at - b.at)
}

const LETTER = /[a-z\d]/

/** A word of letters is no part of another one; one of Chinese may be. */
function standsAlone(text: string, at: number, { phrase, isHan }: Synonym): boolean {
  if (isHan) return true
  const [before = '', after = ''] = [text[at - 1], text[at + phrase.length]]
  const begins = !(LETTER.test(phrase[0] ?? '') && LETTER.test(before))
  const ends = !(LETTER.test(phrase.at(-1) ?? '') && LETTER.test(after))
  return begins && ends
}
