// Tests that each property of the language changes the compiled model or is refused by a rule.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFolder } from '#config/load/read-folder.ts'
import { languageOf, listLanguageProperties } from '#config/tools/language-paths.ts'
import { type Ground, groundOf, type Most, tryPlace } from '../../support/liveness.ts'
import { IS_LONG } from '../../support/long-run.ts'
import { ROOT } from '../../support/source-files.ts'

const own = readFolder(ROOT)
const language = languageOf(own)
const places = listLanguageProperties(language)
const small = ['specimen', 'library'].map((name) =>
  groundOf(name, readFolder(join(ROOT, 'tests/portals', name)), language),
)
const whole = groundOf('whole', own, language)

/** What changes nothing, and why it is there. */
const REASONS: Readonly<Record<string, string>> = {
  'common#/$defs/fields/properties/type': 'JSON Schema says of an object that it is one; it can only be that',
  'widget#/properties/title':
    'names the widget in the reference that `npm run docs` writes, and in generated types',
  'palette#/properties/title':
    'says to whoever opens the file what it is, as every file of the language does',
  'site#/properties/words': 'judged by the check alone: texts with these words are refused',
  'site#/properties/words/items/properties/not': 'judged by the check alone, as above',
  'site#/properties/words/items/properties/use': 'what the check advises instead',
  'site#/properties/words/items/properties/except': 'where the check accepts the word',
  'widget#/properties/inside': 'judged by the check alone: where fields inside of others may use the widget',
  'widget#/properties/reads': 'judged by the check alone: which sources the widget may have',
  'widget#/properties/shown': 'judged by the check alone: on which pages the widget may stand',
}

/** Uses of a place that are tried, and values at each. */
const TRIED: Most = IS_LONG ? { uses: 3, values: 24 } : { uses: 2, values: 16 }
/** Of so many places the short form tries one, the same each time; a file of a schema has some in each. */
const ONE_OF = IS_LONG ? 1 : 24

const isUsedIn = ({ uses }: Ground, id: string) => uses.has(id)
const isSmall = (id: string) => small.some((ground) => isUsedIn(ground, id))

function tally(tried: typeof places, grounds: readonly Ground[], most: Most) {
  const dead: string[] = []
  const refused: string[] = []
  for (const place of tried) {
    const { alive } = tryPlace(place, language, grounds, most)
    if (alive === null && REASONS[place.id] === undefined) dead.push(place.id)
    if (alive === 'checked') refused.push(place.id)
  }
  console.log(
    `${tried.length - refused.length - dead.length} change the model, ${refused.length} are refused by a rule`,
  )
  return { dead, refused }
}

describe('every property of the configuration language', () => {
  test('is used by at least one portal', () => {
    const unused = places.filter(({ id }) => ![...small, whole].some((ground) => isUsedIn(ground, id)))
    expect(unused.map(({ id }) => id)).toEqual([])
    expect(places.length).toBeGreaterThan(750)
  })

  test('that a small portal uses changes its compiled model or is refused by a rule', () => {
    const known = places.filter(({ id }) => isSmall(id))
    expect(known.length).toBeGreaterThan(400)
    const tried = known.filter((_, index) => index % ONE_OF === 0)
    const { dead, refused } = tally(tried, small, TRIED)
    expect(dead).toEqual([])
    // Names, mostly: whatever else stands there is no name of anything.
    expect(refused.length).toBeLessThan(tried.length / 6)
  }, 600_000)

  test.skipIf(!IS_LONG)(
    'that only the whole portal uses changes its compiled model or is refused by a rule',
    () => {
      const { dead } = tally(
        places.filter(({ id }) => !isSmall(id)),
        [whole],
        TRIED,
      )
      expect(dead).toEqual([])
    },
    3_600_000,
  )

  test('with a stated reason changes nothing in the small portals', () => {
    const excused = places.filter(({ id }) => REASONS[id] !== undefined && isSmall(id))
    expect(excused.length).toBeGreaterThan(0)
    for (const place of excused) expect(tryPlace(place, language, small, TRIED).alive).toBe(null)
  })
})
