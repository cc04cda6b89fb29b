// Tests the check of relations between a content type and its parent or child types.
import { expect, test } from 'vitest'
import { checkReplaced, testRefused } from './check-replaced.ts'

const SCHEME = 'schemas/content/demandScheme.json'
const DEMAND = 'schemas/content/demand.json'

testRefused([
  [
    'parent.owner without a parent',
    ['schemas/content/zhihu.json', '"lifecycle": "moderated"', '"lifecycle": "docking"'],
    { slug: 'parent_missing', found: 'parent.owner' },
  ],
  [
    'a field that the parent lacks',
    [SCHEME, '"schemeDisclosure"', '"schemeDisclosur"'],
    { slug: 'field_unknown', nearest: 'schemeDisclosure' },
  ],
  [
    'a value that its dictionary lacks',
    [SCHEME, '"open": ["2"]', '"open": ["9"]'],
    { slug: 'value_unknown', found: '9' },
  ],
  [
    'a state that the parent lacks',
    [SCHEME, '"states": ["online"]', '"states": ["onlin"]'],
    { slug: 'state_unknown', nearest: 'online' },
  ],
  [
    'a last day that is no date',
    [SCHEME, '"until": "deadline"', '"until": "budget"'],
    { slug: 'admission_type', expected: 'date' },
  ],
  [
    'a step that its lifecycle lacks',
    [SCHEME, '"advances": { "accept"', '"advances": { "acept"'],
    { slug: 'transition_unknown', nearest: 'accept' },
  ],
  [
    'a value to go to that its dictionary lacks',
    [SCHEME, '"to": "3"', '"to": "33"'],
    { slug: 'value_unknown', found: '33' },
  ],
  [
    'a state of the parent to go by that it lacks',
    [SCHEME, '"to": "3"', '"to": "3", "in": { "offlin": "4" }'],
    { slug: 'state_unknown', nearest: 'offline' },
  ],
  [
    'a value to go to in a state that its dictionary lacks',
    [SCHEME, '"to": "3"', '"to": "3", "in": { "offline": "44" }'],
    { slug: 'value_unknown', found: '44' },
  ],
  [
    'a step that concerns a parent without one',
    [
      'schemas/content/zhihu.json',
      '"lifecycle": "moderated",',
      '"lifecycle": "moderated", "advances": { "online": { "field": "a", "from": [ "1" ], "to": "2" } },',
    ],
    { slug: 'parent_missing' },
  ],
  ['fields of nothing to set', [DEMAND, '"fields": ["progress"],', ''], { slug: 'fields_missing' }],
])

test('the reader `partner` is refused when no state of a child type makes partners', () => {
  const problems = checkReplaced(['schemas/lifecycles/docking.json', ', "partner": true', ''])
  expect(problems).toMatchObject([{ slug: 'partner_missing', file: DEMAND, found: 'partner' }])
})

test('the access of a page refuses `parent.owner`', () => {
  const problems = checkReplaced(['pages-config/demand/publish.json', '"participant"', '"parent.owner"'])
  expect(problems.map(({ file }) => file)).toContain('pages-config/demand/publish.json')
})
