// Runs `npm run check -- --score`: scores the checker on the corpus of mistakes. The score does not fail the check.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readFolder } from '#config/load/read-folder.ts'
import { wholeCorpus } from './corpus.ts'
import { tallies, toMissed, toTable } from './report.ts'
import { check, keyOf, needsSamples, type Result, scoreMistake, shortened } from './score.ts'

export const CORPUS = 'tests/config/mistakes'

export interface ScoreOptions {
  readonly json: boolean
  /** Only what has this in its id. */
  readonly only?: string | undefined
}

export function printScore(root: string, { json, only }: ScoreOptions): void {
  const folder = join(root, CORPUS)
  if (!existsSync(folder)) {
    console.log(`没有错误样本集：${CORPUS} 不存在`)
    return
  }
  const started = performance.now()
  const whole = readFolder(root)
  const light = shortened(whole)
  const before = new Set([...check(whole), ...check(light)].map(keyOf))
  const results: Result[] = wholeCorpus(folder, whole)
    .filter(({ id }) => !only || id.includes(only))
    .map((mistake) => scoreMistake(mistake, needsSamples(mistake) ? whole : light, before))
  if (json) console.log(JSON.stringify({ groups: tallies(results), results }, null, 2))
  else
    console.log(
      [
        toMissed(results),
        toTable(tallies(results)),
        `${results.length} mistakes in ${Math.round((performance.now() - started) / 1000)} s`,
      ].join('\n\n'),
    )
}
