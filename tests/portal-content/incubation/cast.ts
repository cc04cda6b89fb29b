// Provides who takes part in the tests of incubation, what they hand in, and the calls by which they do.
import { keepFile } from '../../server/support/keep-file.ts'
import type { TestApp } from '../../server/support/test-app.ts'

/** By name: the role. The host is who publishes the activity. */
const CAST = {
  host: 'manageOrg',
  neighbour: 'government',
  brigade: 'fireControl',
  station: 'fireControl',
  maker: 'supplier',
  lab: 'science',
  plant: 'unit',
  specialist: 'expert',
  operator: 'operator',
  auditor: 'auditor',
  reader: 'ordinary',
} as const

export type Name = keyof typeof CAST

export interface Item extends Record<string, unknown> {
  readonly id: string
  readonly status: string
  readonly actions: readonly { readonly action: string }[]
  readonly history: readonly { readonly title: string; readonly reason: string | null }[]
}

export const ACTIVITY = {
  title: '第三批消防装备孵化活动',
  activityNo: '202503',
  rules: '消防救援机构提出需求，经审核后公开；每项需求只与一份申报结对，共同研制、试验。',
  demandUntil: '2098-12-31',
  declareUntil: '2099-12-31',
}

export const DEMAND = {
  title: '地下空间低矮排水机器人',
  application: 'AP02',
  equipmentType: 'E004',
  background: '下穿通道、地下车库积水时，常规排水车难以进入低矮空间。',
  indicators: [{ name: '额定流量', unit: 'm³/h', require: '≥1000' }],
  expectedForm: ['1', '5'],
  expectedDate: '2099-06-30',
  contactName: '需求联系人',
  contactPhone: '13900000031',
}

export const DECLARATION = {
  title: '低矮空间遥控排水机器人研制',
  unitName: '示例江海排水设备有限公司',
  uscc: '91000000MA0000001R',
  unitLeadingNature: 'UN03',
  unitIntro: '长期从事排水抢险装备的研制与服务，有试验场地与检测条件。',
  solution:
    '采用低矮履带底盘与可更换作业单元，动力与作业单元分置，由软管和电缆连接，可遥控进入地下空间连续作业，部署时间不超过十分钟，并预留图像回传接口。',
  indicatorReply: [{ name: '额定流量', unit: 'm³/h', require: '≥1000', promise: '1200' }],
  innovation: '作业单元快换，低矮空间内可连续工作。',
  trl: '6',
  schedule: [{ stage: '样机', start: '2026-01-01', end: '2026-12-31', output: '样机 1 台' }],
  hasPrototype: true,
  leaderName: '项目负责人',
  leaderMobile: '13900000032',
}

export interface Stage {
  readonly app: TestApp
  readonly activityId: string
  readonly fireOrgId: string
  as(name: Name): { readonly token: string | undefined }
  post(call: string, body: object, by?: Name): ReturnType<TestApp['post']>
  /** What a call answers with, whoever is refused answers nothing. */
  read<T = Item>(call: string, by?: Name): Promise<T>
  /** Applied for, under a name of its own, and, where it is to be `published`, let through. */
  demand(more?: object): Promise<string>
  published(more?: object): Promise<string>
  /** What the demand was called when it was applied for. */
  titleOf(demandId: string): string
  /** With a file of the unit's own. */
  answers(by: Name, demandId: string, more?: object): Promise<object>
  declared(by: Name, demandId: string): Promise<string>
  file(form: string, by: Name): Promise<string>
}

const idOf = (answer: { readonly data: unknown; readonly text: string }): string => {
  const { id } = (answer.data ?? {}) as { id?: string }
  if (id === undefined) throw new Error(answer.text)
  return id
}

export async function buildStage(app: TestApp): Promise<Stage> {
  const tokens = new Map<string, string>()
  for (const [name, role] of Object.entries(CAST)) tokens.set(name, await app.signIn(name, role))
  const as = (name: Name) => ({ token: tokens.get(name) })
  const post = (call: string, body: object, by?: Name) => app.post(`/newapi/${call}`, body, by ? as(by) : {})
  const org = { name: '示例消防救援支队', deptType: '2' }
  const fireOrgId = idOf(await post('operator/department/add', org, 'operator'))
  const activityId = idOf(await post('incubate/activity/add', ACTIVITY, 'host'))
  const file = (form: string, by: Name) => keepFile(app, { form, field: 'files', ownerId: by })
  const titles = new Map<string, string>()
  let applied = 0
  const stage: Stage = {
    app,
    activityId,
    fireOrgId,
    as,
    post,
    read: async (call, by) => (await app.get(`/newapi/${call}`, by ? as(by) : {})).data as never,
    demand: async (more = {}) => {
      applied += 1
      const title = applied === 1 ? DEMAND.title : `${DEMAND.title}（${applied}）`
      const body = { ...DEMAND, title, activityId, fireOrgId, ...more }
      const id = idOf(await post('incubate/demands/apply', body, 'brigade'))
      titles.set(id, body.title)
      return id
    },
    titleOf: (demandId) => titles.get(demandId) ?? '',
    async published(more = {}) {
      const demandId = await stage.demand(more)
      const done = await post('incubate/demands/audit', { demandId, auditResult: '1' }, 'host')
      if (done.status !== 200) throw new Error(done.text)
      return demandId
    },
    answers: async (by, demandId, more = {}) => ({
      ...DECLARATION,
      demandId,
      files: [await file('incubateDeclare', by)],
      ...more,
    }),
    declared: async (by, demandId) =>
      idOf(await post('incubate/declare', await stage.answers(by, demandId), by)),
    file,
  }
  return stage
}
