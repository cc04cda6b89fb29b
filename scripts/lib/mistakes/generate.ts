// Generates mistakes by rule: a plausible wrong value of the same kind for every sort of location in every sort of
// file.

import type { Json, Mistake, Texts } from './mistake.ts'
import { type Spot, spotsOf } from './places.ts'
import { wrongValue } from './wrong-value.ts'

/** Places of one sort in which the mistake is made. */
const EACH = 1
const SEED = 20260716
/** The language itself and bytes of files are not what operators write. */
const LEFT = /^schemas\/(config|common|widgets)\/|^pages-config\/assets\/|^schemas\/samples\/files\//

export function generateMistakes(files: Texts): Mistake[] {
  const random = seeded(SEED)
  const sorts = new Map<string, Spot[]>()
  for (const [file, text] of files) {
    if (LEFT.test(file) || !file.endsWith('.json')) continue
    for (const spot of spotsOf(file, JSON.parse(text) as Json))
      sorts.set(spot.sort, [...(sorts.get(spot.sort) ?? []), spot])
  }
  return [...sorts].flatMap(([, spots]) => {
    const usual = new Set(spots.map(({ value }) => JSON.stringify(value)))
    return shuffled(spots, random)
      .flatMap((spot) => toMistake(spot, usual, random) ?? [])
      .slice(0, EACH)
  })
}

function toMistake(spot: Spot, usual: ReadonlySet<string>, random: () => number): Mistake | null {
  const wrong = wrongValue(spot, random)
  // A value that occurs elsewhere at such a location may be valid here too.
  if (wrong === null || usual.has(JSON.stringify(wrong.value))) return null
  return {
    id: `generated/${spot.file}#${spot.pointer}`,
    group: 'generated',
    wants: wrong.wants,
    breaks: wrong.breaks,
    edits: [{ in: spot.file, at: spot.pointer, set: wrong.value }],
    places: [],
    says: wrong.says,
    most: 3,
  }
}

/** mulberry32: the same mistakes in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value)
}
