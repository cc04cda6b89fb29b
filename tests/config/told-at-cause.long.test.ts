// Tests that a mistake with many consequences is reported once, at its cause.
import { expect, test } from 'vitest'
import { type Change, checkReplaced, expectOnlyIn, testReplaced } from './check-replaced.ts'

const DEMAND = 'schemas/content/demand.json'

/** All that is said is this, there. */
const CASES: readonly (readonly [title: string, changes: readonly Change[], slug: string, said: string])[] = [
  [
    'types that lie under each other',
    [
      [DEMAND, '"lifecycle": "moderated",', '"lifecycle": "moderated", "parent": "schemeId",'],
      [
        DEMAND,
        '"properties": {',
        '"properties": { "schemeId": { "type": "string", "title": "方案", "maxLength": 40, "x-ref": "demandScheme" },',
      ],
      [DEMAND, '"fields": ["title",', '"fields": ["schemeId", "title",'],
    ],
    'parent_ring',
    '均无法提交',
  ],
  [
    'a code of what is taken that is not there',
    [['schemas/content/intentionFeedback.json', '"4": "signed"', '"7": "signed"']],
    'value_unknown',
    '没有取值“7”',
  ],
  [
    'a state of what is taken that is not there',
    [['schemas/content/intentionFeedback.json', '"4": "signed"', '"4": "signed", "5": "canceled"']],
    'state_unknown',
    '您是不是想写“cancelled”',
  ],
  [
    'a notice of another type at a step',
    [['schemas/lifecycles/docking.json', '"notify": "takenOffline"', '"notify": "intentionAnswered"']],
    'notice_other_type',
    '打开的页面“intention/detail”不显示“需求方案”',
  ],
  [
    'a notice of what is the reader’s own at a step of another type',
    [['schemas/lifecycles/tender.json', '"notify": "approved"', '"notify": "schemeWithdrawn"']],
    'notice_about',
    '此处却用于“招标信息”',
  ],
  [
    'a notice for where its step does not end',
    [['schemas/lifecycles/docking.json', '"in": ["online"]', '"in": ["offline"]']],
    'notice_never',
    '“通过并上线”不会到达状态“已下线”',
  ],
  [
    'a notice that quotes what does not happen there',
    [['schemas/content/demand.json', '"notify": "liked"', '"notify": "commented"']],
    'notice_event',
    '该事件却没有此值',
  ],
  [
    'a word that contradicts one of the house',
    [['pages-config/site.json', '{ "not": "供货商", "use": "供应商" }', '{ "not": "登录", "use": "登陆" }']],
    'word_ring',
    '要求将“登陆”写作“登录”',
  ],
  [
    'a word that the whole portal writes',
    [['pages-config/site.json', '{ "not": "上架", "use": "上线" }', '{ "not": "上线", "use": "上架" }']],
    'word_forbidden',
    '若“上线”正确，请改正或删去该规则',
  ],
  [
    'a category under one that is not there',
    [['schemas/parameters/equipment/C0101.json', '"parent": "C01"', '"parent": "C99"']],
    'set_unknown',
    '上级类目“C99”不存在',
  ],
  [
    'a category under one two levels above',
    [['schemas/parameters/equipment/E001.json', '"parent": "C0401"', '"parent": "C04"']],
    'set_parent',
    '上级须在第 2 级',
  ],
  [
    'a category under one of its own level',
    [['schemas/parameters/equipment/C0101.json', '"parent": "C01"', '"parent": "C0202"']],
    'set_parent',
    '上级须在第 1 级',
  ],
  [
    'a category under none',
    [['schemas/parameters/equipment/C0101.json', '"parent": "C01", ', '']],
    'set_parent',
    '须用 parent 写明',
  ],
  [
    'a category under what is below it',
    [['schemas/parameters/equipment/C01.json', '"title"', '"parent": "C0101",\n  "title"']],
    'set_ring',
    '最上一级的类目请去掉 parent',
  ],
]

testReplaced('the check names the mistake at its cause: %s', CASES, {
  changes: ([, changes]) => changes,
  holds: ([, changes, slug, said], found, beside) => {
    const [[file] = ['']] = changes
    const own = found.filter((problem) => problem.file === file)
    expect(own.map((problem) => problem.slug)).toEqual([slug])
    expect(own[0]?.message).toContain(said)
    expectOnlyIn(
      beside.map(([, [[changed] = ['']]]) => changed),
      found,
    )
  },
})

test('a wrong x-ref that is no parent is reported at the field and not for each sample', () => {
  const file = 'schemas/content/equipment.json'
  const found = checkReplaced([file, '"x-ref": "company"', '"x-ref": "demand"'])
  expect(found).toContainEqual(
    expect.objectContaining({ file, slug: 'reference_other', expected: 'company' }),
  )
  expect(found.filter((problem) => problem.file.startsWith('schemas/samples/'))).toEqual([])
})

test('a wrong x-ref of the parent is reported at the field and not for each sample', () => {
  const file = 'schemas/content/intention.json'
  const found = checkReplaced([file, '"x-ref": "equipment"', '"x-ref": "company"'])
  expect(found.filter((problem) => problem.file === file)).toMatchObject([
    { slug: 'parent_other', expected: 'equipment' },
  ])
  expect(found.filter((problem) => problem.file.startsWith('schemas/samples/'))).toEqual([])
})
