// Provides a small configuration that has one of everything the content engine serves.
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { Model } from '#shared/model/model.ts'
import { portalFiles } from '../../support/portal-files.ts'
import { withoutNotices } from '../../support/without-notices.ts'
import { NOTE_FILE, smallFiles, ZONE_FILE } from '../support/small-configuration.ts'

const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 200, ...more })

/** Canaries: values of private fields that must never reach anybody but their audience. */
export const CANARY = {
  owner: 'CANARY-OWNER',
  registered: 'CANARY-REGISTERED',
  mobile: '19912345678',
} as const

const LIFECYCLE = {
  $schema: '../config/lifecycle.schema.json',
  title: '审核',
  initial: 'pending',
  states: {
    pending: { title: '待审核', editable: true, readers: ['owner', 'operator', 'auditor'] },
    online: { title: '已上线', public: true, editable: true },
    offline: { title: '已下线', readers: ['owner', 'operator', 'auditor'] },
    refused: { title: '未通过', editable: true, readers: ['owner', 'operator', 'auditor'] },
    deleted: { title: '已删除', final: true, readers: [] },
  },
  transitions: [
    { action: 'submit', kind: 'submit', title: '重新提交', from: ['refused'], to: 'pending', by: ['owner'] },
    { action: 'online', title: '上线', from: ['pending', 'offline'], to: 'online', by: ['operator'] },
    {
      action: 'offline',
      kind: 'withdraw',
      title: '下线',
      from: ['online'],
      to: 'offline',
      by: ['owner', 'operator'],
    },
    {
      action: 'refuse',
      kind: 'refuse',
      title: '不通过',
      from: ['pending'],
      to: 'refused',
      by: ['auditor'],
      reason: true,
    },
    {
      action: 'delete',
      title: '删除',
      from: ['pending', 'online', 'offline', 'refused'],
      to: 'deleted',
      by: ['owner', 'operator'],
    },
  ],
}

const TOPIC = {
  $schema: '../config/content-type.schema.json',
  version: 1,
  title: '专题',
  lifecycle: 'open',
  heading: 'name',
  parent: 'parentId',
  fields: {
    type: 'object',
    required: ['name'],
    properties: {
      name: text('名称', { 'x-search': 'A' }),
      parentId: text('上级', { 'x-ref': 'theme', 'x-filter': true }),
      order: { type: 'integer', title: '次序', 'x-sort': true },
    },
  },
  endpoints: {
    list: { at: 'GET /theme/list', sort: 'order' },
    info: 'GET /theme/info/{id}',
    tree: 'GET /theme/tree',
    add: 'POST /theme/add',
    update: 'POST /theme/update',
  },
}

const ARTICLE = {
  $schema: '../config/content-type.schema.json',
  version: 1,
  title: '文章',
  lifecycle: 'checked',
  category: 'themeId',
  parameters: { sysCategoryId: 'themeId' },
  fields: {
    type: 'object',
    required: ['title', 'kind', 'detail'],
    properties: {
      title: text('标题', { minLength: 2, 'x-search': 'A' }),
      kind: text('类型', { 'x-dict': 'kinds', 'x-filter': true }),
      tags: { type: 'array', title: '标签', items: { type: 'string' }, 'x-dict': 'kinds', 'x-filter': true },
      words: { type: 'array', title: '关键词', items: { type: 'string', maxLength: 20 }, 'x-search': 'B' },
      themeId: text('专题', { 'x-ref': 'theme', 'x-filter': true }),
      region: { $ref: '../common/region.schema.json', title: '地区', 'x-filter': true },
      budget: { type: 'number', title: '预算', 'x-filter': true, 'x-sort': true },
      deadline: text('截止', { format: 'date', 'x-filter': true, 'x-sort': true }),
      opens: text('开始', { format: 'date-time', 'x-filter': true, 'x-sort': true }),
      top: { type: 'boolean', title: '置顶', 'x-filter': true },
      source: text('来源', { 'x-filter': true }),
      detail: { type: 'string', title: '正文', maxLength: 50000, 'x-widget': 'rich-text', 'x-search': 'C' },
      amount: { type: 'integer', title: '数量' },
      contact: text('联系人', { 'x-visible': ['registered'] }),
      mobile: { $ref: '../common/mobile.schema.json', title: '电话', 'x-visible': ['owner', 'operator'] },
      secret: text('内部编号', { 'x-visible': ['owner', 'operator'] }),
      remark: text('运营备注', { 'x-visible': ['operator'] }),
      phone: { $ref: '../common/mobile.schema.json', title: '值班电话', 'x-visible': ['anyone'] },
    },
  },
  when: { amount: { 'form.kind': ['1'] } },
  endpoints: {
    list: 'GET /article/list',
    pendingList: {
      at: 'GET /article/pending',
      action: 'list',
      access: 'registered',
      fixed: { status: 'pending' },
    },
    topList: { at: 'GET /article/top', action: 'list', fixed: { top: true }, sort: '-hot' },
    info: 'GET /article/info/{id}',
    view: 'GET /article/view',
    like: { at: 'GET /article/like', access: 'anyone' },
    checkLike: 'GET /article/checkLike',
    related: 'GET /article/related',
    statistic: {
      at: 'GET /article/statistic',
      by: ['kind', 'tags', 'region', 'publishedAt', 'deadline'],
      of: ['budget', 'amount'],
    },
    daily: {
      at: 'GET /article/daily',
      action: 'statistic',
      by: ['deadline', 'opens'],
      of: ['budget'],
      every: 'day',
    },
    yearly: { at: 'GET /article/yearly', action: 'statistic', by: ['deadline', 'opens'], every: 'year' },
    commentList: 'GET /articleComment/list',
    commentAdd: 'POST /articleComment/add',
    commentLike: 'GET /articleComment/like',
    add: 'POST /article/add',
    update: 'POST /article/update',
    submit: 'GET /article/submit',
    online: 'GET /article/online',
    offline: 'GET /article/offline',
    refuse: 'GET /article/refuse',
    delete: 'GET /article/delete',
  },
}

const DECLARATION = {
  $schema: '../config/content-type.schema.json',
  version: 1,
  title: '申报',
  lifecycle: 'declaration',
  heading: 'product',
  fields: {
    type: 'object',
    required: ['product', 'licence', 'licenceNo'],
    properties: {
      product: text('产品'),
      licence: text('执照', { 'x-dict': 'kinds' }),
      licenceNo: text('执照编号'),
    },
  },
  when: { licenceNo: { 'form.licence': { ne: '0' } } },
  endpoints: { save: 'POST /declare/save', own: 'GET /declare/get', checkSubmitted: 'GET /declare/isSubmit' },
}

const FILES: Readonly<Record<string, object>> = {
  'schemas/lifecycles/checked.json': LIFECYCLE,
  'schemas/lifecycles/open.json': {
    $schema: '../config/lifecycle.schema.json',
    title: '公开',
    initial: 'online',
    states: {
      online: { title: '已上线', public: true, editable: true },
      deleted: { title: '已删除', final: true, readers: [] },
    },
    transitions: [{ action: 'delete', title: '删除', from: ['online'], to: 'deleted', by: ['operator'] }],
  },
  'schemas/dictionaries/kinds.json': {
    $schema: '../config/dictionary.schema.json',
    title: '类型',
    items: ['0', '1', '2', '3'].map((value) => ({ value, label: `类型${value}` })),
  },
  'schemas/content/theme.json': TOPIC,
  'schemas/content/article.json': ARTICLE,
  'schemas/content/claim.json': DECLARATION,
}

/** The small configuration's operations and roles, with content types of its own. */
export async function loadFixture(): Promise<Model> {
  const files = await smallFiles()
  files.delete(NOTE_FILE)
  files.delete(ZONE_FILE)
  const path = 'schemas/lifecycles/declaration.json'
  files.set(path, withoutNotices(path, portalFiles().get(path) ?? ''))
  for (const [path, value] of Object.entries(FILES)) files.set(path, JSON.stringify(value))
  const result = checkConfiguration(files)
  if (!result.ok)
    throw new Error(result.problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'))
  return result.model
}
