// Tests the check of visibility by state, values from the parent, `takes`, `marks` and lists of the viewer.
import { expect, test } from 'vitest'
import { model } from '../support/portal-model.ts'
import { type Change, checkReplaced, testRefused } from './check-replaced.ts'

const INTENTION = 'schemas/content/intention.json'
const FEEDBACK = 'schemas/content/intentionFeedback.json'
const LIFECYCLE = 'schemas/lifecycles/negotiation.json'
const TO_SELLER = '"to": "parent.owner"'

const written = (file: string, value: object): Change => [
  file,
  '"version": 1',
  `"version": 1, ${JSON.stringify(value).slice(1, -1)}`,
]

testRefused([
  [
    'a field that is open in a state that the lifecycle lacks',
    [INTENTION, '"agreed"', '"agred"'],
    { slug: 'state_unknown', nearest: 'agreed' },
  ],
  [
    'a field that is open in some states to a role that does not read the item then',
    [INTENTION, TO_SELLER, '"to": "supplier"'],
    { slug: 'visible_unread', found: 'agreed' },
  ],
  [
    'a field that is open in some states to who sees it in all',
    [INTENTION, '"x-visible": [\n          "owner"', '"x-visible": [\n          "parent.owner"'],
    { slug: 'visible_twice' },
  ],
  [
    'a field that is open in a state to which no call leads',
    [FEEDBACK, '"4": "signed"', '"4": "talking"'],
    { slug: 'visible_never', file: INTENTION, found: 'signed' },
  ],
  [
    'a field that is open in a state in which nobody of them reads the item',
    [
      LIFECYCLE,
      '"title": "同意洽谈", "readers": ["owner", "parent.owner"',
      '"title": "同意洽谈", "readers": ["owner"',
    ],
    { slug: 'visible_unread', file: INTENTION, found: 'agreed' },
  ],
  [
    'a value that the parent lacks',
    [INTENTION, '"parent.name"', '"parent.nam"'],
    { slug: 'field_unknown', nearest: 'parent.name' },
  ],
  [
    'a value of another kind than the parent’s',
    [INTENTION, '"parent.companyId"', '"parent.price"'],
    { slug: 'from_type' },
  ],
  [
    'an account where no text is',
    [INTENTION, '"x-from": "parent.equipmentType"', '"x-from": "parent.owner"'],
    { slug: 'from_type', found: 'dict' },
  ],
  [
    'what only some see of the parent, for everybody',
    [INTENTION, '"parent.name"', '"parent.contactPhone"'],
    { slug: 'from_private', found: 'parent.contactPhone' },
  ],
  [
    'something of a parent without one',
    [INTENTION, '"parent": "resourceId",', ''],
    { slug: 'parent_missing' },
  ],
  [
    'a step that the value of no field decides',
    [FEEDBACK, '"field": "feedBackState"', '"field": "feedBackStat"'],
    { slug: 'field_unknown', nearest: 'feedBackState' },
  ],
  [
    'a step that a free text decides',
    [FEEDBACK, '"field": "feedBackState"', '"field": "content"'],
    { slug: 'takes_type', found: 'long-text' },
  ],
  [
    'a step of a value that the dictionary lacks',
    [FEEDBACK, '"1": "agreed"', '"11": "agreed"'],
    { slug: 'value_unknown', found: '11' },
  ],
  [
    'a step to a state that the parent lacks',
    [FEEDBACK, '"1": "agreed"', '"1": "agred"'],
    { slug: 'state_unknown', nearest: 'agreed' },
  ],
  [
    'a step to where nothing leads',
    [FEEDBACK, '"1": "agreed"', '"1": "waiting"'],
    { slug: 'takes_never', found: 'waiting' },
  ],
  [
    'a mark that the system does not know better',
    [FEEDBACK, '"marks": ["intentionDeptId"]', '"marks": ["content"]'],
    { slug: 'marks_unknown', found: 'content' },
  ],
  [
    'a list of what is received, of a type that nobody receives',
    ['schemas/content/video.json', '"fixed": { "companyId": "*" }', '"fixed": { "received": true }'],
    { slug: 'filter_undeclared', found: 'received' },
  ],
  [
    'a time from that is no time',
    [INTENTION, '"field": "createdAt", "match": "from"', '"field": "resourceName", "match": "from"'],
    { slug: 'parameter_filter', found: 'resourceName' },
  ],
])

test('the check refuses visibility by state in a form', () => {
  const problems = checkReplaced([
    'schemas/forms/profile.json',
    '"properties": {',
    '"properties": { "remark": { "type": "string", "title": "备注", "x-visible": [ { "to": "owner", "states": [ "online" ] } ] },',
  ])
  expect(problems).toContainEqual(expect.objectContaining({ slug: 'visible_form' }))
})

test('the check refuses `takes` of a content type without a parent', () => {
  const problems = checkReplaced(
    written('schemas/content/deliver.json', { takes: { field: 'deliverType', steps: { 2: 'online' } } }),
  )
  expect(problems).toContainEqual(expect.objectContaining({ slug: 'parent_missing' }))
})

test('the field that `takes` reads offers only the values that execute a transition', () => {
  const field = model.contentTypes
    .find(({ name }) => name === 'intentionFeedback')
    ?.fields.find(({ name }) => name === 'feedBackState')
  expect(field?.schema.enum).toEqual(['1', '2', '3', '4'])
})

test('states that are reached by saving, and the states after them, are accepted in x-visible', () => {
  const mobile = '"title": "手机号码", "x-prefill": ["contactMobile", "mobile"]'
  const problems = checkReplaced([
    'schemas/content/radioDeclaration.json',
    mobile,
    `${mobile}, "x-visible": ["owner", { "to": "operator", "states": ["submitted", "handled"] }]`,
  ])
  expect(problems).toEqual([])
})
