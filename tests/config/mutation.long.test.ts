// Tests that the checker reports random mistakes in configuration files with the right file and line.
import { describe, expect, it } from 'vitest'
import { checkConfiguration, type LoadResult } from '#config/pipeline/check-configuration.ts'
import { IS_LONG } from '../support/long-run.ts'
import { portalFiles } from '../support/portal-files.ts'
import { MUTATIONS, type Mutant } from './mutations.ts'

const WANTED = 0.98
/** Files in which each kind of mistake is made. */
const FILES = IS_LONG ? 14 : 1
/** The language's own schemas and the samples' bulk are not what operators write. */
const SKIPPED = /^schemas\/(config|common|samples|widgets)\/|^pages-config\/assets\//

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

describe('the checker', () => {
  it(`refuses at least ${WANTED * 100} % of random mistakes, with the right file and line`, async () => {
    const files = portalFiles()
    expect(checkConfiguration(files).ok).toBe(true)
    const random = seeded(20260101)
    const missed: string[] = []
    const perKind = new Map<string, { made: number; found: number }>()
    // Samples are large and slow every check down without taking part in what is proved here.
    const light = new Map(
      [...files].map(([path, text]) => [path, /^schemas\/samples\//.test(path) ? shorten(text) : text]),
    )
    const own = [...light.keys()].filter((path) => !SKIPPED.test(path))
    const mutants: Made[] = []
    for (const mutation of MUTATIONS) {
      const tally = { made: 0, found: 0 }
      perKind.set(mutation.name, tally)
      for (const path of shuffled(own, random)) {
        if (tally.made === FILES) break
        const mutant = mutation.make(path, light.get(path) as string, random)
        if (!mutant) continue
        tally.made++
        mutants.push({ ...mutant, path, tally, name: mutation.name })
      }
    }
    for (const one of leftAfterTogether(mutants, light)) {
      const result = checkConfiguration(new Map(light).set(one.path, one.text))
      if (isToldOf(one, result)) one.tally.found++
      else
        missed.push(
          `${one.name}: ${one.path}:${one.lines.join('-')} ${
            result.ok
              ? 'accepted'
              : result.problems
                  .slice(0, 2)
                  .map((problem) => `${problem.file}:${problem.line} ${problem.slug}`)
                  .join(', ')
          }`,
        )
    }
    const made = [...perKind.values()].reduce((sum, { made }) => sum + made, 0)
    const found = [...perKind.values()].reduce((sum, { found }) => sum + found, 0)
    console.log(
      [...perKind].map(([name, tally]) => `${name.padEnd(34)} ${tally.found}/${tally.made}`).join('\n'),
    )
    console.log(`mutation score: ${found} of ${made} (${((found / made) * 100).toFixed(1)} %)`)
    if (missed.length) console.log(missed.join('\n'))
    expect([...perKind.values()].filter(({ made }) => made > 0).length).toBeGreaterThanOrEqual(20)
    expect(made).toBeGreaterThan(FILES * 15)
    expect(found / made).toBeGreaterThanOrEqual(WANTED)
  }, 300_000)
})

interface Made extends Mutant {
  readonly name: string
  readonly path: string
  readonly tally: { found: number }
}

const isToldOf = ({ path, lines: [first, last] }: Made, result: LoadResult): boolean =>
  !result.ok &&
  result.problems.some(
    ({ severity, file, line }) => severity === 'error' && file === path && line >= first && line <= last,
  )

/** All in the long run. In everyday runs those that are not told when many are made at once, each in a file of its own. */
function leftAfterTogether(mutants: readonly Made[], files: ReadonlyMap<string, string>): readonly Made[] {
  if (IS_LONG) return mutants
  let left = mutants
  for (let before = left.length + 1; left.length > 1 && left.length < before; ) {
    before = left.length
    const together = new Map(left.toReversed().map((one) => [one.path, one]))
    const result = checkConfiguration(
      new Map([...files, ...[...together.values()].map(({ path, text }) => [path, text] as const)]),
    )
    const told = new Set([...together.values()].filter((one) => isToldOf(one, result)))
    for (const { tally } of told) tally.found++
    left = left.filter((one) => !told.has(one))
  }
  return left
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const rest = [...list]
  return list.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1))
}

function shorten(text: string): string {
  const file = JSON.parse(text) as { items: unknown[] }
  return JSON.stringify({ ...file, items: file.items.slice(0, 2) }, null, 2)
}
