// Collects the words that a portal's configuration knows for searches: synonyms, units, names of things.

import { UNITS } from '#shared/formats/units.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'
import { foldApart } from './fold-text.ts'
import { runsOf } from './segment.ts'

export interface Synonym {
  /** Folded: runs apart by one blank. */
  readonly phrase: string
  readonly isHan: boolean
  /** The other phrases that mean the same. */
  readonly others: readonly string[]
}

export interface Lexicon {
  /** The longest first. */
  readonly synonyms: readonly Synonym[]
  /** Letters that, after a number, belong to it. */
  readonly units: ReadonlySet<string>
  /** Names from dictionaries and categories, folded, for the correction of slips. */
  readonly names: readonly string[]
}

/** Without the words of any portal. */
export const PLAIN_LEXICON: Lexicon = { synonyms: [], units: unitsOf(UNITS), names: [] }

/**
 * Returns the words that the configuration adds to searches: synonyms, units, and names from dictionaries and
 * categories. The lexicon is built once for each model.
 *
 * @example
 * const condition = textsMatch([sql`item.title`], '水泵', lexiconOf(services.model()))
 */
export const lexiconOf = perModel(buildLexicon)

export const toPhrase = (text: string): string =>
  runsOf(foldApart(text))
    .map((run) => run.text)
    .join(' ')

function buildLexicon({ dictionaries, families }: Model): Lexicon {
  const items = dictionaries.flatMap(({ items: all }) => all)
  const groups = items.flatMap(({ label, alias = [] }) => (alias.length > 0 ? [[label, ...alias]] : []))
  const sets = families.flatMap((family) => family.sets)
  const units = sets.flatMap(({ fields }) => fields.flatMap(({ unit }) => unit ?? []))
  // Labels of dictionaries with restricted access are not suggested, except those with an `alias`, which are meant to
  // be searched.
  const open = dictionaries.filter(({ access }) => access === undefined).flatMap(({ items: all }) => all)
  const names = [
    ...open.map(({ label }) => label),
    ...groups.flat(),
    ...sets.flatMap(({ title, alias }) => [title, ...alias]),
  ]
  return {
    synonyms: synonymsOf(groups),
    units: unitsOf([...UNITS, ...units]),
    names: [...new Set(names.map(toPhrase))].filter(Boolean),
  }
}

/** A phrase of several groups has the others of all of them. */
function synonymsOf(groups: readonly (readonly string[])[]): readonly Synonym[] {
  const others = new Map<string, Set<string>>()
  for (const group of groups) {
    const phrases = group.map(toPhrase).filter(Boolean)
    for (const phrase of phrases) {
      const all = others.get(phrase) ?? new Set()
      for (const other of phrases) if (other !== phrase) all.add(other)
      others.set(phrase, all)
    }
  }
  return [...others]
    .map(([phrase, all]) => ({ phrase, isHan: isHan(phrase), others: [...all] }))
    .sort((a, b) => b.phrase.length - a.phrase.length)
}

function isHan(phrase: string): boolean {
  const runs = runsOf(phrase)
  return runs.length === 1 && runs[0]?.isHan === true
}

/** Of m³/h the m3. */
function unitsOf(units: readonly string[]): ReadonlySet<string> {
  return new Set(
    units.flatMap((unit) => {
      const [first] = runsOf(foldApart(unit))
      return first && /^[a-z]{1,12}\d?$/.test(first.text) ? [first.text] : []
    }),
  )
}
