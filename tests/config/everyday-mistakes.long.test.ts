// Tests rules on everyday mistakes that nothing else tells: entries nobody sees, lists whose items do not open, conditions
// that never hold, texts that only look wrong.
import { describe, expect, test } from 'vitest'
import type { Problem } from '#config/load/problem.ts'
import { NOTE, NOTE_FILE } from '../server/support/small-configuration.ts'
import { checkWith, PERMIT } from '../support/loan.ts'
import { checkReplaced } from './check-replaced.ts'
import { API_FILE, checkChanged, DETAIL_FILE, MENU_FILE, type Written } from './language-case.ts'

const saysOf = (problems: readonly Problem[], ...slugs: readonly string[]) =>
  problems.flatMap(({ slug, severity, message }) =>
    slugs.includes(slug) ? [`${severity} ${slug} ${message}`] : [],
  )

describe('texts that only look wrong are warned of', () => {
  test('a summary that explains how to call, and a title that explains a parameter', async () => {
    const { problems } = await checkChanged(API_FILE, ({ operations }: Written) => {
      operations.list.summary = '列表；不用登录'
      operations.list.params.limit.title = '条数，最多 20'
    })
    expect(saysOf(problems, 'deed_missing', 'parameter_words')).toEqual([
      expect.stringContaining('warning deed_missing 操作“trial.list”的 summary 是接口说明'),
      expect.stringContaining('warning parameter_words “limit”的 title 应为名称'),
    ])
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

describe('the menu', () => {
  test('a hidden entry with entries below it that are not hidden is warned of', async () => {
    const { problems } = await checkChanged(MENU_FILE, ({ items }: Written) => {
      items[0].hidden = true
    })
    expect(saysOf(problems, 'menu_parent')).toEqual([
      expect.stringContaining('其下级也不会显示：请改正 hidden'),
    ])
  })

  test('an entry that is seen by nobody who sees those below it is warned of', async () => {
    const { problems } = await checkChanged(MENU_FILE, ({ items }: Written) => {
      items[0].access = ['auditor']
      items[0].children[0].access = ['ordinary']
    })
    expect(saysOf(problems, 'menu_parent')).toEqual([expect.stringContaining('请改正 access')])
  })

  test('an entry for some of those who see the entries below it is taken', async () => {
    const { problems } = await checkChanged(MENU_FILE, ({ items }: Written) => {
      items[0].access = ['operator']
    })
    expect(saysOf(problems, 'menu_parent')).toEqual([])
  })
})

const TODO = 'pages-config/account/todo.json'

test('a list of items of every type that opens all of them on the page of one type is warned of', () => {
  const problems = checkReplaced([TODO, '"page": "*"', '"page": "demand/detail"'])
  expect(saysOf(problems, 'link_one_type')).toEqual([
    expect.stringContaining('页面“demand/detail”只显示“装备需求”'),
  ])
})

test('two columns with one name are warned of', async () => {
  const { problems } = await checkChanged('pages-config/note/list.json', (page: Written) => {
    page.columns = ['title', { field: 'budget', label: '数' }, { field: 'mood', label: '数' }]
  })
  expect(saysOf(problems, 'title_alike')).toEqual([expect.stringContaining('两列的名称都是“数”')])
})

describe('a timer', () => {
  const stopped = (change: (lifecycle: Written) => void) => {
    const file = 'schemas/lifecycles/permit.json'
    const lifecycle = structuredClone(PERMIT[file]) as Written
    change(lifecycle)
    const result = checkWith({ ...PERMIT, [file]: lifecycle })
    return saysOf(result.ok ? result.warnings : result.problems, 'clock_stopped')
  }

  test('that stops and goes on later is taken', () => expect(stopped(() => {})).toEqual([]))

  test('that stops and never goes on, although something is due by it later, is warned of', () =>
    expect(
      stopped(({ transitions: [submit, back, , reopen] }) => {
        submit.from = ['sketched']
        reopen.do = undefined
        back.to = 'permitted'
      }),
    ).toEqual([
      expect.stringContaining('流转“退回补正”停止计时“办理时限”后不再恢复，“超期转上级”不会到期'),
      expect.stringContaining('流转“许可”停止计时“办理时限”后不再恢复'),
    ]))
})

const REPLY_FILE = 'schemas/content/reply.json'
const REPLY_FORM = 'pages-config/reply/publish.json'
const PAGE = '../../schemas/config/page.schema.json'

/** Notes with replies, and a button on the page of a note that leads to the form of one. */
const checkReplies = async (admission: object, when?: object) => {
  const reply = {
    $schema: '../config/content-type.schema.json',
    version: 1,
    title: '回复',
    lifecycle: 'plain',
    parent: 'noteId',
    admission,
    fields: {
      type: 'object',
      required: ['noteId', 'title'],
      properties: {
        noteId: { type: 'string', title: '便签', maxLength: 40, 'x-ref': 'note' },
        title: { type: 'string', title: '标题', maxLength: 20 },
      },
    },
    endpoints: {
      list: 'GET /reply/list',
      info: 'GET /reply/info/{id}',
      add: { at: 'POST /reply/add', access: ['ordinary'] },
    },
  }
  const form = {
    $schema: PAGE,
    kind: 'form',
    path: '/replyPublish',
    title: '写回复',
    access: ['ordinary'],
    params: { noteId: { required: true } },
    form: 'reply',
    submit: { operation: 'reply.add', body: { noteId: '{query.noteId}' } },
    receipt: { title: '已写好', next: '人人可读。' },
  }
  const button = {
    do: 'open',
    page: 'reply/publish',
    params: { noteId: '{item.id}' },
    label: '写回复',
    ...(when ? { when } : {}),
  }
  const { problems } = await checkChanged(
    DETAIL_FILE,
    (page: Written) => {
      if (when) page.actions = [button]
    },
    [],
    { [REPLY_FILE]: reply, [REPLY_FORM]: form },
  )
  return problems
}

describe('submissions that nobody can make are refused', () => {
  test.each<[string, object, string]>([
    ['below deleted items', { states: ['deleted'] }, 'states 中的状态都已不存在'],
    [
      'by those who may not submit',
      { states: ['online'], by: ['parent.owner'], not: ['parent.owner'] },
      'by 中的人都写在 not 中',
    ],
    [
      'by those who may not call',
      { states: ['online'], by: ['auditor'] },
      '能调用提交接口的人都不符合 by 与 not',
    ],
  ])('%s', async (_title, admission, why) => {
    expect(saysOf(await checkReplies(admission), 'admission_never')).toEqual([expect.stringContaining(why)])
  })

  test('but not those of the owner of the item above', async () =>
    expect(
      saysOf(await checkReplies({ states: ['online'], by: ['parent.owner'] }), 'admission_never'),
    ).toEqual([]))
})

describe('a button to a form about an item', () => {
  const closed = { states: ['online'], except: { mood: ['2'] } }

  test('that shows only while the item takes nothing is refused', async () => {
    const problems = await checkReplies(closed, { 'item.mood': '2' })
    expect(saysOf(problems, 'button_shut')).toEqual([expect.stringContaining('点击后总会被拒绝')])
  })

  test('that shows while the item takes something is taken', async () =>
    expect(saysOf(await checkReplies(closed, { 'item.mood': '1' }), 'button_shut')).toEqual([]))
})

describe('a notice of an edit', () => {
  const told = async (...to: readonly string[]) => {
    const notice = {
      $schema: '../config/notice.schema.json',
      title: '便签已修改',
      text: '内容有改动。',
      kind: '1',
    }
    const { problems } = await checkChanged(
      'schemas/lifecycles/reviewed.json',
      ({ states }: Written) => {
        states.pending.readers = ['operator']
        states.online = { title: '已上线', editable: true, readers: ['operator'] }
      },
      [],
      {
        [NOTE_FILE]: { ...NOTE, lifecycle: 'reviewed', events: { edit: [{ notify: 'edited', to }] } },
        'schemas/notices/edited.json': notice,
      },
    )
    return saysOf(problems, 'notice_unread', 'notice_receiver')
  }

  test('to those who read the item in no state is refused', async () =>
    expect(await told('ordinary')).toEqual([expect.stringContaining('在任何状态下')]))

  test('to a party of which there is no field is refused', async () =>
    expect(await told('party:judge')).toEqual([expect.stringContaining('“party:judge”没有对应的用户')]))

  test('to those who read the item in some state is taken', async () =>
    expect(await told('operator')).toEqual([]))
})
