// Reports the slowest test files, and stores the durations for the choice of tests by change.
import { relative } from 'node:path'
import { keepDurations } from './durations.mjs'
import { ROOT } from './prepare.mjs'

const SHOWN = 10

/** A reporter of vitest: at the end of a run it prints the slowest files, hooks and imports included. */
export default class DurationsReporter {
  /** @param {ReadonlyArray<import('vitest/node').TestModule>} modules */
  onTestRunEnd(modules) {
    const rows = modules.map((module) => {
      const { duration, collectDuration, setupDuration, prepareDuration } = module.diagnostic()
      const file = relative(ROOT, module.moduleId).replaceAll('\\', '/')
      return { file, ms: duration + collectDuration + setupDuration + prepareDuration }
    })
    keepDurations(Object.fromEntries(rows.map(({ file, ms }) => [file, Math.round(ms)])))
    if (rows.length <= SHOWN) return
    console.log(`\n最慢的 ${SHOWN} 个测试文件：`)
    for (const { file, ms } of rows.sort((a, b) => b.ms - a.ms).slice(0, SHOWN))
      console.log(`${(ms / 1000).toFixed(1).padStart(8)} 秒  ${file}`)
  }
}
