// Tests the check of reversed dates, limits in the past and misplaced `x-unique`.
import { expect, test } from 'vitest'
import { type Change, checkReplaced, type ReplacedCase, testTold } from './check-replaced.ts'

const DEMAND = 'schemas/content/demand.json'
const INTENTION = 'schemas/content/intention.json'
const DAYS_LEFT = '["today", "item.expectDate"]'

const CASES: readonly ReplacedCase[] = [
  [
    'an end that lies before its beginning',
    'date_reversed',
    [
      'schemas/content/radioDeclaration.json',
      '"notBefore": "form.usePeriodStart"',
      '"notAfter": "form.usePeriodStart"',
    ],
    '“申请使用期限止”要不晚于“申请使用期限起”',
  ],
  [
    'the same inside rows',
    'date_reversed',
    [
      'schemas/content/video.json',
      '"time": {',
      '"start": { "type": "string", "title": "开始", "format": "date" }, "end": { "type": "string", "title": "结束", "format": "date", "x-date": { "notAfter": "form.start" } }, "time": {',
    ],
    '“结束”要不晚于“开始”',
  ],
  [
    'the same in a form',
    'date_reversed',
    ['schemas/forms/delegation.json', '"notBefore": "form.fromDay"', '"before": "form.fromDay"'],
    '开始与结束写反了：请写 after',
  ],
  [
    'an end that the calendar contradicts',
    'calendar_order',
    [
      'schemas/content/bidding.json',
      '{ "title": "投标截止", "from": "bidDeadline" }',
      '{ "title": "投标截止", "from": "openTime", "to": "bidDeadline" }',
    ],
    '日程却从“openTime”到“bidDeadline”',
  ],
  [
    'a deadline that is over whenever it is written',
    'soonest_past',
    [DEMAND, '"notBefore": "today", "notAfter": "today+5y"', '"notAfter": "today", "notBefore": "today-5y"'],
    '填写时即已截止',
  ],
  [
    'an order that hardly any sample keeps',
    'rule_samples',
    ['schemas/content/company.json', '"notMore": "form.employees"', '"notLess": "form.employees"'],
    '请检查该规则是否写反',
  ],
  [
    'a reminder before what is over',
    'remind_past',
    [
      DEMAND,
      '{ "notBefore": "today", "notAfter": "today+5y" },\n        "x-filter": true, "x-sort": "soonest"',
      '{ "notAfter": "today" }',
    ],
    '在该日期之前的提醒（due）不会发出',
  ],
  [
    'days that are counted back from what is to come',
    'days_turned',
    [INTENTION, DAYS_LEFT, '["item.expectDate", "today"]'],
    '前者却只能填今天及以后',
  ],
  [
    'days over that are counted ahead',
    'days_turned',
    [INTENTION, '"title": "距交付"', '"title": "逾期天数"'],
    '名称指已过的天数',
  ],
  [
    'a choice of few that nothing else may hold',
    'annotation_type',
    [
      'schemas/content/company.json',
      '"x-dict": "typesOfEnterprises",',
      '"x-dict": "typesOfEnterprises", "x-unique": true,',
    ],
    'x-unique 只能用于',
  ],
  [
    'a place that many share and that nothing else may hold',
    'unique_few',
    [
      DEMAND,
      '"title": "使用地区", "x-filter": true',
      '"title": "使用地区", "x-filter": true, "x-unique": true',
    ],
    '不同内容的值本可相同',
  ],
  [
    'yes and no that nothing else may hold',
    'annotation_type',
    [
      'schemas/content/company.json',
      '"title": "重点企业", "x-filter": true',
      '"title": "重点企业", "x-filter": true, "x-unique": true',
    ],
    'x-unique 只能用于',
  ],
  [
    'an order by figures of several units',
    'sort_units',
    ['schemas/content/equipment.json', '"title": "参考价",', '"title": "参考价", "x-sort": true,'],
    '单位随“价格单位”',
  ],
]

testTold(CASES)

const NEGOTIATION = 'schemas/lifecycles/negotiation.json'
/** A step that the system takes on the day that the buyer wishes for. */
const LAPSE: Change = [
  NEGOTIATION,
  '"transitions": [',
  '"transitions": [ { "action": "close", "title": "逾期未反馈", "from": ["waiting"], "to": "cancelled", "by": [], "due": { "field": "expectDate" } },',
]

test('a step that is due on a day to come is accepted', () => {
  expect(checkReplaced(LAPSE)).toEqual([])
})

test.each<[string, string, string, readonly Change[]]>([
  [
    'what is handed in until a day that is over',
    'until_past',
    'schemas/content/demandScheme.json',
    [[DEMAND, '"notBefore": "today", "notAfter": "today+5y"', '"notAfter": "today"']],
  ],
  [
    'a step that is due on a day that is over',
    'due_past',
    NEGOTIATION,
    [LAPSE, [INTENTION, '"after": "today", "notAfter": "today+5y"', '"notAfter": "today"']],
  ],
])('the check reports a limit in the past: %s', (_title, slug, told, changes) => {
  const found = checkReplaced(...changes)
  expect(found).toContainEqual(expect.objectContaining({ file: told, slug }))
})
