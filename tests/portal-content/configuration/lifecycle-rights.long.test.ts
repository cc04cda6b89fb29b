// Tests the rights and texts of this portal's lifecycles against recorded files (`vitest -u` renews them).
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import { mutantsOf } from '../../support/lifecycle-mutants.ts'
import { rightsOf, wordsOfLifecycle } from '../../support/lifecycle-rights.ts'
import { IS_LONG } from '../../support/long-run.ts'
import { portalFiles } from '../../support/portal-files.ts'
import { model } from '../../support/portal-model.ts'

const WANTED = 0.99
/** In everyday runs one of so many. */
const EVERY = IS_LONG ? 1 : 157
const FOLDER = 'schemas/lifecycles/'
const files = portalFiles()
const NAMES = [...files.keys()].flatMap((path) =>
  path.startsWith(FOLDER) ? [path.slice(FOLDER.length, -'.json'.length)] : [],
)

/** As the compiler makes it, as far as rights and words go. */
const asLifecycle = (name: string, written: object): Lifecycle => ({ name, ...written }) as Lifecycle
const readFile = (name: string) => JSON.parse(files.get(`${FOLDER}${name}.json`) as string)

describe('rights of a lifecycle', () => {
  test.each(NAMES)('match the recorded table of %s', async (name) => {
    const lifecycle = asLifecycle(name, readFile(name))
    await expect(`${rightsOf(lifecycle, model.roles)}\n`).toMatchFileSnapshot(
      `./lifecycle-rights/${name}.txt`,
    )
  })
})

describe('texts, required inputs and effects of a lifecycle', () => {
  test.each(NAMES)('match the recorded texts of %s', async (name) => {
    const lifecycle = asLifecycle(name, readFile(name))
    await expect(`${wordsOfLifecycle(lifecycle)}\n`).toMatchFileSnapshot(
      `./lifecycle-rights/${name}.words.txt`,
    )
  })
})

test(`tables, texts and checker notice at least ${WANTED * 100} % of single property changes in lifecycles`, () => {
  const light = new Map([...files].filter(([path]) => !path.startsWith('schemas/samples/')))
  const tally = { made: 0, rights: 0, words: 0, checker: 0 }
  const survivors: string[] = []
  for (const name of NAMES) {
    const written = readFile(name)
    const lifecycle = asLifecycle(name, written)
    const [rights, words] = [rightsOf(lifecycle, model.roles), wordsOfLifecycle(lifecycle)]
    for (const [at, mutant] of mutantsOf(written).entries()) {
      if (at % EVERY !== 0) continue
      tally.made += 1
      const found = noticedBy(name, mutant.value as object, { rights, words })
      if (found) tally[found] += 1
      else if (!checkConfiguration(withFile(light, name, mutant.value)).ok) tally.checker += 1
      else survivors.push(`${name} ${mutant.name}`)
    }
  }
  const score = (tally.made - survivors.length) / tally.made
  console.info(
    `${tally.made} 处改动，发现 ${(score * 100).toFixed(2)} %：权限表 ${tally.rights}，文字 ${tally.words}，检查器 ${tally.checker}；未发现 ${survivors.length}\n${survivors.join('\n')}`,
  )
  expect(score).toBeGreaterThanOrEqual(WANTED)
}, 3_600_000)

const withFile = (all: ReadonlyMap<string, string>, name: string, value: unknown) =>
  new Map(all).set(`${FOLDER}${name}.json`, JSON.stringify(value, null, 2))

/** What cannot even be read as a lifecycle is the checker's to refuse. */
function noticedBy(
  name: string,
  value: object,
  known: { readonly rights: string; readonly words: string },
): 'rights' | 'words' | undefined {
  const lifecycle = asLifecycle(name, value)
  try {
    if (rightsOf(lifecycle, model.roles) !== known.rights) return 'rights'
    return wordsOfLifecycle(lifecycle) === known.words ? undefined : 'words'
  } catch {
    return undefined
  }
}
