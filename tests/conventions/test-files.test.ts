// Tests the names of test files: those with a long form are called `*.long.test.ts`, which `npm run prove` runs.
import { expect, test } from 'vitest'
import { caseModules } from '../../scripts/lib/case-modules.ts'
import { parseModule } from '../support/module-imports.ts'
import { readFiles } from '../support/source-files.ts'

const modules = new Map(readFiles('tests', /\.tsx?$/).map((file) => [file.path, parseModule(file)]))
const LONG_RUN = 'tests/support/long-run.ts'
/** Asks for the long form only to take both databases, which continuous integration does anyway. */
const EACH_DATABASE = 'tests/server/platform/database/each-database.ts'

function reaches(path: string, seen: Set<string>): boolean {
  if (path === LONG_RUN) return true
  if (path === EACH_DATABASE || seen.has(path)) return false
  seen.add(path)
  return (modules.get(path)?.files ?? []).some((file) => reaches(file, seen))
}

test('a test file is called .long.test exactly when it, or a module that it imports, has a long form', () => {
  const tests = [...modules.keys()].filter((path) => /\.test\.tsx?$/.test(path))
  const long = tests.filter((path) => {
    const seen = new Set<string>()
    return caseModules(path).some((module) => reaches(module, seen))
  })
  expect(tests.filter((path) => path.includes('.long.test.')).sort()).toEqual(long.sort())
  expect(long.length).toBeGreaterThan(10)
})
