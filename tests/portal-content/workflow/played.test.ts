// Tests declaration and publication processes from draft to end: field errors, queue, lists, to-dos, notices.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import { withOwnFiles } from '../../server/support/keep-file.ts'
import { signInAll } from '../../server/support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { type Answers, validAnswers } from '../../support/valid-answers.ts'

const PEOPLE = { maker: 'unit', stranger: 'science', editor: 'operator', auditor: 'auditor' } as const
type Name = keyof typeof PEOPLE
const DAY = 86_400_000

let app: TestApp
let now = new Date('2026-11-24T02:00:00Z')
let tokens: Record<Name, string>
/** Every look at the clock is a moment later than the one before. */
const tick = () => {
  now = new Date(now.getTime() + 10)
  return now
}
beforeAll(async () => {
  app = await createTestApp({ clock: tick })
  tokens = await signInAll(app, PEOPLE)
}, 60_000)
afterAll(() => app.close())

interface Item extends Record<string, unknown> {
  readonly id: string
  readonly status: string
  readonly revision: number
  readonly receiptNo: string
  readonly change?: { readonly revision: number }
  readonly actions: readonly { readonly action: string }[]
  readonly history: readonly {
    readonly to: string
    readonly reason: string | null
    readonly remarks: readonly { readonly field: string; readonly text: string }[]
  }[]
}
interface Listed {
  readonly list: readonly { readonly id: string; readonly status: string; readonly turn?: string }[]
}

const as = (name?: Name) => (name ? { token: tokens[name] } : {})
const get = <T = Item>(by: Name | undefined, path: string) => app.get<T>(`/newapi/${path}`, as(by))
const post = <T = Item>(by: Name | undefined, path: string, body: object) =>
  app.post<T>(`/newapi/${path}`, body, as(by))
const rowOf = async (by: Name, path: string, id: string) =>
  (await get<Listed>(by, path)).data.list.find((row) => row.id === id)
/** The state in which it waits at the desk, of the item or of its change; undefined where it does not. */
const atDesk = async (id: string, by: Name = 'editor') =>
  (await rowOf(by, 'api/moderation/queue?limit=50', id))?.status
const todoOf = async (by: Name, id: string) => (await rowOf(by, 'userPage/todo?limit=50', id))?.turn
const told = async (by: Name) =>
  (await get<{ list: readonly { title: string }[] }>(by, 'msgNotice/getMsgNoticeInfo?limit=1')).data.list[0]
    ?.title

async function answersTo(typeName: string, seed = 11): Promise<Answers> {
  const form = app.source.model.forms.find(({ id }) => id === typeName)
  const type = app.source.model.contentTypes.find(({ name }) => name === typeName)
  if (!form || !type) throw new Error(typeName)
  return withOwnFiles(app, type, validAnswers(createRandom(seed), form, 0), 'maker')
}

const errorsOf = (answer: { readonly errors?: readonly { path: string; message: string }[] }) =>
  Object.fromEntries((answer.errors ?? []).map(({ path, message }) => [path.slice(1), message]))

interface Declared {
  readonly title: string
  readonly type: string
  readonly save: string
  readonly update: string
  /** By its id. */
  readonly info: (id: string) => string
  readonly wrong: Readonly<Record<string, unknown>>
  readonly said: Readonly<Record<string, string>>
  /** What is marked, and what it is mended to. */
  readonly mend: readonly [string, string]
  readonly amend: readonly [string, string]
  readonly more?: () => Promise<Answers>
}

const DECLARED: readonly Declared[] = [
  {
    title: '无线电申报',
    type: 'radioDeclaration',
    save: 'erdha/submit',
    update: 'erdha/update',
    info: (id) => `erdha/getInfo?id=${id}`,
    wrong: {
      uscc: 'X',
      contactMobile: '12',
      quantity: 0,
      usePeriodStart: '2030-02-01',
      usePeriodEnd: '2030-01-01',
    },
    said: {
      uscc: '统一社会信用代码不正确，请核对 18 位统一社会信用代码',
      contactMobile: '手机号码应为 11 位手机号码',
      quantity: '设备数量不能小于 1',
      usePeriodEnd: '申请使用期限止不能早于申请使用期限起',
    },
    mend: ['sitePlace', '示例市应急指挥中心'],
    amend: ['sitePlace', '示例市应急指挥中心新址'],
  },
  {
    title: '无人机申报',
    type: 'droneDeclaration',
    save: 'drone/save',
    update: 'drone/update',
    info: (id) => `drone/get?id=${id}`,
    wrong: { emptyWeight: 30, mtow: 20, payload: 25, windLevel: 9, registerNo: '登记' },
    said: {
      emptyWeight: '空机重量不能大于最大起飞重量',
      payload: '最大载荷不能大于最大起飞重量',
      windLevel: '抗风等级不能大于 8',
    },
    mend: ['stationPlace', '示例市直升机场三号库'],
    amend: ['stationPlace', '示例市直升机场五号库'],
  },
  {
    title: '应急通信志愿者报备',
    type: 'volunteerReport',
    save: 'araecvReport/save',
    update: 'araecvReport/update',
    info: (id) => `araecvReport/getInfoByUserId?id=${id}`,
    wrong: { idCard: '1', callSign: 'abc', licenseExpire: '2020-01-01', commit: false },
    said: { licenseExpire: '执照有效期至不能早于今天' },
    mend: ['available', '周末全天'],
    amend: ['available', '节假日全天'],
  },
  {
    title: '自组网装备申报',
    type: 'adhocDeclaration',
    save: 'api/hocnetworkdeclarat/save',
    update: 'api/hocnetworkdeclarat/update',
    info: (id) => `api/hocnetworkdeclarat/info/${id}`,
    wrong: { nodes: 1, ip: '67', txPower: 100 },
    said: { nodes: '最大节点数不能小于 2', txPower: '发射功率不能大于 50' },
    mend: ['manufacturer', '示例通信装备厂'],
    amend: ['manufacturer', '示例通信装备有限公司'],
  },
  {
    title: '揭榜攻关申报',
    type: 'unveilingResearch',
    save: 'unveilingResearch/save',
    update: 'unveilingResearch/update',
    info: (id) => `unveilingResearch/info/${id}`,
    wrong: { funding: 100, selfFunding: 200, indicators: [] },
    said: { selfFunding: '自筹不能大于总投入' },
    mend: ['title', '耐高温隧道侦察灭火机器人攻关'],
    amend: ['title', '耐高温隧道侦察灭火机器人联合攻关'],
    more: async () => ({ announceId: await announced('JB-2026-01') }),
  },
]

async function announced(listNo: string, deadline = '2027-03-31'): Promise<string> {
  const { data, text } = await post('editor', 'operator/unveilingList/add', {
    title: '隧道火灾侦察灭火机器人揭榜',
    listNo,
    directionAnnouncement: 'DA06',
    application: 'AP08',
    publisher: '示例省应急管理厅',
    requirements: '高温环境连续工作不少于 15 分钟。',
    deadline,
  })
  expect(data?.id, text).toBeTruthy()
  return data.id
}

describe.each(DECLARED)(
  'declaration process of $title',
  ({ type, save, update, info, wrong, said, mend, amend, more }) => {
    const desk = (step: string, query: string) => get('editor', `operator/${type}/${step}?${query}`)
    const read = async (by: Name, id: string) => (await get(by, info(id))).data
    let answers: Answers
    let id: string
    let receiptNo: string

    test('stores two saves as one draft, incomplete and readable by its owner only', async () => {
      answers = { ...(await answersTo(type)), ...(await more?.()) }
      const key = Object.fromEntries(Object.entries(answers).filter(([name]) => name === 'announceId'))
      const first = await post('maker', `${save}?submit=false`, { ...key, [mend[0]]: '初稿内容待定' })
      expect(first.data, first.text).toMatchObject({ status: 'draft' })
      id = first.data.id
      const named = { ...key, id, [mend[0]]: '二稿内容待定' }
      const again = await post('maker', `${save}?submit=false`, named)
      expect(again.data, again.text).toMatchObject({ id, status: 'draft' })
      expect(await read('maker', id)).toMatchObject({ [mend[0]]: '二稿内容待定' })
      for (const by of ['editor', 'auditor', 'stranger'] as const) expect(await read(by, id), by).toBeNull()
      expect(await atDesk(id)).toBeUndefined()
      expect(await todoOf('maker', id)).toBe('待您完成：填写并提交')
    })

    test('refuses invalid values with an error at each field and keeps the draft unchanged', async () => {
      const refused = await post('maker', save, { ...answers, id, ...wrong })
      expect(refused.status).toBe(400)
      expect(Object.keys(errorsOf(refused)).sort()).toEqual(
        Object.keys(wrong)
          .filter((name) => !['mtow', 'funding', 'usePeriodStart'].includes(name))
          .sort(),
      )
      expect(errorsOf(refused)).toMatchObject(said)
      expect(await read('maker', id)).toMatchObject({ status: 'draft', [mend[0]]: '二稿内容待定' })
    })

    test('lists a submitted declaration in the queue of operators and auditors, not in the owner to-dos', async () => {
      const sent = await post('maker', save, { ...answers, id })
      expect(sent.data, sent.text).toMatchObject({ id, status: 'submitted' })
      receiptNo = sent.data.receiptNo
      expect(receiptNo).toMatch(/^SB-2026-\d{6}$/)
      for (const by of ['editor', 'auditor'] as const) {
        expect(await atDesk(id, by)).toBe('submitted')
        expect(await read(by, id)).toMatchObject({ id, declareNo: receiptNo })
      }
      expect(await read('stranger', id)).toBeNull()
      expect(await todoOf('maker', id)).toBeUndefined()
      expect((await read('editor', id)).actions.map(({ action }) => action)).toEqual([
        'accept',
        'refuse',
        'handle',
        'dismiss',
      ])
      expect((await read('auditor', id)).actions).toEqual([])
    })

    test('lists a withdrawn declaration in the owner to-dos, to be changed and submitted again', async () => {
      const back = await get('maker', `${save.slice(0, save.lastIndexOf('/'))}/withdraw?id=${id}`)
      expect(back.data, back.text).toMatchObject({ status: 'draft' })
      expect(await todoOf('maker', id)).toBe('待您完成：修改并提交')
      const sent = await post('maker', save, { ...answers, id })
      expect(sent.data, sent.text).toMatchObject({ id, status: 'submitted', receiptNo })
    })

    test('keeps an accepted declaration in the queue and notifies its owner', async () => {
      expect((await desk('accept', `id=${id}`)).status).toBe(200)
      expect(await atDesk(id)).toBe('accepted')
      expect(await told('maker')).toMatch(/：已受理$/)
    })

    test('shows the owner the field comments of a returned declaration and accepts the corrected field', async () => {
      const [field, value] = mend
      const back = await post('editor', `operator/${type}/refuse`, {
        id,
        reason: '请按标注补正',
        remarks: [{ field, text: '与附件不一致' }],
      })
      expect(back.status, back.text).toBe(200)
      expect(await atDesk(id)).toBeUndefined()
      expect(await todoOf('maker', id)).toBe('请修改后“提交”')
      expect(await told('maker')).toMatch(/被退回/)
      const own = await read('maker', id)
      expect(own.history[0]).toMatchObject({
        reason: '请按标注补正',
        remarks: [{ field, text: '与附件不一致' }],
      })
      const mended = { ...answers, [field]: value }
      const sent = await post('maker', update, { ...mended, id, revision: own.revision })
      expect(sent.data, sent.text).toMatchObject({ status: 'submitted', receiptNo })
      answers = mended
      expect(await atDesk(id)).toBe('submitted')
    })

    test('removes an approved declaration from the queue and queues a later change as a new version', async () => {
      expect((await desk('handle', `id=${id}`)).status).toBe(200)
      expect([await atDesk(id), await todoOf('maker', id)]).toEqual([undefined, undefined])
      expect(await told('maker')).toMatch(/：已办结$/)
      const [field, value] = amend
      const { revision } = await read('maker', id)
      const asked = await post('maker', update, { ...answers, [field]: value, id, revision })
      expect(asked.data, asked.text).toMatchObject({ status: 'handled', changeStatus: 'submitted' })
      expect(await atDesk(id)).toBe('submitted')
      const waiting = await read('editor', id)
      expect(waiting[field]).not.toBe(value)
      const done = await desk('handle', `id=${id}&change=${waiting.change?.revision}`)
      expect(done.data, done.text).toMatchObject({ changeStatus: null })
      expect(await read('maker', id)).toMatchObject({
        [field]: value,
        declareNo: receiptNo,
        status: 'handled',
      })
      expect(await atDesk(id)).toBeUndefined()
    })

    test('finds a declaration by its number in the operator list, and its owner can cancel it', async () => {
      const path = `operator/${type}/manage?keyWord=${receiptNo}`
      const found = (await get<Listed>('auditor', path)).data
      expect(found.list.map((row) => row.id)).toEqual([id])
      expect((await get('stranger', path)).status).toBe(403)
      const cancel = update.replace('update', 'cancel')
      expect((await get('maker', `${cancel}?id=${id}`)).status).toBe(200)
      expect((await read('maker', id)).actions).toEqual([])
    })
  },
)

interface Published {
  readonly title: string
  readonly type: string
  readonly at: string
  readonly add: string
  readonly list: string
  readonly info: (id: string) => string
  /** A field whose words stand in the public, and a value that is too short for it. */
  readonly field: string
  readonly short: string
  readonly more?: () => Promise<Answers>
  /** Where operators refuse it; default: beside the other calls. */
  readonly refuse?: string
}

const labelled = async () => {
  const { data, text } = await post('editor', 'cfdLabel/add', {
    title: `标签${Math.round(now.getTime() / 10) % 1e6}`,
  })
  expect(data?.id, text).toBeTruthy()
  return { labelIds: [data.id] }
}

const PUBLISHED: readonly Published[] = [
  {
    title: '科研项目',
    type: 'research',
    at: 'scientificResearch',
    add: 'save',
    list: 'scientificResearch/list',
    info: (id) => `scientificResearch/info/${id}`,
    field: 'title',
    short: '研究',
  },
  {
    title: '标签资料',
    type: 'cfd',
    at: 'cfd',
    add: 'add',
    list: 'cfd/getList',
    info: (id) => `cfd/info?id=${id}`,
    field: 'title',
    short: '资料',
    more: labelled,
  },
  {
    title: '成果资料',
    type: 'mss',
    at: 'mss',
    add: 'add',
    list: 'mss/list',
    info: (id) => `mss/info/${id}`,
    field: 'title',
    short: '成果',
    more: labelled,
  },
  {
    title: '招标',
    type: 'bidding',
    at: 'bidding',
    add: 'add',
    list: 'bidding/list',
    info: (id) => `bidding/info/${id}`,
    field: 'title',
    short: '公告',
    refuse: 'operator/bidding/refuse',
  },
  {
    title: '需求',
    type: 'demand',
    at: 'demand',
    add: 'add',
    list: 'demand/list',
    info: (id) => `demand/info/${id}`,
    field: 'title',
    short: '需求',
  },
]

describe.each(PUBLISHED)(
  'publication process of $title',
  ({ type, at, add, list, info, field, short, more, refuse }) => {
    const call = (by: Name, step: string, query: string) =>
      get(by, `${step === 'refuse' && refuse ? refuse : `${at}/${step}`}?${query}`)
    const read = async (by: Name | undefined, id: string) => (await get(by, info(id))).data
    const listed = async (id: string) =>
      (await get<Listed>(undefined, `${list}?limit=50`)).data.list.some((row) => row.id === id)
    let answers: Answers
    let id: string

    test('refuses a value that is too short at its field, and queues a valid item without publishing it', async () => {
      answers = { ...(await answersTo(type)), ...(await more?.()), [field]: '城市内涝抢险装备成果一' }
      const refused = await post('maker', `${at}/${add}`, { ...answers, [field]: short })
      expect(errorsOf(refused), refused.text).toEqual({ [field]: expect.stringMatching(/至少 [56] 个字/) })
      const sent = await post('maker', `${at}/${add}`, answers)
      expect(sent.data, sent.text).toMatchObject({ status: 'pending' })
      id = sent.data.id
      expect([await atDesk(id), await atDesk(id, 'auditor')]).toEqual(['pending', 'pending'])
      expect([await listed(id), await read(undefined, id), await read('stranger', id)]).toEqual([
        false,
        null,
        null,
      ])
      expect((await call('auditor', 'online', `id=${id}`)).status).toBe(403)
    })

    test('lists a refused item with its reason in the owner to-dos and queues the correction', async () => {
      const why = encodeURIComponent('请写明试验数据')
      expect((await call('editor', 'refuse', `id=${id}&reason=${why}`)).status).toBe(200)
      expect(await atDesk(id)).toBeUndefined()
      expect(await todoOf('maker', id)).toBe('请修改后“重新提交”')
      const { revision, statusReason } = await read('maker', id)
      expect(statusReason).toBe('请写明试验数据')
      answers = { ...answers, [field]: '城市内涝抢险装备成果二' }
      const mended = await post('maker', `${at}/update`, { ...answers, id, revision })
      expect(mended.data, mended.text).toMatchObject({ status: 'pending' })
      expect([await atDesk(id), await todoOf('maker', id)]).toEqual(['pending', undefined])
    })

    test('publishes an approved item; a later change waits, can be refused, and replaces it on approval', async () => {
      const seen = await read('editor', id)
      expect((await call('editor', 'online', `id=${id}&revision=${seen.revision}`)).status).toBe(200)
      expect([await atDesk(id), await listed(id)]).toEqual([undefined, true])
      const change = async (value: string) => {
        const { revision } = await read('maker', id)
        const asked = await post('maker', `${at}/update`, { ...answers, [field]: value, id, revision })
        expect(asked.data, asked.text).toMatchObject({ status: 'online', changeStatus: 'pending' })
        expect(await atDesk(id)).toBe('pending')
        return (await read('editor', id)).change?.revision
      }
      const first = await change('城市内涝抢险装备成果三')
      const why = encodeURIComponent('名称与附件不符')
      expect((await call('editor', 'refuse', `id=${id}&change=${first}&reason=${why}`)).status).toBe(200)
      expect(await todoOf('maker', id)).toBe('修改稿被退回，请按意见修改后重新提交')
      expect(await atDesk(id)).toBeUndefined()
      const second = await change('城市内涝抢险装备成果四')
      expect(await read(undefined, id)).toMatchObject({ [field]: '城市内涝抢险装备成果二' })
      expect((await call('editor', 'online', `id=${id}&change=${second}`)).status).toBe(200)
      expect(await read(undefined, id)).toMatchObject({ [field]: '城市内涝抢险装备成果四' })
      expect([await atDesk(id), await todoOf('maker', id)]).toEqual([undefined, undefined])
    })

    test('removes an item that is taken offline from list and queue, and its owner can delete it', async () => {
      const why = encodeURIComponent('核实来源')
      expect((await call('editor', 'offline', `id=${id}&reason=${why}`)).status).toBe(200)
      expect([await listed(id), await atDesk(id)]).toEqual([false, undefined])
      expect(await read('maker', id)).toMatchObject({ status: 'offline', statusReason: '核实来源' })
      expect((await call('maker', 'delete', `id=${id}`)).status).toBe(200)
      expect(await read('maker', id)).toBeNull()
    })
  },
)

test('an unveiling list past its deadline accepts corrections of returned declarations, but no new ones', async () => {
  const announceId = await announced('JB-2026-02', '2026-12-05')
  const answers = { ...(await answersTo('unveilingResearch')), announceId, title: '高层供水接力泵组攻关' }
  const { data } = await post('maker', 'unveilingResearch/save', answers)
  expect(data.status).toBe('submitted')
  const back = await post('editor', 'operator/unveilingResearch/refuse', {
    id: data.id,
    reason: '请补充指标',
    remarks: [{ field: 'indicators', text: '缺少测试条件' }],
  })
  expect(back.status, back.text).toBe(200)
  now = new Date(now.getTime() + 14 * DAY)
  tokens = await signInAll(app, PEOPLE)
  const { revision } = (await get('maker', `unveilingResearch/info/${data.id}`)).data
  const mended = await post('maker', 'unveilingResearch/update', {
    ...answers,
    id: data.id,
    revision,
    title: '高层供水接力泵组联合攻关',
  })
  expect(mended.data, mended.text).toMatchObject({ status: 'submitted' })
  const late = await post('stranger', 'unveilingResearch/save', { ...answers, files: [] })
  expect([late.status, late.msg]).toEqual([409, '榜单的征集已于 2026-12-05 截止，不再接收新的揭榜攻关申报'])
})
