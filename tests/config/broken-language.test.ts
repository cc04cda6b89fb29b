// Tests that mistakes in the schemas of the configuration language are reported at their location.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { portalFiles } from '../support/portal-files.ts'

const ZONE = 'schemas/config/zone.schema.json'
const BADGE = 'schemas/widgets/cells/badge.schema.json'

const CASES = [
  ['an unknown type', ZONE, /"type": "object"/, '"type": "objekt"', 'language_broken'],
  ['a definition that is not there', ZONE, /"\$ref": "([^"]+)"/, '"$ref": "$1Gone"', 'language_broken'],
  ['text that is no JSON', ZONE, /^\{/, '{{', 'json_syntax'],
  ['an unknown type of options', BADGE, /"type": "object"/, '"type": "objekt"', 'type_unknown'],
] as const

test.each(CASES)('%s in a language schema is reported at its location', (_, file, from, to, slug) => {
  const files = portalFiles()
  const text = files.get(file) ?? ''
  const result = checkConfiguration(files.set(file, text.replace(from, to)))
  const at = text.slice(0, text.search(from)).split('\n').length
  const problems = result.ok ? [] : result.problems
  expect(problems.map((problem) => [problem.file, problem.slug])).toContainEqual([file, slug])
  if (slug !== 'language_broken') return
  const found = problems.find((problem) => problem.slug === slug)
  expect(found?.line).toBe(at)
  expect(found?.message).toMatch(/^配置语言有误：/)
  expect(problems.length).toBeLessThan(5)
})

test('a broken language schema does not hide the problems of other files', () => {
  const files = portalFiles()
  const flood = 'zones-config/flood.json'
  files.set(ZONE, (files.get(ZONE) ?? '').replace('"type": "object"', '"type": "objekt"'))
  files.set(flood, (files.get(flood) ?? '').replace('"title"', '"titel"'))
  const result = checkConfiguration(files)
  expect(result.ok).toBe(false)
  expect(result.ok ? [] : result.problems.map(({ file }) => file)).toEqual(
    expect.arrayContaining([ZONE, flood]),
  )
})

test('the unchanged portal configuration passes the check', () => {
  expect(checkConfiguration(portalFiles()).ok).toBe(true)
})
