// Holds what the checker says of values that are there and yet never fit: dates that are over, sums of different measures, parameters that are empty, answers that sign nobody in, receivers that nobody is.
import { expect, test } from 'vitest'
import { type Change, checkReplaced } from './check-replaced.ts'

const CASES: readonly (readonly [slug: string, change: Change, file: string, said: string])[] = [
  [
    'cell_past',
    [
      'pages-config/price/list.json',
      '"sourceDate",\n    "warrantyMonths"',
      '{ "field": "sourceDate", "cell": "deadline" },\n    "warrantyMonths"',
    ],
    'pages-config/price/list.json',
    '每一条都是已截止',
  ],
  [
    'ahead_past',
    ['schemas/lifecycles/mission.json', '"rallyTime"', '"occurTime"'],
    'schemas/lifecycles/mission.json',
    '每次都会被拒绝',
  ],
  [
    'then_sign_in',
    ['pages-config/account/change-password.json', '"then": "sign-out"', '"then": "sign-in"'],
    'pages-config/account/change-password.json',
    '不返回登录凭证',
  ],
  [
    'call_words',
    [
      'pages-config/operator/comment/item.json',
      '"operation": "comments.refuse", "body": { "id": "{item.id}" } },\n      "reason": true,\n',
      '"operation": "comments.refuse", "body": { "id": "{item.id}" } },\n',
    ],
    'pages-config/operator/comment/item.json',
    '必须有附言',
  ],
  [
    'param_emptied',
    [
      'pages-config/equipment/detail.json',
      '"when": { "item.zoneKeys": { "empty": false } }',
      '"when": { "item.zoneKeys": { "empty": true } }',
    ],
    'pages-config/equipment/detail.json',
    '总是空的',
  ],
  [
    'computed_added',
    [
      'schemas/content/intention.json',
      '"times": [ "item.quantity", "item.expectPrice" ]',
      '"plus": [ "item.quantity", "item.expectPrice" ]',
    ],
    'schemas/content/intention.json',
    '不是同一种量',
  ],
  [
    'notice_receiver',
    [
      'schemas/lifecycles/tender.json',
      '"notify": "takenOffline", "to": [ "owner" ]',
      '"notify": "takenOffline", "to": [ "owner", "applicants" ]',
    ],
    'schemas/lifecycles/tender.json',
    '不会有 applicants',
  ],
  [
    'anonymous_late',
    ['schemas/content/zhihu.json', '"anonymous": "anonymous"', '"anonymous": "solved"'],
    'schemas/content/zhihu.json',
    '发布时总是不匿名',
  ],
]

test.each(CASES)('%s', (slug, change, file, said) => {
  const [first, ...others] = checkReplaced(change)
  expect([first?.slug, first?.file, first?.message]).toEqual([slug, file, expect.stringContaining(said)])
  expect(others.length).toBeLessThan(3)
})
