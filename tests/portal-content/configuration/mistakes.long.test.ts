// Tests the corpus of configuration mistakes, and the score of the checker over it.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { readFolder } from '#config/load/read-folder.ts'
import { wholeCorpus } from '../../../scripts/lib/mistakes/corpus.ts'
import { makeMistake } from '../../../scripts/lib/mistakes/make.ts'
import type { Mistake } from '../../../scripts/lib/mistakes/mistake.ts'
import { tallies } from '../../../scripts/lib/mistakes/report.ts'
import { CORPUS, printScore } from '../../../scripts/lib/mistakes/run.ts'
import { scoreMistake } from '../../../scripts/lib/mistakes/score.ts'
import { ROOT } from '../../server/support/small-configuration.ts'
import { IS_LONG, someOf } from '../../support/long-run.ts'

const files = readFolder(ROOT)
const corpus = wholeCorpus(join(ROOT, CORPUS), files)
const byHand = corpus.filter(({ group }) => group !== 'generated')

const GROUPS = [
  'audiences',
  'autumn',
  'colleagues',
  'conditions',
  'content',
  'dictionaries',
  'editors',
  'forms',
  'graphs',
  'lifecycles',
  'menu',
  'names',
  'newcomers',
  'notices',
  'operators',
  'places',
  'pulls',
  'roles',
  'samples',
  'site',
  'states',
  'strangers',
  'syntax',
  'team',
  'values',
  'weekly',
  'widgets',
  'zones',
]

function failureOf(mistake: Mistake): string[] {
  try {
    const { files: changed, places } = makeMistake(mistake, files)
    const isThere = (file: string) =>
      file.endsWith('/') ? [...changed.keys()].some((path) => path.startsWith(file)) : changed.has(file)
    return places.some(({ file }) => isThere(file)) ? [] : [`${mistake.id}: no place is there`]
  } catch (error) {
    return [String(error)]
  }
}

describe('corpus of mistakes', () => {
  test('has every group with at least 12 mistakes by hand, and at least 400 mistakes in all', () => {
    const counts = new Map<string, number>()
    for (const { group } of byHand) counts.set(group, (counts.get(group) ?? 0) + 1)
    expect([...counts.keys()].sort()).toEqual(GROUPS)
    expect([...counts].filter(([, count]) => count < 12)).toEqual([])
    expect(byHand.length).toBeGreaterThanOrEqual(250)
    expect(corpus.length).toBeGreaterThanOrEqual(400)
  })
  test('contains every id once', () => {
    expect(new Set(corpus.map(({ id }) => id)).size).toBe(corpus.length)
  })
  test('states for each mistake what the author wanted and what breaks', () => {
    expect(corpus.filter(({ wants, breaks }) => !wants || !breaks).map(({ id }) => id)).toEqual([])
  })
  // Those that are generated are made of what is there: everyday runs take some of them.
  test('contains only mistakes that can be made in the present configuration', () => {
    const generated = corpus.filter(({ group }) => group === 'generated')
    expect([...byHand, ...someOf(generated, 100)].flatMap(failureOf)).toEqual([])
  })
  test('is generated identically every time', () => {
    const again = wholeCorpus(join(ROOT, CORPUS), files)
    expect(again.map(({ id, edits }) => ({ id, edits }))).toEqual(
      corpus.map(({ id, edits }) => ({ id, edits })),
    )
  })
})

describe('npm run check -- --score', () => {
  const score = (...options: readonly string[]) =>
    execFileSync(process.execPath, ['scripts/run.mjs', 'check', '--score', ...options], {
      cwd: ROOT,
      encoding: 'utf8',
    })

  const CAUGHT = { caught: true, located: true, first: true, suggested: true }

  test('reports for a mistake whether it was caught, where, and with which suggestion', () => {
    const mistake = corpus.find(({ id }) => id === 'states/initial-misspelt') as Mistake
    const result = scoreMistake(mistake, files, new Set())
    expect(result).toMatchObject(CAUGHT)
    expect(tallies([result]).map(({ group }) => group)).toEqual(['states', 'all'])
  })
  const tableOf = (only: string) => {
    const told: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void told.push(line))
    try {
      printScore(ROOT, { json: false, only })
    } finally {
      log.mockRestore()
    }
    return told.join('\n')
  }

  // Each begins with all mistakes that there are: an everyday run has the table alone, without a process for it.
  test('prints a table with the share of caught mistakes of each group', () => {
    expect(IS_LONG ? score('--only', 'menu/icon') : tableOf('menu/icon')).toMatch(/^menu +2 +100\.0 %/m)
  }, 60_000)
  if (IS_LONG)
    test('prints groups and results as JSON with --json', () => {
      const { groups, results } = JSON.parse(score('--json', '--only', 'states/initial-misspelt'))
      expect(results).toMatchObject([CAUGHT])
      expect(groups.map(({ group }: { group: string }) => group)).toEqual(['states', 'all'])
    }, 60_000)
})
