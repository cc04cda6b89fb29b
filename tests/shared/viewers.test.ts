// Checks the words for who sees a field.
import { expect, test } from 'vitest'
import { type Viewer, viewersTitle } from '#shared/access/field-read-access.ts'

const ROLES = [
  { name: 'operator', title: '运营人员', grants: [] },
  { name: 'auditor', title: '审核人员', grants: [] },
  { name: 'expert', title: '专家', grants: [] },
]

test.each<[string, readonly Viewer[], string]>([
  ['one group', ['registered'], '仅已登录用户可见'],
  ['the owner and one role', ['owner', 'operator'], '仅发布者本人和运营人员可见'],
  ['three', ['owner', 'operator', 'auditor'], '仅发布者本人、运营人员和审核人员可见'],
  ['more than three', ['owner', 'operator', 'auditor', 'expert'], '仅发布者本人、运营人员、审核人员等可见'],
  ['both sides', ['owner', 'parent.owner', 'operator', 'auditor'], '仅双方可见'],
  ['partners', ['owner', 'partner', 'operator'], '达成合作后可见'],
  [
    'a party from a state on',
    ['owner', { to: 'parent.owner', states: ['talking', 'signed'], titles: ['同意洽谈', '已签约'] }],
    '同意洽谈后可见',
  ],
  [
    'a party from a state on whose name says that it is over',
    ['owner', { to: 'parent.owner', states: ['paired'], titles: ['已结对'] }],
    '结对后可见',
  ],
])('the viewers of a field are described in Chinese: %s', (_, viewers, words) => {
  expect(viewersTitle(viewers, ROLES)).toBe(words)
})
