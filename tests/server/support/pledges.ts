// Provides the portal of the tests with pledges: answers to a demand that are judged, paired and completed, each bound to an area.
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { Model } from '#shared/model/model.ts'
import { portalFiles } from '../../support/portal-files.ts'
import { DEMAND } from './demand.ts'
import type { TestApp } from './test-app.ts'

const READERS = [
  'owner',
  'parent.owner',
  'party:hostId',
  'region:grant:dispatch',
  'region:rescueForces',
  'operator',
  'auditor',
]
const JUDGES = ['parent.owner', 'operator', 'auditor']

const LIFECYCLE = {
  $schema: '../config/lifecycle.schema.json',
  title: '认领、结对、完成',
  initial: 'draft',
  states: {
    draft: { title: '草稿', editable: true, readers: ['owner'] },
    submitted: { title: '待处理', readers: READERS, editable: true },
    returned: { title: '已退回', editable: true, readers: READERS },
    paired: { title: '结对研制中', readers: READERS },
    concluded: { title: '待成果审核', readers: READERS },
    deleted: { title: '已删除', gone: true, final: true, readers: ['operator', 'auditor'] },
  },
  transitions: [
    {
      action: 'submit',
      kind: 'submit',
      title: '提交',
      from: ['draft', 'returned'],
      to: 'submitted',
      by: ['owner'],
      afterEdit: true,
    },
    {
      action: 'refuse',
      kind: 'refuse',
      title: '退回补正',
      from: ['submitted'],
      to: 'returned',
      by: JUDGES,
      not: ['owner'],
      reason: { title: '退回原因', shown: '审核意见', help: '认领人会看到，请写明需要补正之处' },
      remarks: true,
    },
    {
      action: 'pair',
      title: '结对',
      from: ['submitted'],
      to: 'paired',
      by: JUDGES,
      not: ['owner'],
      do: [{ receipt: 'JD', field: 'pairId' }],
    },
    {
      action: 'unpair',
      kind: 'withdraw',
      title: '解除结对',
      from: ['paired'],
      to: 'submitted',
      by: JUDGES,
      not: ['owner'],
      reason: { title: '解除的原因', shown: '解除结对的说明', help: '认领人会看到' },
      do: [{ set: { pairId: null } }],
    },
    {
      action: 'complete',
      title: '结对完成',
      from: ['paired'],
      to: 'concluded',
      by: JUDGES,
      not: ['owner'],
      form: 'pledgeCompletion',
      words: 'completeRemark',
      marks: ['pairId'],
    },
    {
      action: 'resume',
      kind: 'refuse',
      title: '退回继续研制',
      from: ['concluded'],
      to: 'paired',
      by: ['operator', 'auditor'],
      not: ['owner'],
      reason: { title: '退回原因', shown: '审核意见', help: '认领人会看到，请写明需要补正之处' },
    },
    { action: 'close', title: '关闭', from: ['submitted'], to: 'deleted', by: ['operator'] },
    {
      action: 'delete',
      title: '删除',
      from: ['draft', 'submitted', 'returned'],
      to: 'deleted',
      by: ['owner'],
    },
    {
      action: 'delete',
      title: '删除',
      from: ['submitted', 'returned'],
      to: 'deleted',
      by: ['operator'],
      not: ['owner'],
      reason: { title: '删除的原因', shown: '审核意见', help: '认领人会看到' },
      do: [{ notify: 'pledgeRemoved', to: ['owner'], lost: true }],
    },
  ],
}

const PLEDGE_TYPE = {
  $schema: '../config/content-type.schema.json',
  version: 1,
  title: '研制认领',
  lifecycle: 'pledge',
  several: true,
  parent: 'demandId',
  region: 'region',
  fields: {
    type: 'object',
    required: ['demandId', 'title', 'solution', 'commit'],
    properties: {
      demandId: { type: 'string', title: '需求', maxLength: 40, 'x-ref': 'demand' },
      title: { type: 'string', title: '认领名称', minLength: 5, maxLength: 60, 'x-search': 'A' },
      solution: { type: 'string', title: '解决方案', minLength: 5, maxLength: 500, 'x-widget': 'textarea' },
      region: { $ref: '../common/region.schema.json', title: '研制地区' },
      priceMin: { type: 'number', title: '价格下限', minimum: 0, maximum: 1000, 'x-unit': '万元' },
      priceMax: {
        type: 'number',
        title: '价格上限',
        minimum: 0,
        maximum: 1000,
        'x-unit': '万元',
        'x-number': { notLess: 'form.priceMin' },
      },
      mtow: { type: 'number', title: '最大起飞重量', minimum: 0, maximum: 1000, 'x-unit': 'kg' },
      emptyWeight: {
        type: 'number',
        title: '空机重量',
        minimum: 0,
        maximum: 1000,
        'x-unit': 'kg',
        'x-number': { notMore: 'form.mtow' },
      },
      payload: {
        type: 'number',
        title: '最大载荷',
        minimum: 0,
        maximum: 1000,
        'x-unit': 'kg',
        'x-number': { notMore: 'form.mtow' },
      },
      commit: { type: 'boolean', title: '承诺遵守管理规定', enum: [true] },
      hostId: { type: 'string', title: '需求方', maxLength: 40, 'x-from': 'parent.owner' },
      sponsorId: { type: 'string', title: '认领人', maxLength: 40, 'x-from': 'owner' },
      pairId: { type: 'string', title: '结对编号', maxLength: 30, 'x-from': 'step' },
    },
  },
  events: { edit: [{ notify: 'pledgeEdited', to: ['owner', 'party:hostId'] }] },
  endpoints: {
    save: { at: 'POST /pledge/save', access: ['supplier', 'ordinary'] },
    info: { at: 'GET /pledge/info/{id}', access: ['registered'] },
    update: { at: 'POST /pledge/update', access: ['owner', 'operator'] },
    refuse: 'POST /pledge/refuse',
    pair: 'POST /pledge/pair',
    unpair: 'POST /pledge/unpair',
    complete: 'POST /pledge/complete',
    delete: 'POST /pledge/delete',
    manage: { at: 'GET /operator/pledge/list', access: ['operator', 'auditor'] },
  },
}

/** Whoever judges a pledge hands in an opinion, which takes the step. */
const OPINION_TYPE = {
  $schema: '../config/content-type.schema.json',
  version: 1,
  title: '认领审核',
  lifecycle: 'statement',
  heading: 'pledgeTitle',
  parent: 'pledgeId',
  admission: { states: ['submitted'], by: ['parent.party:hostId', 'operator', 'auditor'] },
  takes: { field: 'verdict', steps: { 1: 'paired', 2: 'returned' }, words: 'opinion' },
  fields: {
    type: 'object',
    required: ['pledgeId', 'verdict'],
    properties: {
      pledgeId: { type: 'string', title: '认领', maxLength: 40, 'x-ref': 'pledge' },
      pledgeTitle: { type: 'string', title: '认领名称', maxLength: 60, 'x-from': 'parent.title' },
      verdict: { type: 'string', title: '审核结论', 'x-dict': 'verdict', 'x-widget': 'radio' },
      opinion: {
        type: 'string',
        title: '审核意见',
        minLength: 5,
        maxLength: 300,
        'x-widget': 'textarea',
        'x-required-when': { 'form.verdict': ['2'] },
      },
    },
  },
  endpoints: {
    add: { at: 'POST /pledge/audit', access: ['registered'] },
    list: { at: 'GET /pledge/audit/list', access: ['registered'] },
  },
}

const COMPLETION_FORM = {
  $schema: '../config/form.schema.json',
  version: 1,
  title: '完成说明',
  fields: {
    type: 'object',
    required: ['completeRemark'],
    properties: {
      completeRemark: {
        type: 'string',
        title: '完成说明',
        minLength: 5,
        maxLength: 1000,
        'x-widget': 'textarea',
      },
    },
  },
}

const VERDICTS = {
  $schema: '../config/dictionary.schema.json',
  title: '审核结论',
  items: [
    { value: '1', label: '通过' },
    { value: '2', label: '退回修改' },
  ],
}

/** Nobody can open a pledge: it has no page. */
const NOTICE = {
  $schema: '../config/notice.schema.json',
  title: '研制认领“{item.title}”有变动',
  kind: '2',
  channels: ['portal'],
}
const EDITED = {
  ...NOTICE,
  text: '研制认领“{item.title}”由运营人员修改：{event.fields}。请按修改后的内容办理。',
}
const REMOVED = {
  ...NOTICE,
  text: '您的{event.type}“{item.title}”已由运营人员删除。{event.words}：{event.reason}。',
}

let made: Model | undefined

/** Compiled once in each worker; with more files, by path, anew. */
export function pledgeModel(more?: Readonly<Record<string, object>>): Model {
  if (more) return compile(more)
  made ??= compile({})
  return made
}

function compile(more: Readonly<Record<string, object>>): Model {
  const files = portalFiles()
  const added = {
    'schemas/lifecycles/pledge.json': LIFECYCLE,
    'schemas/content/pledge.json': PLEDGE_TYPE,
    'schemas/content/pledgeOpinion.json': OPINION_TYPE,
    'schemas/forms/pledgeCompletion.json': COMPLETION_FORM,
    'schemas/dictionaries/verdict.json': VERDICTS,
    'schemas/notices/pledgeEdited.json': EDITED,
    'schemas/notices/pledgeRemoved.json': REMOVED,
    ...more,
  }
  for (const [path, content] of Object.entries(added)) files.set(path, JSON.stringify(content, null, 2))
  const result = checkConfiguration(files)
  if (!result.ok)
    throw new Error(result.problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'))
  return result.model
}

/** By name: the role. The brigade is who has the demand. */
const CAST = {
  brigade: 'unit',
  maker: 'supplier',
  lab: 'science',
  operator: 'operator',
  auditor: 'auditor',
  reader: 'ordinary',
} as const

export type Name = keyof typeof CAST

export interface Pledge extends Record<string, unknown> {
  readonly id: string
  readonly status: string
  readonly revision: number
}

export const PLEDGE = {
  title: '低矮空间遥控排水机器人研制',
  solution: '采用低矮履带底盘，可遥控进入地下空间连续作业。',
  commit: true,
}

export interface Stage {
  /** Of a demand that is online. */
  readonly demandId: string
  as(name: Name): { readonly token: string | undefined }
  post(call: string, body: object, by: Name): ReturnType<TestApp['post']>
  read<T = Pledge>(call: string, by: Name): Promise<T>
  /** Hands in a pledge and answers its id. */
  pledged(more?: object): Promise<string>
}

/** On an app that has the `pledgeModel`. */
export async function buildStage(app: TestApp): Promise<Stage> {
  const tokens = new Map<string, string>()
  for (const [name, role] of Object.entries(CAST)) tokens.set(name, await app.signIn(name, role))
  const as = (name: Name) => ({ token: tokens.get(name) })
  const post: Stage['post'] = (call, body, by) => app.post(`/newapi/${call}`, body, as(by))
  const idOf = (answer: { readonly data: unknown; readonly text: string }): string => {
    const { id } = (answer.data ?? {}) as { id?: string }
    if (id === undefined) throw new Error(answer.text)
    return id
  }
  const deadline = `${new Date().getFullYear() + 1}-12-20`
  const demandId = idOf(await post('demand/add', { ...DEMAND, deadline }, 'brigade'))
  const online = await app.get(`/newapi/demand/online?id=${demandId}`, as('operator'))
  if (online.status !== 200) throw new Error(online.text)
  return {
    demandId,
    as,
    post,
    read: async (call, by) => (await app.get(`/newapi/${call}`, as(by))).data as never,
    pledged: async (more = {}) => idOf(await post('pledge/save', { ...PLEDGE, demandId, ...more }, 'maker')),
  }
}
