// Tests the check of aggregates and limits: each mistake is found where it stands.
import { describe, expect, test } from 'vitest'
import { COUNTING, checkWith } from '../support/loan.ts'

const TOOL = 'schemas/content/tool.json'
const COURSE = 'schemas/content/course.json'
const SIGN_UP = 'schemas/content/signUp.json'
const LOAN = 'schemas/content/toolLoan.json'
const REPAIR = 'schemas/content/repair.json'
const LIFECYCLE = 'schemas/lifecycles/signUp.json'
// biome-ignore lint/suspicious/noExplicitAny: written configuration, changed at will
type Written = any

function findingsOf(changes: Readonly<Record<string, (written: Written) => void>>): string[] {
  const files = structuredClone(COUNTING) as Written
  for (const [file, change] of Object.entries(changes)) change(files[file])
  const result = checkWith(files)
  return result.ok ? [] : result.problems.map(({ file, slug, message }) => `${file} ${slug}: ${message}`)
}

test('the process in tests/processes/counting is accepted without a finding', () =>
  expect(findingsOf({})).toEqual([]))

describe('an aggregate is refused with', () => {
  test.each<[string, string, (written: Written) => void, string]>([
    [
      'an unknown field',
      TOOL,
      ({ aggregates }) => (aggregates.repairz = { count: 'repair' }),
      'field_unknown: 字段“repairz”',
    ],
    [
      'a text to count in',
      TOOL,
      ({ aggregates }) => (aggregates.title = { count: 'repair' }),
      'aggregate_field: ',
    ],
    [
      'a field that has to be filled in',
      TOOL,
      ({ fields }) => fields.required.push('repairs'),
      'aggregate_field: 字段“维修次数”由系统得出（aggregates），不能必填',
    ],
    [
      'a field that somebody else writes',
      TOOL,
      ({ fields }) => (fields.properties.repairs['x-from'] = 'step'),
      'aggregate_field: 字段“维修次数”由系统得出（aggregates），不能另有来源',
    ],
    [
      'an integer for a sum of numbers',
      TOOL,
      ({ fields }) => (fields.properties.repairCost.type = 'integer'),
      'aggregate_field: 字段“维修费合计”由下级内容得出（aggregates），类型却是 integer：请改为 number',
    ],
    [
      'neither a count nor a sum',
      TOOL,
      ({ aggregates }) => (aggregates.repairs = { states: ['done'] }),
      'aggregate_kind: ',
    ],
    ['an unknown type', TOOL, ({ aggregates }) => (aggregates.repairs.count = 'repare'), '“repare”'],
    [
      'a type that is not below',
      TOOL,
      ({ aggregates }) => (aggregates.repairs.count = 'toolLoan'),
      'aggregate_child: “工具借用”（toolLoan）不是“工具”的下级',
    ],
    [
      'an unknown state',
      TOOL,
      ({ aggregates }) => (aggregates.repairCost.states = ['dun']),
      'state_unknown: “维修”没有状态“dun”',
    ],
    [
      'an unknown field to sum',
      TOOL,
      ({ aggregates }) => (aggregates.repairCost.sum = 'repair.price'),
      'field_unknown: “维修”没有字段“price”',
    ],
    [
      'a text to sum',
      TOOL,
      ({ aggregates }) => (aggregates.repairCost.sum = 'repair.title'),
      'aggregate_sum: ',
    ],
    [
      'a sum of what not everybody reads',
      REPAIR,
      ({ fields }) => (fields.properties.cost['x-visible'] = ['owner']),
      'aggregate_sum: “费用”限定了受众',
    ],
    ['another unit', REPAIR, ({ fields }) => (fields.properties.cost['x-unit'] = '万元'), 'aggregate_unit: '],
  ])('%s', (_title, file, change, expected) =>
    expect(findingsOf({ [file]: change }).join('\n')).toContain(expected),
  )
})

describe('a limit is refused with', () => {
  test.each<[string, string, (written: Written) => void, string]>([
    [
      'an unknown state',
      SIGN_UP,
      ({ limits }) => limits.capacity.states.push('confirmd'),
      'state_unknown: “报名”没有状态“confirmd”',
    ],
    [
      'places that the parent does not have',
      SIGN_UP,
      ({ limits }) => (limits.capacity.places = 'parent.place'),
      'field_unknown: 上级内容“培训”没有字段“place”',
    ],
    [
      'places that are no number',
      SIGN_UP,
      ({ limits }) => (limits.capacity.places = 'parent.title'),
      'limit_places: ',
    ],
    [
      'places without a parent',
      LOAN,
      ({ limits }) => (limits.capacity = { places: 'parent.places', states: ['lent'] }),
      'parent_missing: capacity 用于上级内容',
    ],
    [
      'a limit under a parent that there is not',
      LOAN,
      ({ limits }) => (limits.perPerson.under = 'parent'),
      'parent_missing: under 用于上级内容',
    ],
    [
      'a waiting state that takes a place',
      SIGN_UP,
      ({ limits }) => limits.capacity.states.push('queued'),
      'limit_waiting: 候补状态“候补中”',
    ],
    [
      'an unknown waiting state',
      SIGN_UP,
      ({ limits }) => (limits.capacity.waiting.state = 'queue'),
      'state_unknown: “报名”没有状态“queue”',
    ],
    [
      'a way up that is not there',
      SIGN_UP,
      ({ limits }) => (limits.capacity.waiting.action = 'cancel'),
      'limit_waiting: 从候补状态“候补中”没有名为“cancel”',
    ],
    [
      'a way up that people take',
      LIFECYCLE,
      ({ transitions }) => (transitions[0].by = ['owner']),
      'limit_waiting: 流转“递补”（moveUp）由人办理',
    ],
    [
      'an overlap of something that is no reference',
      LOAN,
      ({ limits }) => (limits.overlap.by = 'title'),
      'limit_overlap: 字段“标题”',
    ],
    [
      'an overlap from what is no date',
      LOAN,
      ({ limits }) => (limits.overlap.from = 'title'),
      'limit_overlap: 字段“标题”的类型是 text',
    ],
    [
      'an overlap from a date to a time',
      LOAN,
      ({ fields }) => (fields.properties.endsOn.format = 'date-time'),
      'limit_overlap: “开始日期”是 date，“归还日期”是 date-time',
    ],
    ['an unknown field', LOAN, ({ limits }) => (limits.overlap.to = 'endOn'), '“endOn”'],
    [
      'an unknown property',
      COURSE,
      ({ aggregates }) => (aggregates.taken.stats = ['confirmed']),
      'key_unknown: ',
    ],
  ])('%s', (_title, file, change, expected) =>
    expect(findingsOf({ [file]: change }).join('\n')).toContain(expected),
  )
})

test('a waiting state counts as reached, and its way up as taken by the system', () => {
  const found = findingsOf({ [SIGN_UP]: ({ limits }) => delete limits.capacity.waiting })
  expect(found.map((line) => line.split(' ')[1]?.replace(':', '')).sort()).toEqual([
    'state_unreachable',
    'transition_nobody',
  ])
})

describe('a field over a reference is refused with', () => {
  const from = (source: string) => (written: Written) =>
    (written.fields.properties.longestLoan['x-from'] = source)
  test.each<[string, (written: Written) => void, string]>([
    [
      'no such reference',
      from('toool.longestLoan'),
      'from_reference: 字段“longestLoan”取自“toool.longestLoan”',
    ],
    ['something that is no reference', from('title.longestLoan'), 'from_reference: '],
    ['no such field there', from('tool.longest'), 'field_unknown: “工具”没有字段“longest”'],
    ['a field of another type', from('tool.title'), 'from_type: '],
    [
      'days that are no number',
      ({ fields }) => (fields.properties.endsOn['x-date'].notAfter = 'form.startsOn+form.title'),
      'date_type: 字段“title”的类型是 text，x-date 加减的天数须取自数值字段',
    ],
  ])('%s', (_title, change, expected) =>
    expect(findingsOf({ [LOAN]: change }).join('\n')).toContain(expected),
  )
})
