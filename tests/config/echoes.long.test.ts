// Tests that the check reports a mistake only in its own file, not in files that refer to it.
import { describe, expect, test } from 'vitest'
import type { Problem } from '#config/load/problem.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { portalFiles } from '../support/portal-files.ts'
import { toldTogether } from './told-together.ts'

const FILES = portalFiles()

function check(file: string, change: (text: string) => string): readonly Problem[] {
  const result = checkConfiguration(new Map(FILES).set(file, change(FILES.get(file) ?? '')))
  return result.ok ? [] : result.problems
}

const toFiles = (problems: readonly Problem[]) => [...new Set(problems.map(({ file }) => file))]

type Broken = readonly [what: string, file: string, change: (text: string) => string]

const withKey = (text: string) => text.replace('{', '{ "foo": 1,')
const withoutList = (text: string) => text.replace(/"items": \[[\s\S]*\]/, '"items": "x"')
const withSlip = (text: string) => text.replace('{', '{ oops ')

const BROKEN: readonly Broken[] = [
  ['content type', 'schemas/content/demand.json', withKey],
  ['form', 'schemas/forms/registerUnit.json', withSlip],
  ['lifecycle', 'schemas/lifecycles/moderated.json', withKey],
  ['dictionary', 'schemas/dictionaries/contentStatus.json', withSlip],
  ['dictionary without a list', 'schemas/dictionaries/demandType.json', withoutList],
  ['group of operations', 'schemas/api/auth.json', withKey],
  ['common schema', 'schemas/common/region.schema.json', withSlip],
  ['widget', 'schemas/widgets/inputs/select.schema.json', withSlip],
  ['page', 'pages-config/demand/list.json', withKey],
  ['page above what operators manage', 'pages-config/operator/home.json', withSlip],
  ['zone', 'zones-config/flood.json', withKey],
  ['site', 'pages-config/site.json', withKey],
  ['site that is no JSON', 'pages-config/site.json', withSlip],
]

const expectAlone = toldTogether(FILES, BROKEN, {
  change: ([, file, change], texts) => new Map(texts).set(file, change(texts.get(file) ?? '')),
  apart: ([, file]) => [file],
  holds: ([, file], found, beside) => {
    const named = toFiles(found)
    expect(named).toContain(file)
    const broken = beside.map(([, path]) => path)
    expect(named.filter((path) => !broken.includes(path))).toEqual([])
  },
})

test.each(BROKEN.map((one) => [one[0], one] as const))(
  'a broken %s is the only file that the check reports',
  (_, one) => expectAlone(one),
)

describe('causes of problems', () => {
  test('a field with a reserved name is reported once, although samples contain the field', () => {
    const file = 'schemas/content/demand.json'
    const field = '"properties": { "status": { "type": "string", "title": "状态" },'
    const problems = check(file, (text) => text.replace(/"properties": \{/, field))
    expect(problems.map(({ slug }) => slug)).toEqual(['field_reserved'])
    expect(problems[0]?.line).toBeGreaterThan(1)
  })

  test('a state that the dictionary of states lacks is reported once, in the lifecycle', () => {
    const file = 'schemas/lifecycles/note.json'
    const problems = check(file, (text) =>
      text
        .replace('"states": {', '"states": {\n"parked": { "title": "搁置", "final": true },')
        .replace(
          '"transitions": [',
          '"transitions": [{ "action": "decline", "title": "搁置", "from": ["submitted"], "to": "parked", "by": ["operator"] },',
        ),
    )
    expect(problems).toMatchObject([{ slug: 'state_words', file, found: 'parked' }])
    expect(problems[0]?.message).toContain('schemas/dictionaries/contentStatus.json')
  })

  test('independent mistakes in other files are still reported', () => {
    const files = new Map(FILES)
    for (const file of ['schemas/content/demand.json', 'schemas/forms/registerUnit.json'])
      files.set(file, withKey(files.get(file) ?? ''))
    const page = 'pages-config/demand/list.json'
    files.set(page, (files.get(page) ?? '').replace('"demand.showlist"', '"demnd.showlist"'))
    const result = checkConfiguration(files)
    const named = result.ok ? [] : result.problems.map(({ file, slug }) => `${file} ${slug}`)
    expect(named).toEqual([
      'schemas/content/demand.json key_unknown',
      'schemas/forms/registerUnit.json key_unknown',
      'pages-config/demand/list.json operation_unknown',
    ])
  })
})
