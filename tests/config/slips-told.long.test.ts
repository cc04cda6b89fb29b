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
    '“短信验证码登录”与“账号密码登录”使用同一表单“signIn”',
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
    '值只有空白',
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
    '示例中没有编号“T22”：请改为已有的编号。您是不是想写“T02”？',
  ],
  [
    'a word that is forbidden and recommended',
    [SITE, WORD, '{ "not": "下架", "use": "下架" }'],
    'word_ring',
    'not 与 use 都是“下架”',
  ],
  [
    'a recommended word that has the forbidden one in it',
    [SITE, WORD, '{ "not": "下架", "use": "下架了" }'],
    'word_ring',
    '在 except 中写明“下架了”',
  ],
  [
    'a call that fewer may read than open two pages',
    ['schemas/api/stat.json', '"access": "anyone"', '"access": "registered"'],
    'source_access',
    '却有 2 个页面对更多受众开放并读取该接口：若其也应能读取，请放宽此处的 access；否则请为相关区块写 when',
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
    '却要求该授权（grant:moderate）：请在 roles 中授予相应的角色',
  ],
  [
    'a step that nobody takes',
    [DECLARATION, '"by": ["operator"]', '"by": []'],
    'transition_nobody',
    '流转“受理”无人可以执行',
  ],
  [
    'a placeholder in the question before a step, which nobody fills in',
    [
      'pages-config/demand/detail.json',
      '"confirm": "对接进度改为“对接中”',
      '"confirm": "{item.title}对接进度改为“对接中”',
    ],
    'placeholder_unread',
    '此处不支持占位符，会原样显示“{item.title}”',
  ],
  [
    'a field that waits for one which does not appear then',
    [
      DEMAND,
      '"unit": { "form.demandType": ["1", "3", "5"] }',
      '"unit": { "form.quantity": { "empty": false }, "form.demandType": ["2"] }',
    ],
    'condition_never',
    '“unit”不会出现：其条件取决于“quantity”，而此时后者不出现',
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
  expect(closed?.message).toContain('请将页面的 access 改为与操作一致')
  const home = 'pages-config/home.json'
  const [opened] = checkReplaced([
    home,
    '"sections": [',
    '"sections": [{ "widget": "item-list", "title": "待我办理", "source": "userPage.todo", "more": "account/todo" },',
  ])
  expect(opened).toMatchObject({ file: home, slug: 'source_access' })
  expect(opened?.message).toContain('请写 when')
  expect(opened?.message).not.toContain('请将页面的 access')
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
  expect(found[0]?.message).toContain('“E999”与“E001”的名称都是“垂直式供排水抢险车”')
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
  expect(told).toContain('格式（pattern）要求至少 10 个字，与长度限制（0 至 8）矛盾')
})
