// Tests the selection of tests for `npm test -- --changed` by the import graph.
import { expect, test } from 'vitest'
import { reaching, readModules } from '../../scripts/lib/import-graph.mjs'
import { ROOT } from '../support/source-files.ts'

const MODULES = new Map([
  ['src/a.ts', "import { b } from './b.ts'\nimport type { C } from './c.ts'\n"],
  ['src/b.ts', "export * from './deep/d.ts'"],
  ['src/c.ts', "import './b.ts'"],
  ['src/deep/d.ts', ''],
  ['tests/a.test.ts', "import {\n  a,\n} from '../src/a.ts'"],
  ['tests/later.test.ts', "const { c } = await import('../src/c.ts')"],
  ['tests/mock.test.tsx', "vi.mock('../src/deep/d.ts', () => ({}))"],
  ['src/cells.ts', "const all = import.meta.glob('./cells/*.tsx', { eager: true })"],
  ['src/cells/money.tsx', ''],
  ['src/cells/parts/x.tsx', ''],
  ['tests/cells.test.tsx', "import '../src/cells.ts'"],
  ['tests/other.test.ts', "import { readFileSync } from 'node:fs'"],
])
const testsFor = (...changed: string[]) =>
  [...reaching(MODULES, changed)].filter((path) => path.includes('.test.')).sort()

test('a changed file selects tests that reach it by import, dynamic import or mock, not by types', () => {
  expect(testsFor('src/deep/d.ts')).toEqual(['tests/a.test.ts', 'tests/later.test.ts', 'tests/mock.test.tsx'])
  expect(testsFor('src/c.ts')).toEqual(['tests/later.test.ts'])
  expect(testsFor('tests/other.test.ts')).toEqual(['tests/other.test.ts'])
  expect(testsFor('src/cells/money.tsx')).toEqual(['tests/cells.test.tsx'])
  expect(testsFor('src/cells/parts/x.tsx')).toEqual([])
  expect(testsFor('README.md')).toEqual([])
})

test('a change of list-query.ts selects the list tests of the server and not the map tests', () => {
  const modules = readModules(ROOT)
  const related = reaching(modules, ['src/server/content/query/list-query.ts'])
  for (const path of ['tests/server/support/test-app.ts', 'tests/server/content/query/list.test.ts'])
    expect(related).toContain(path)
  expect(related).not.toContain('tests/portal/features/map/cluster.test.ts')
})
