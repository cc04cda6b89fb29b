// Tests that one mistake is reported once: the cause first, its consequences folded into it.
import { expect, test } from 'vitest'
import { checkReplaced } from './check-replaced.ts'

const ROLES = 'schemas/roles.json'

test('a missing comma in roles.json is reported alone, without unknown roles', () => {
  const found = checkReplaced([ROLES, '"title": "供应商",', '"title": "供应商"'])
  expect(found.map(({ file, slug }) => `${file} ${slug}`)).toEqual([`${ROLES} json_syntax`])
})

test('a wrong value in roles.json is reported alone, without unknown roles', () => {
  const found = checkReplaced([ROLES, '"approval": true', '"approval": "是"'])
  expect(found.map(({ file, slug }) => `${file} ${slug}`)).toEqual([`${ROLES} type_wrong`])
})

test('a removed dictionary code is reported once for all samples that use it', () => {
  const found = checkReplaced([
    'schemas/dictionaries/demandUrgency.json',
    '{ "value": "2", "label": "紧急", "color": "orange" },',
    '',
  ]).filter(({ file }) => file === 'schemas/samples/demand.json')
  expect(found).toHaveLength(1)
  expect(found[0]?.message).toMatch(/还有 \d+ 处因此受影响，如 schemas\/samples\/demand\.json:\d+/)
  expect(found[0]?.also?.length).toBeGreaterThan(3)
})

test('mistakes in content types are reported before mistakes in pages', () => {
  const found = checkReplaced(
    ['pages-config/demand/more.json', '"publishedAt"', '"publishdAt"'],
    ['schemas/content/law.json', '"icon":', '"icn":'],
  )
  expect(found.map(({ file }) => file)).toEqual(['schemas/content/law.json', 'pages-config/demand/more.json'])
})

test('an unknown initial state is reported before its consequences in the same file', () => {
  const [first] = checkReplaced([
    'schemas/lifecycles/moderated.json',
    '"initial": "pending"',
    '"initial": "pendding"',
  ])
  expect(first).toMatchObject({ slug: 'state_unknown', nearest: 'pending' })
})

test('a code missing in a dictionary is reported once for all uses in a file', () => {
  const zone = 'zones-config/radio.json'
  const found = checkReplaced([
    'schemas/dictionaries/cityZone.json',
    '"value": "radio"',
    '"value": "radios"',
  ]).filter(({ file, slug }) => file === zone && slug === 'given_code')
  expect(found).toHaveLength(1)
  expect(found[0]?.also?.filter(({ file }) => file === zone).length).toBeGreaterThan(3)
})

test('a lifecycle with a region role is reported once for all content types without a region', () => {
  const found = checkReplaced(['schemas/lifecycles/moderated.json', '"owner"', '"region:manageOrg"']).filter(
    ({ slug }) => slug === 'region_missing',
  )
  expect(found.map(({ also = [] }) => also.length)).toEqual([2])
})
