// Tests that slips of copying, closing and naming are reported once, at their location, with advice.
import { expect, test } from 'vitest'
import type { Problem } from '#config/load/problem.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { portalFiles } from '../support/portal-files.ts'
import { type Change, checkReplaced, expectOnlyIn, testReplaced } from './check-replaced.ts'

const SITE = 'pages-config/site.json'
const DECLARATION = 'schemas/lifecycles/declaration.json'
const DEMAND = 'schemas/content/demand.json'
const WORD = '{ "not": "下架", "use": "下线" }'

/** All that is said is this, there. */
const CASES: readonly (readonly [title: string, change: Change, slug: string, said: string])[] = [
  [
    'a way to sign in that was copied and asks the form of another one',
    ['pages-config/account/sign-in.json', '"form": "signInSms"', '"form": "signIn"'],
    'way_twice',
    '“短信验证码登录”与“账号密码登录”填的是同一张表单“signIn”',
  ],
  [
    'answers of a demo account without the form that they are of',
    ['schemas/roles.json', '"form": "registerSupplier",\n          "answers"', '"answers"'],
    'demo_form',
    '请补上 "form": "registerSupplier"',
  ],
  [
    'a page that is called by blanks',
    ['pages-config/demand/list.json', '"title": "需求对接"', '"title": "  "'],
    'text_blank',
    '这里只有空白，什么也没有写',
  ],
  [
    'who is told, in a slip of the pen',
    [DEMAND, '"followers"', '"folowers"'],
    'value_unknown',
    '您是不是想写“followers”？',
  ],
  [
    'how a list is shown, in a slip of the pen',
    ['pages-config/demand/list.json', '"view": "ledger"', '"view": "legder"'],
    'value_unknown',
    '您是不是想写“ledger”？',
  ],
  [
    'a number where a field or an object is named',
    [DEMAND, '"areaServed": "region"', '"areaServed": 5'],
    'type_wrong',
    '类型不对：此处应为文字或对象',
  ],
  [
    'a tab of a topic that no sample is',
    ['pages-config/home.json', '"T02"', '"T22"'],
    'sample_id_unknown',
    '没有编号为“T22”的，这里没有内容可列：请改为有的编号。您是不是想写“T02”？',
  ],
  [
    'a word that is forbidden and recommended',
    [SITE, WORD, '{ "not": "下架", "use": "下架" }'],
    'word_ring',
    '不能写的和该写的都是“下架”',
  ],
  [
    'a recommended word that has the forbidden one in it',
    [SITE, WORD, '{ "not": "下架", "use": "下架了" }'],
    'word_ring',
    '用 except 写明“下架了”可以写',
  ],
  [
    'a call that fewer may read than open two pages',
    ['schemas/api/stat.json', '"access": "anyone"', '"access": "registered"'],
    'source_access',
    '有 2 个页面却让更多的人打开并读取它：若他们也该读到，请放宽这里的 access；否则请给那些区块写 when',
  ],
  [
    'a time zone that is a slip of the pen',
    [SITE, '"Asia/Shanghai"', '"Asia/Shangai"'],
    'site_zone_unknown',
    '您是不是想写“Asia/Shanghai”？',
  ],
  [
    'a field above of another name',
    ['schemas/content/intention.json', '"parent.contactPhone"', '"parent.contactMobile"'],
    'field_unknown',
    '您是不是想写“parent.contactPhone”？',
  ],
  [
    'a grant that nobody holds any more',
    ['schemas/roles.json', '"grants": ["moderate", "administer"', '"grants": ["administer"'],
    'grant_unheld',
    '却要靠它（grant:moderate）：请在 roles 中把它授予该有的角色',
  ],
  [
    'a step that nobody takes',
    [DECLARATION, '"by": ["operator"]', '"by": []'],
    'transition_nobody',
    '没有人可以执行流转“受理”',
  ],
  [
    'a placeholder in the question before a step, which nobody fills in',
    [
      'pages-config/demand/detail.json',
      '"confirm": "对接进度改为“对接中”',
      '"confirm": "{item.title}对接进度改为“对接中”',
    ],
    'placeholder_unread',
    '这里不代入占位符，读者看到的就是“{item.title}”这几个字',
  ],
  [
    'a field that waits for one which does not appear then',
    [
      DEMAND,
      '"unit": { "form.demandType": ["1", "3", "5"] }',
      '"unit": { "form.quantity": { "empty": false }, "form.demandType": ["2"] }',
    ],
    'condition_never',
    '“unit”永远不会出现：它的条件要看“quantity”的填写，而那些字段在这时并不出现',
  ],
  [
    'a field that is asked twice',
    [
      DEMAND,
      '"fields": ["technicalRequirement", "scene"',
      '"fields": ["technicalRequirement", "title", "scene"',
    ],
    'step_duplicate',
    'title',
  ],
  [
    'a category of a zone that is none',
    ['zones-config/flood.json', '"category": "C04"', '"category": "C40"'],
    'given_code',
    '值“C40”不在字典',
  ],
  [
    'a button of a step that is none',
    ['pages-config/bidding/detail.json', '"transition": "online"', '"transition": "reject"'],
    'action_endpoint',
    '中也没有这条流转，可用：submit、online',
  ],
  [
    'a button of a step that is a slip of the pen',
    ['pages-config/bidding/detail.json', '"transition": "online"', '"transition": "onlime"'],
    'action_endpoint',
    '您是不是想写“online”？',
  ],
  [
    'a parameter of a category that is written wrongly',
    ['schemas/parameters/equipment/E001.json', '"x-better": "high"', '"x-better": "higher"'],
    'value_unknown',
    '可用：high、low',
  ],
]

testReplaced('the check names the mistake at its cause: %s', CASES, {
  changes: ([, change]) => [change],
  holds: ([, [file], slug, said], found, beside) => {
    const own = found.filter((problem) => problem.file === file)
    expect(own.map((problem) => problem.slug)).toEqual([slug])
    expect(own[0]?.message).toContain(said)
    expectOnlyIn(
      beside.map(([, [changed]]) => changed),
      found,
    )
  },
})

test('source_access for an operation names the affected pages and the line of its access', () => {
  const file = 'schemas/api/stat.json'
  const [found] = checkReplaced([file, '"access": "anyone"', '"access": "registered"'])
  const lines = (portalFiles().get(file) ?? '').split('\n')
  expect(lines[(found?.line ?? 0) - 1]).toContain('"access"')
  expect(found?.also?.map((place) => place.file).sort()).toEqual([
    'pages-config/about/us.json',
    'pages-config/home.json',
  ])
})

test('source_access for one page lists every remedy except closing a page that everybody needs', () => {
  const [closed] = checkReplaced([
    'schemas/api/account.json',
    '"access": "registered"',
    '"access": "operator"',
  ])
  expect(closed?.message).toContain('在 schemas/api/account.json 中放宽“account.profile”的 access')
  expect(closed?.message).toContain('请把页面的 access 写成与操作一致')
  const home = 'pages-config/home.json'
  const [opened] = checkReplaced([
    home,
    '"sections": [',
    '"sections": [{ "widget": "item-list", "title": "待我办理", "source": "userPage.todo", "more": "account/todo" },',
  ])
  expect(opened).toMatchObject({ file: home, slug: 'source_access' })
  expect(opened?.message).toContain('请给它写 when')
  expect(opened?.message).not.toContain('请把页面的 access')
})

test('a city that is no time zone is refused without the suggestion of another city', () => {
  const found = checkReplaced([SITE, '"Asia/Shanghai"', '"Asia/Beijing"'])
  expect(found).toMatchObject([{ slug: 'site_zone_unknown' }])
  expect(found[0]?.message).toMatch(/如 Asia\/Shanghai$/)
})

test('a placeholder of a notice that is wrong for many types is reported once, without more locations', () => {
  const found = checkReplaced(['schemas/notices/takenOffline.json', '{event.reason}', '{event.resaon}'])
  expect(found).toMatchObject([{ slug: 'notice_placeholder' }])
  expect(found[0]?.message).toMatch(/您是不是想写“reason”？$/)
  expect(found[0]).not.toHaveProperty('also')
})

test('the messages about a duplicate code suggest each code once', () => {
  const file = 'schemas/dictionaries/demandType.json'
  const found = checkReplaced([file, '"value": "3"', '"value": "2"'])
  expect(found[0]).toMatchObject({ file, slug: 'value_duplicate' })
  for (const { message } of found) expect(message).not.toMatch(/2”?、“?2/)
})

test('a transition that nobody may execute is reported alone, without its operation', () => {
  const found = checkReplaced([
    DECLARATION,
    '"to": "cancelled",\n      "by": ["owner"]',
    '"to": "cancelled",\n      "by": []',
  ])
  expect(found.map(({ slug }) => slug)).toEqual(['transition_nobody'])
})

function checkWith(file: string, text: string): readonly Problem[] {
  const result = checkConfiguration(portalFiles().set(file, text))
  return result.ok ? result.warnings : result.problems
}

test('a copied parameter set is reported as title_twice', () => {
  const file = 'schemas/parameters/equipment/E999.json'
  const found = checkWith(file, portalFiles().get('schemas/parameters/equipment/E001.json') ?? '')
  expect(found).toMatchObject([{ file, slug: 'title_twice' }])
  expect(found[0]?.message).toContain('“E999”与“E001”都叫“垂直式供排水抢险车”')
})

const MIGRATION = 'schemas/migrations/2026-11.json'
const migration = (steps: readonly object[]) =>
  JSON.stringify({ $schema: '../config/migration.schema.json', title: '试一次', steps })
const ARCHIVE = { archive: 'field', in: 'demand', name: 'budget' }

test('a migration that archives or keeps what still exists is reported as a warning', () => {
  const found = checkWith(MIGRATION, migration([ARCHIVE, { keep: 'page', name: 'demand/list' }]))
  expect(found).toMatchObject([
    { file: MIGRATION, slug: 'migration_present', severity: 'warning', found: 'budget' },
    { file: MIGRATION, slug: 'migration_present', severity: 'warning', found: 'demand/list' },
  ])
})

test('a migration that archives a field is accepted when another field takes the name', () => {
  const renamed = { rename: 'field', in: 'demand', from: 'cost', to: 'budget' }
  expect(checkWith(MIGRATION, migration([ARCHIVE, renamed]))).toEqual([])
})

test('a pattern without an upper length is reported by its minimum only', () => {
  const problems = checkReplaced([
    DEMAND,
    '"title": "计量单位", "maxLength": 8',
    '"title": "计量单位", "maxLength": 8, "pattern": "^.{10,}$"',
  ])
  const told = problems.find(({ slug }) => slug === 'limits_contradict')?.message
  expect(told).toContain('格式（pattern）要至少 10 个字，长度限制（0 至 8）却不许')
})
