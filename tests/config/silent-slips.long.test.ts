// Tests the check of mistakes between valid files: readers, units, pages and samples.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { HANDLED_OPERATIONS } from '#shared/calls/handled-operations.ts'
import { portalFiles } from '../support/portal-files.ts'
import { checkReplaced, type ReplacedCase, testTold } from './check-replaced.ts'

const CASES: readonly ReplacedCase[] = [
  [
    'a description of a format where none is asked for',
    'value_limit',
    ['schemas/content/equipment.json', '"title": "型号",', '"title": "型号", "description": "两段",'],
    '“description”与“pattern”须同时写明，缺少“pattern”',
  ],
  [
    'a party that is to act on what it does not read',
    'transition_unread',
    [
      'schemas/lifecycles/negotiation.json',
      '"to": "agreed", "by": ["parent.owner"]',
      '"to": "agreed", "by": ["party:intentSellerId"]',
    ],
    '状态“待反馈”的内容，承担方看不到（readers）',
  ],
  [
    'one page for two purposes of the program',
    'site_page_twice',
    ['pages-config/site.json', '"missing": "status/not-found"', '"missing": "status/not-allowed"'],
    'refused 与 missing 是同一页面“status/not-allowed”',
  ],
  [
    'a list for everybody of what only some may read',
    'fixed_unread',
    ['schemas/content/demand.json', '"fixed": { "status": "online" }', '"fixed": { "status": "offline" }'],
    '（可查看：发布者本人、运营人员、审核人员）',
  ],
  [
    'a unit that is another one than in the categories beside it',
    'parameter_unit',
    ['schemas/parameters/equipment/E001.json', '"x-unit": "m³/h"', '"x-unit": "L/s"'],
    '却用 m³/h，且数值范围相近：请改为 m³/h',
  ],
  [
    'a type and an id that together name no item',
    'sample_reference',
    ['schemas/samples/report.json', '"dataId": "ZH001"', '"dataId": "ZH999"'],
    '所指的“ZH999”不在示例 zhihu',
  ],
  [
    'an id that is one of another type',
    'sample_reference',
    ['schemas/samples/report.json', '"dataId": "ZH001"', '"dataId": "VD001"'],
    'dataType 应写“video”',
  ],
]

testTold(CASES)

test('a console page that is open to everybody is reported once, and its child pages are not', () => {
  const home = 'pages-config/operator/home.json'
  const found = checkReplaced([home, '  "access": ["operator", "auditor"], ', '  '])
  expect(found[0]).toMatchObject({ file: home, slug: 'surface_public' })
  expect(found.filter(({ severity }) => severity === 'error')).toHaveLength(1)
})

test('an operation without a handler is reported at its declaration, not where pages call it', () => {
  const file = 'schemas/api/progress.json'
  const found = checkReplaced([file, '"query": {', '"queries": {'])
  expect(found.map((problem) => [problem.file, problem.slug])).toEqual([[file, 'operation_unhandled']])
  expect(found[0]?.message).toContain('程序处理的是“progress.query”')
})

test('HANDLED_OPERATIONS equals the declared operations outside content types and registrations', () => {
  const result = checkConfiguration(portalFiles())
  const own = result.ok
    ? result.model.operations.filter(({ content, registers }) => !content && !registers)
    : []
  expect([...HANDLED_OPERATIONS].sort()).toEqual(own.map(({ id }) => id).sort())
})
