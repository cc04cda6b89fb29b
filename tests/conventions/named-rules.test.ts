// Tests that each rule id in sources and tests is listed in tests/README.md.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFiles } from '../support/source-files.ts'

const ID = /\b(?:NAV|TTL|SES|API|ERR|CON|CNT|EQP|INC|DEC|RES|MSG|ROL)-\d{2}\b/g
const GUIDE = readFileSync('tests/README.md', 'utf8')
const SAID = new Set([...GUIDE.matchAll(/^\| ([A-Z]{3}-\d{2}) \| \S/gm)].map(([, id]) => id))

test('every rule id in the repository is listed in tests/README.md', () => {
  const files = ['src', 'tests', 'scripts', 'schemas', 'README.md'].flatMap((path) =>
    readFiles(path, /\.(tsx?|mjs|css|json|md)$/),
  )
  const unknown = files.flatMap(({ path, text }) =>
    (text.match(ID) ?? []).flatMap((id) => (SAID.has(id) ? [] : [`${path}: ${id}`])),
  )
  expect(SAID.size).toBeGreaterThan(20)
  expect(unknown).toEqual([])
})
