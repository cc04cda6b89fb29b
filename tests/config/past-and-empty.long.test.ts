// Checks what the checker says of values that are there and yet never fit: dates that are over, sums of different measures, parameters that are empty, answers that sign nobody in, receivers that nobody is.
import { expect, test } from 'vitest'
import { checkReplaced, type ReplacedCase, testTold } from './check-replaced.ts'

const CASES: readonly ReplacedCase[] = [
  [
    'a deadline that is always over',
    'cell_past',
    [
      'pages-config/law/list.json',
      '"publishDate", "summary"',
      '{ "field": "publishDate", "cell": "deadline" }, "summary"',
    ],
    '显示时均为已截止',
  ],
  [
    'signing in by a call that signs nobody in',
    'then_sign_in',
    ['pages-config/account/change-password.json', '"then": "sign-out"', '"then": "sign-in"'],
    '不返回登录凭证',
  ],
  [
    'a call without the reason that it demands',
    'call_words',
    [
      'pages-config/operator/comment/item.json',
      '"operation": "comments.refuse", "body": { "id": "{item.id}" } },\n      "reason": true,',
      '"operation": "comments.refuse", "body": { "id": "{item.id}" } },\n     ',
    ],
    '必须填写附言',
  ],
  [
    'a parameter that the condition of its section empties',
    'param_emptied',
    [
      'pages-config/equipment/detail.json',
      '"when": { "item.zoneKeys": { "empty": false } }',
      '"when": { "item.zoneKeys": { "empty": true } }',
    ],
    '始终为空',
  ],
  [
    'a sum of pieces and prices',
    'computed_added',
    [
      'schemas/content/intention.json',
      '"times": ["item.quantity", "item.expectPrice"]',
      '"plus": ["item.quantity", "item.expectPrice"]',
    ],
    '两者单位不同',
  ],
  [
    'a notice to applicants where nothing is handed in',
    'notice_receiver',
    [
      'schemas/lifecycles/tender.json',
      '"notify": "takenOffline", "to": ["owner"]',
      '"notify": "takenOffline", "to": ["owner", "applicants"]',
    ],
    '不能写 applicants',
  ],
  [
    'a notice to whose records keep it where none do',
    'notice_receiver',
    [
      'schemas/lifecycles/tender.json',
      '"notify": "takenOffline", "to": ["owner"]',
      '"notify": "takenOffline", "to": ["owner", "holders"]',
    ],
    '不能写 holders',
  ],
  [
    'a choice to be anonymous that comes too late',
    'anonymous_late',
    ['schemas/content/zhihu.json', '"anonymous": "anonymous"', '"anonymous": "solved"'],
    '却要到后续状态才能填写',
  ],
]

testTold(CASES)

test('the check names the mistake at its cause: a step to be taken before what is always over', () => {
  const file = 'schemas/lifecycles/declaration.json'
  const found = checkReplaced(
    [
      'schemas/content/radioDeclaration.json',
      '"x-date": { "notBefore": "form.usePeriodStart", "after"',
      '"x-date": { "notAfter"',
    ],
    [file, '"action": "accept",', '"action": "accept", "ahead": ["usePeriodEnd"],'],
  ).filter((problem) => problem.file === file)
  expect(found).toMatchObject([{ slug: 'ahead_past' }])
  expect(found[0]?.message).toContain('无法办理')
})
