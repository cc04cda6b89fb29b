// Tests the check of reversed dates, limits in the past and misplaced `x-unique`.
import { expect, test } from 'vitest'
import { checkReplaced, type ReplacedCase, testTold } from './check-replaced.ts'

const DEMAND = 'schemas/content/demand.json'
const INTENTION = 'schemas/content/intention.json'
const DAYS_LEFT = '[ "today", "item.expectDate" ]'

const CASES: readonly ReplacedCase[] = [
  [
    'an end that lies before its beginning',
    'date_reversed',
    [
      'schemas/content/research.json',
      '"x-date": { "notBefore": "form.startDate" }',
      '"x-date": { "notAfter": "form.startDate" }',
    ],
    '“结束日期”要不晚于“起始日期”',
  ],
  [
    'the same inside rows',
    'date_reversed',
    ['schemas/content/unveilingResearch.json', '"notBefore": "form.start"', '"notAfter": "form.start"'],
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
    ['schemas/content/exhibition.json', '"notBefore": "form.startDate"', '"notAfter": "form.startDate"'],
    '日程不能从“startDate”到“endDate”',
  ],
  [
    'a deadline that is over whenever it is written',
    'soonest_past',
    [DEMAND, '"notBefore": "today", "notAfter": "today+5y"', '"notAfter": "today", "notBefore": "today-5y"'],
    '填下时就已截止',
  ],
  [
    'an order that hardly any sample keeps',
    'rule_samples',
    ['schemas/content/company.json', '"notMore": "form.employees"', '"notLess": "form.employees"'],
    '可能是这条规定写反了',
  ],
  [
    'a reminder before what is over',
    'remind_past',
    [
      DEMAND,
      '{"notBefore": "today", "notAfter": "today+5y"},\n        "x-filter": true,\n        "x-sort": "soonest"',
      '{"notAfter": "today"}',
    ],
    '在它之前提醒（due）永远不会发生',
  ],
  [
    'days that are counted back from what is to come',
    'days_turned',
    [INTENTION, DAYS_LEFT, '[ "item.expectDate", "today" ]'],
    '前者却只能填今天及以后',
  ],
  [
    'days over that are counted ahead',
    'days_turned',
    [INTENTION, '"title": "距交付"', '"title": "逾期天数"'],
    '说的却是过了多久',
  ],
  [
    'a choice of few that nothing else may hold',
    'annotation_type',
    [
      'schemas/content/company.json',
      '"x-dict": "unitLeadingNature" }',
      '"x-dict": "unitLeadingNature", "x-unique": true }',
    ],
    'x-unique 只能用于',
  ],
  [
    'a place that many share and that nothing else may hold',
    'unique_few',
    [
      'schemas/content/company.json',
      '"title": "所在地区", "x-filter": true',
      '"title": "所在地区", "x-filter": true, "x-unique": true',
    ],
    '许多条内容本来就有同样的值',
  ],
  [
    'yes and no that nothing else may hold',
    'annotation_type',
    [
      'schemas/content/company.json',
      '"title": "央企", "x-filter": true',
      '"title": "央企", "x-filter": true, "x-unique": true',
    ],
    'x-unique 只能用于',
  ],
  [
    'an order by figures of several units',
    'sort_units',
    [
      'schemas/content/equipment.json',
      '"title": "参考价",\n',
      '"title": "参考价",\n        "x-sort": true,\n',
    ],
    '单位随“价格单位”',
  ],
]

testTold(CASES)

test.each([
  [
    'what is handed in until a day that is over',
    'until_past',
    'schemas/content/unveilingList.json',
    '"notBefore": "today"',
    'schemas/content/unveilingResearch.json',
  ],
  [
    'a step that is due on a day that is over',
    'due_past',
    'schemas/content/rescueMission.json',
    '"notBefore": "now"',
    'schemas/lifecycles/mission.json',
  ],
])('the check reports a limit in the past: %s', (_title, slug, file, from, told) => {
  const found = checkReplaced([file, from, '"notAfter": "today"'])
  expect(found).toContainEqual(expect.objectContaining({ file: told, slug }))
})
