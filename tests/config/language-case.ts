// Provides a small configuration with one of every kind of file, and the making of one mistake in it.

import type { Problem } from '#config/load/problem.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { NOTE, NOTE_FILE, POLICY, POLICY_FILE, smallFiles } from '../server/support/small-configuration.ts'
import { portalFiles } from '../support/portal-files.ts'

// biome-ignore lint/suspicious/noExplicitAny: a file is changed at places that its case names
export type Written = any

export const LIST_FILE = 'pages-config/note/list.json'
export const DETAIL_FILE = 'pages-config/note/detail.json'
export const FORM_PAGE_FILE = 'pages-config/note/publish.json'
export const SITE_FILE = 'pages-config/site.json'
export const MENU_FILE = 'pages-config/menu.json'
export const LIFECYCLE_FILE = 'schemas/lifecycles/reviewed.json'
export const FORM_FILE = 'schemas/forms/trial.json'
export const API_FILE = 'schemas/api/trial.json'

const PAGE = '../../schemas/config/page.schema.json'
const BOTH = ['owner', 'operator']

const OWN: Readonly<Record<string, object>> = {
  [NOTE_FILE]: {
    ...NOTE,
    lifecycle: 'reviewed',
    endpoints: { ...NOTE.endpoints, online: 'GET /note/online', submit: 'GET /note/submit' },
  },
  [LIFECYCLE_FILE]: {
    $schema: '../config/lifecycle.schema.json',
    title: '审核',
    initial: 'pending',
    states: {
      pending: { title: '待审核', editable: true, readers: BOTH },
      online: { title: '已上线', public: true, editable: true, edited: 'pending' },
      deleted: { title: '已删除', gone: true, readers: ['operator'] },
    },
    transitions: [
      { action: 'online', title: '上线', from: ['pending'], to: 'online', by: ['operator'], not: ['owner'] },
      {
        action: 'submit',
        kind: 'submit',
        title: '重新提交',
        from: ['online'],
        to: 'pending',
        by: ['owner'],
      },
      { action: 'delete', title: '删除', from: ['pending', 'online'], to: 'deleted', by: BOTH },
      { action: 'restore', title: '恢复', from: ['deleted'], to: 'pending', by: ['operator'] },
    ],
  },
  [LIST_FILE]: {
    $schema: PAGE,
    kind: 'list',
    path: '/notes',
    title: '便签',
    params: { mood: { required: false } },
    source: 'note.list',
    view: 'table',
    filters: ['keyWord', 'mood'],
    columns: ['title', { field: 'budget', cell: 'number' }],
    sorts: ['budget'],
    open: { page: 'note/detail', params: { id: '{item.id}' } },
    actions: [{ do: 'open', page: 'note/publish', label: '写便签', when: { 'user.signedIn': true } }],
  },
  [DETAIL_FILE]: {
    $schema: PAGE,
    kind: 'detail',
    path: '/note',
    title: '便签',
    parent: 'note/list',
    params: { id: { required: true } },
    source: { operation: 'note.info', params: { id: '{query.id}' } },
    facts: ['mood', 'budget'],
    aside: [
      { widget: 'hot-rank', title: '最近', source: { operation: 'note.list', params: { limit: 5 } } },
      { widget: 'menu-links', title: '栏目' },
    ],
  },
  [FORM_PAGE_FILE]: {
    $schema: PAGE,
    kind: 'form',
    path: '/notePublish',
    title: '写便签',
    parent: 'note/list',
    access: ['participant'],
    form: 'note',
    submit: 'note.add',
    receipt: { title: '已写好', next: '人人可读。' },
  },
  [SITE_FILE]: {
    $schema: '../schemas/config/site.schema.json',
    name: '便签网',
    description: '写便签的地方',
    pages: { home: 'note/list' },
  },
  [MENU_FILE]: {
    $schema: '../schemas/config/menu.schema.json',
    items: [
      { id: 'notes', page: 'note/list', icon: 'list', children: [{ id: 'write', page: 'note/publish' }] },
    ],
  },
  [FORM_FILE]: {
    $schema: '../config/form.schema.json',
    version: 1,
    title: '试用',
    fields: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', title: '姓名', 'x-personal': true, minLength: 2, maxLength: 20 },
        age: { type: 'integer', title: '年龄', minimum: 0, maximum: 120 },
        note: { type: 'string', title: '备注', 'x-options': { rows: 3 }, 'x-widget': 'textarea' },
      },
    },
    steps: [{ title: '填写', fields: ['name', 'age', 'note'] }],
    when: { note: { 'form.age': { gte: 18 } } },
  },
  [API_FILE]: {
    $schema: '../config/api.schema.json',
    title: '试用',
    operations: {
      list: {
        at: 'GET /trial/list',
        summary: '列表',
        access: 'anyone',
        params: { limit: { type: 'integer' } },
      },
      one: {
        at: 'GET /trial/one/{id}',
        summary: '一条',
        access: 'anyone',
        params: { id: { type: 'string' } },
        required: ['id'],
      },
    },
  },
  [POLICY_FILE]: POLICY,
}

export async function baseFiles(): Promise<Map<string, string>> {
  const files = await smallFiles()
  for (const [path, text] of portalFiles()) if (/^schemas\/widgets\//.test(path)) files.set(path, text)
  for (const [path, value] of Object.entries(OWN)) files.set(path, JSON.stringify(value, null, 2))
  return files
}

export interface Found {
  readonly problems: readonly Problem[]
  readonly lines: readonly string[]
}

/** The problems of the configuration with one file changed, some left out and some written anew, and that file's lines. */
export async function checkChanged(
  file: string,
  change: (written: Written) => unknown,
  without: readonly string[] = [],
  anew: Readonly<Record<string, object>> = {},
): Promise<Found> {
  const files = await baseFiles()
  for (const [path, value] of Object.entries(anew)) files.set(path, JSON.stringify(value, null, 2))
  for (const path of without) files.delete(path)
  const written: Written = JSON.parse(files.get(file) ?? 'null')
  const text = JSON.stringify(change(written) ?? written, null, 2)
  const result = checkConfiguration(files.set(file, text))
  return { problems: result.ok ? result.warnings : result.problems, lines: text.split('\n') }
}
