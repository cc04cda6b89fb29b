// Tests the check of notices: names, placeholders, receivers, pages, events and settings.
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { NOTE_FILE } from '../server/support/small-configuration.ts'
import { baseFiles, FORM_PAGE_FILE, LIFECYCLE_FILE, type Written } from './language-case.ts'

const NOTICE_FILE = 'schemas/notices/judged.json'
const NOTICE = {
  $schema: '../config/notice.schema.json',
  title: '“{item.title}”：{event.state}',
  text: '您的{event.type}“{item.title}”（{item.mood}）：{event.state}。{event.words}：{event.reason}',
  kind: '2',
  channels: ['portal', 'sms'],
  open: { page: 'note/detail', params: { id: '{item.id}' } },
}
const TO_OWNER = { notify: 'judged', to: ['owner'] }

async function check(changes: Readonly<Record<string, (written: Written) => unknown>>) {
  const files = await baseFiles()
  files.set(NOTICE_FILE, JSON.stringify(NOTICE))
  const lifecycle: Written = JSON.parse(files.get(LIFECYCLE_FILE) ?? '')
  lifecycle.transitions[0].do = [TO_OWNER]
  lifecycle.transitions[0].reason = { title: '审核意见', optional: true }
  files.set(LIFECYCLE_FILE, JSON.stringify(lifecycle))
  for (const [file, change] of Object.entries(changes))
    files.set(file, JSON.stringify(change(JSON.parse(files.get(file) ?? 'null'))))
  const result = checkConfiguration(files)
  const problems = result.ok ? result.warnings : result.problems
  return { model: result.ok ? result.model : undefined, problems }
}

const notice = (more: object) => ({ [NOTICE_FILE]: () => ({ ...NOTICE, ...more }) })
/** The first transition, or the named one, does `deed` too. */
const step = (deed: object, at = 0) => ({
  [LIFECYCLE_FILE]: (l: Written) => {
    l.transitions[at].do = [...(l.transitions[at].do ?? []), deed]
    return l
  },
})
const event = (events: object) => ({ [NOTE_FILE]: (n: Written) => ({ ...n, events }) })

test('a valid notice is compiled with its page, kind and channels, always including the portal channel', async () => {
  const { model, problems } = await check({})
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(model?.notices).toMatchObject([{ id: 'judged', kind: '2', channels: ['portal', 'sms'] }])
  expect(model?.notices[0]?.open).toMatchObject({ path: '/note' })
  expect((await check(notice({ channels: ['mail'] }))).model?.notices[0]?.channels).toEqual([
    'portal',
    'mail',
  ])
})

test('notices that go out to webhooks are the values of a dictionary, without the values of items', async () => {
  const { model } = await check(notice({ title: '{event.type}“{item.title}”已处理', channels: ['webhook'] }))
  expect(model?.dictionaries.find(({ name }) => name === 'webhookEvent')?.items).toMatchObject([
    { value: 'judged', label: '已处理（judged）' },
  ])
})

describe('settings of a content type that notices read', () => {
  const OF = { loud: { type: 'boolean', default: true } }
  const settings = (of: object = OF, more: object = {}) => ({
    [NOTE_FILE]: (n: Written) => {
      const key = { type: 'string', title: '名称', maxLength: 40, 'x-unique': true, ...more }
      const value = { type: 'string', title: '取值', maxLength: 40, 'x-settings': { by: 'form.key', of } }
      Object.assign(n.fields.properties, { key, value })
      n.fields.required.push('key')
      return n
    },
  })
  const slugs = async (changes: Parameters<typeof check>[0]) =>
    (await check(changes)).problems
      .map(({ slug }) => slug)
      .filter((slug) => /setting|default_refused|notice_only/.test(slug))
  const only = notice({ only: { sms: 'note.loud' } })
  test.each<[string, Parameters<typeof check>[0], string[]]>([
    ['one that a notice names', { ...settings(), ...only }, []],
    ['one that nothing reads', settings(), ['setting_unread']],
    [
      'an unknown one',
      { ...settings(), ...notice({ only: { sms: 'note.lout' } }) },
      ['setting_unknown', 'setting_unread'],
    ],
    [
      'one that is no yes or no',
      { ...settings({ loud: { type: 'integer', default: 3 } }), ...only },
      ['setting_unknown'],
    ],
    [
      'a default out of its range',
      { ...settings({ loud: { type: 'boolean', default: 3 } }), ...only },
      ['default_refused'],
    ],
    [
      'one in a broken file, whose readers are not told',
      { ...settings({ loud: { type: 'boolean' } }), ...only },
      [],
    ],
    [
      'names that may be there twice',
      { ...settings(OF, { 'x-unique': false }), ...only },
      ['setting_names', 'setting_unknown'],
    ],
    [
      'a way that the notice does not go',
      { ...settings(), ...notice({ only: { sms: 'note.loud' }, channels: ['mail'] }) },
      ['notice_only'],
    ],
  ])('are read from the content type: %s', async (_, changes, expected) => {
    expect((await slugs(changes)).sort()).toEqual(expected)
  })
})

type Case = readonly [slug: string, changes: Parameters<typeof check>[0], said: string]

const CASES: readonly Case[] = [
  ['notice_unknown', step({ notify: 'judgd', to: ['owner'] }), '通知“judgd”不存在。您是不是想写“judged”'],
  ['notice_placeholder', notice({ text: '{item.titel}' }), '您是不是想写“title”'],
  ['notice_placeholder', notice({ text: '{item.tags}' }), '只能用公开的简单字段'],
  ['notice_placeholder', notice({ text: '{event.count}' }), '“{event.count}”在“便签”的通知中没有值'],
  ['notice_placeholder', notice({ text: '{user.name}' }), '只能以 item 或 event 开头'],
  [
    'notice_placeholder',
    notice({ open: { page: 'note/detail', params: { id: '{item.no}' } } }),
    '“{item.no}”',
  ],
  [
    'notice_placeholder',
    {
      [NOTE_FILE]: (n) => {
        n.fields.properties.mood['x-visible'] = ['owner']
        return n
      },
    },
    '“{item.mood}”',
  ],
  [
    'notice_webhook',
    notice({
      on: 'account.approved',
      text: '已通过',
      title: '已通过',
      open: undefined,
      channels: ['webhook'],
    }),
    '系统事件“account.approved”的通知不能推送到其他系统',
  ],
  ['page_link_param', notice({ open: 'note/detail' }), '缺少必需的参数“id”'],
  ['value_unknown', notice({ kind: '99' }), '字典“messageType”没有取值“99”'],
  ['notice_receiver', step({ notify: 'judged', to: ['author'] }), '只有评论的事件才有'],
  ['notice_receiver', step({ notify: 'judged', to: ['anyone'] }), '通知只能发给有账号的用户'],
  ['notice_receiver', step({ notify: 'judged', to: ['parent.owner'] }), '没有上级内容'],
  ['notice_unread', step(TO_OWNER, 2), '处于“已删除”时发布者本人无权查看'],
  ['notice_unread', step({ notify: 'judged', to: ['followers'] }, 1), '处于“待审核”时关注者无权查看'],
  ['notice_kept', step({ ...TO_OWNER, lost: true }, 1), '处于“待审核”时发布者本人仍可查看'],
  ['notice_lost', step({ ...TO_OWNER, lost: true }, 2), '打开后找不到内容'],
  [
    'notice_page',
    {
      ...notice({ open: FORM_PAGE_FILE.slice('pages-config/'.length, -'.json'.length) }),
      [FORM_PAGE_FILE]: (page) => ({ ...page, access: ['operator'] }),
    },
    '接收人不一定能打开该页面',
  ],
  [
    'notice_due',
    event({ due: [{ notify: 'judged', to: ['owner'], field: 'dy', before: 3, states: ['online'] }] }),
    '您是不是想写“day”',
  ],
  [
    'notice_unused',
    { 'schemas/notices/other.json': () => ({ ...NOTICE, text: '{item.title}' }) },
    '没有被任何配置引用',
  ],
  [
    'notice_twice',
    {
      'schemas/notices/one.json': () => ({
        ...NOTICE,
        title: '一',
        text: '一',
        open: undefined,
        on: 'announcement',
      }),
      'schemas/notices/two.json': () => ({
        ...NOTICE,
        title: '二',
        text: '二',
        open: undefined,
        on: 'announcement',
      }),
    },
    '一个事件只能有一种通知',
  ],
]

describe('check of notices', () => {
  test.each(CASES)('reports %s (%#)', async (slug, changes, said) => {
    const { problems } = await check(changes)
    const found = problems.filter((problem) => problem.slug === slug)
    expect(
      problems.map((problem) => `${problem.slug} ${problem.message}`),
      said,
    ).not.toEqual([])
    expect(found.map(({ message }) => message).join('\n')).toContain(said)
  })
})
