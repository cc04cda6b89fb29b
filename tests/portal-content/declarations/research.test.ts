// Tests scientific research and unveiling research: save, list, info, delete, saveFile (DEC-02).
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { keepFile } from '../../server/support/keep-file.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'

interface Item extends Record<string, unknown> {
  readonly id: string
  readonly status: string
  readonly revision: number
}

let app: TestApp
const tokens: Record<string, string> = {}
beforeAll(async () => {
  app = await createTestApp()
  for (const [name, role] of [
    ['scientist', 'science'],
    ['stranger', 'unit'],
    ['operator', 'operator'],
  ] as const)
    tokens[name] = await app.signIn(name, role)
}, 60_000)
afterAll(() => app.close())

const as = (name: string) => ({ token: tokens[name] })
const list = async (path: string, who?: string) => {
  const { status, data } = await app.get<Paged<Item>>(`${path}?limit=50`, who ? as(who) : {})
  return status === 200 ? data.list.map(({ id }) => id) : status
}
const ownFile = (form: string, ownerId = 'scientist') => keepFile(app, { form, field: 'files', ownerId })

const PROJECT = {
  title: '城市内涝智能排涝机器人集群研究',
  directionAnnouncement: 'DA03',
  leadUnit: '示例水利科学研究院',
  unitLeadingNature: 'UN06',
  leaderName: '周某某',
  trl: '6',
  indicators: '单机流量不低于 1000 m³/h，展开时间不超过 10 分钟。',
}

describe('scientific research (DEC-02)', () => {
  const at = (name: string) => `/newapi/scientificResearch/${name}`
  let id: string

  test('save stores several projects of an account as pending, and updates the one with the id', async () => {
    const saved = await app.post<Item>(at('save'), PROJECT, as('scientist'))
    expect(saved.data, saved.text).toMatchObject({ status: 'pending', revision: 1 })
    id = saved.data.id
    const other = await app.post<Item>(at('save'), { ...PROJECT, title: '另一个科研项目' }, as('scientist'))
    expect(other.data.id).not.toBe(id)
    const again = await app.post<Item>(at('save'), { ...PROJECT, id, trl: '7' }, as('scientist'))
    expect(again.data, again.text).toMatchObject({ id, status: 'pending', revision: 2 })
    for (const body of [{}, { title: '只有题目的科研项目' }]) {
      const half = await app.post<Item>(`${at('save')}?submit=false`, body, as('scientist'))
      expect(half.status, 'it is examined at once, so that nothing of it may be missing').toBe(400)
    }
    const queue = await app.get<Paged<Item>>('/newapi/moderation/queue?limit=50', as('operator'))
    expect(queue.text).not.toContain('只有题目的科研项目')
    const foreign = await app.post<Item>(at('save'), { ...PROJECT, id }, as('stranger'))
    expect(foreign.status).toBe(404)
    expect((await app.post(at('save'), PROJECT)).status).toBe(401)
    const wrong = { ...PROJECT, startDate: '2026-05-01', endDate: '2026-04-01' }
    const refused = await app.post(at('save'), wrong, as('scientist'))
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('结束日期')])
  })

  test('saveFile accepts files of the owner only, and refuses other accounts', async () => {
    const file = await ownFile('research')
    const put = await app.post<Item>(at('saveFile'), { id, files: [file] }, as('scientist'))
    expect(put.status, put.text).toBe(200)
    const { data } = await app.get<Item>(at(`info/${id}`), as('scientist'))
    expect([data.files, data.title]).toEqual([[file], PROJECT.title])
    const foreign = await ownFile('research', 'stranger')
    expect((await app.post(at('saveFile'), { id, files: [foreign] }, as('scientist'))).status).toBe(400)
    const strangers = await app.post(at('saveFile'), { id, files: [foreign] }, as('stranger'))
    expect(strangers.status).toBe(404)
  })

  test('list and info return a project to everybody once approved; saveFile is refused from then on', async () => {
    expect(await list(at('list'))).not.toContain(id)
    expect((await app.get(at(`info/${id}`), as('stranger'))).status).toBe(404)
    const { revision } = (await app.get<Item>(at(`info/${id}`), as('operator'))).data
    const online = await app.get(at(`online?id=${id}&revision=${revision}`), as('operator'))
    expect(online.status, online.text).toBe(200)
    expect(await list(at('list'))).toContain(id)
    expect((await app.get<Item>(at(`info/${id}`))).data).toMatchObject({ id, trl: '7' })
    const late = await app.post(at('saveFile'), { id, files: [await ownFile('research')] }, as('scientist'))
    expect([late.status, late.msg]).toEqual([409, expect.stringContaining('审核通过后生效')])
  })

  test('delete is refused to other accounts, and info returns 404 after a delete by the owner', async () => {
    expect((await app.get(at(`delete?id=${id}`), as('stranger'))).status).toBe(403)
    expect((await app.get(at(`delete?id=${id}`), as('scientist'))).status).toBe(200)
    expect((await app.get(at(`info/${id}`))).status).toBe(404)
    expect(await list(at('list'))).not.toContain(id)
  })
})

const NOTICE = {
  title: '隧道火灾侦察灭火机器人',
  listNo: 'JB-2026-09',
  directionAnnouncement: 'DA06',
  application: 'AP08',
  publisher: '示例省应急管理厅',
  requirements: '高温环境连续工作不少于 15 分钟。',
  deadline: '2099-12-31',
}
const BID = {
  title: '耐高温隧道侦察灭火机器人攻关',
  directionAnnouncement: 'DA06',
  unitName: '示例水利科学研究院',
  uscc: '91000000MA0000001R',
  unitLeadingNature: 'UN06',
  application: 'AP08',
  currentLevel: '现有机型只能短时作业，通信依赖线缆。',
  indicators: [{ name: '连续工作时间', unit: 'min', current: '5', target: '15' }],
  route: '双层隔热与水雾自保护，履带底盘。',
  funding: 800,
  selfFunding: 400,
  contactName: '联系人',
  contactMobile: '13900000001',
}

describe('unveiling research (DEC-02)', () => {
  const at = (name: string) => `/newapi/unveilingResearch/${name}`
  const announce = async (more: object = {}) => {
    const added = await app.post<Item>(
      '/newapi/operator/unveilingList/add',
      { ...NOTICE, ...more },
      as('operator'),
    )
    expect(added.status, added.text).toBe(200)
    return added.data.id
  }
  let announceId: string
  let id: string

  test('save stores a draft, then accepts one submission under each unveiling list, with a receipt number', async () => {
    announceId = await announce()
    const draft = await app.post<Item>(
      at('save?submit=false'),
      { announceId, title: BID.title },
      as('scientist'),
    )
    expect(draft.data, draft.text).toMatchObject({ status: 'draft' })
    id = draft.data.id
    const again = { announceId, title: `${BID.title}（二稿）` }
    const kept = await app.post<Item>(at('save?submit=false'), again, as('scientist'))
    expect(kept.data, kept.text).toMatchObject({ id, status: 'draft' })
    const sent = await app.post<Item>(at('save'), { ...BID, announceId, id }, as('scientist'))
    expect(sent.data, sent.text).toMatchObject({
      id,
      status: 'submitted',
      receiptNo: expect.stringMatching(/^SB-/),
    })
    const second = await app.post(at('save'), { ...BID, announceId }, as('scientist'))
    expect([second.status, second.msg]).toEqual([409, expect.stringContaining('提交过')])
    const standing = async (who: string) =>
      (await app.get<{ submitted: boolean }>(at(`isSubmit?announceId=${announceId}`), as(who))).data.submitted
    expect([await standing('scientist'), await standing('stranger')]).toEqual([true, false])
    const more = { ...BID, announceId: await announce({ listNo: 'JB-2026-10' }) }
    expect((await app.post(at('save'), more, as('scientist'))).status).toBe(200)
    const dear = { ...BID, announceId, selfFunding: 900 }
    expect((await app.post(at('save'), dear, as('stranger'))).status).toBe(400)
  })

  test('save is refused after the deadline of the unveiling list', async () => {
    const over = await announce({ listNo: 'JB-2020-01', deadline: dayAt(Date.now()) })
    // Its last day passes.
    await sql`update item set body = body || '{"deadline":"2020-01-01"}' where id = ${over}`.execute(
      app.services.db,
    )
    const late = await app.post(at('save'), { ...BID, announceId: over }, as('stranger'))
    expect([late.status, late.msg]).toEqual([409, expect.stringContaining('已于 2020-01-01 截止')])
  })

  test('an offline unveiling list stays readable to accounts that answered, and is in no list', async () => {
    const taken = await announce({ listNo: 'JB-2026-11' })
    const answered = await app.post<Item>(at('save'), { ...BID, announceId: taken }, as('scientist'))
    expect(answered.data, answered.text).toMatchObject({ status: 'submitted' })
    const off = await app.get(`/newapi/operator/unveilingList/offline?id=${taken}`, as('operator'))
    expect(off.status, off.text).toBe(200)
    const read = (who?: string) => app.get<Item>(`/newapi/unveilingList/info/${taken}`, who ? as(who) : {})
    expect((await read('scientist')).data).toMatchObject({
      id: taken,
      status: 'offline',
      title: NOTICE.title,
    })
    expect((await app.get<Item>(at(`info/${answered.data.id}`), as('scientist'))).data).toMatchObject({
      announceIdTitle: NOTICE.title,
    })
    for (const who of ['stranger', undefined]) expect((await read(who)).status).toBe(404)
    for (const who of ['scientist', 'stranger', undefined])
      expect(await list('/newapi/unveilingList/list', who)).not.toContain(taken)
    const refused = await app.post(at('save'), { ...BID, announceId: taken }, as('stranger'))
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('榜单不存在或已被删除')])
  })

  test('accounts that answered an unveiling list get a notice when the list is taken offline or deleted', async () => {
    const told = async (who: string, title: string) =>
      (await app.get<Paged<Item>>('/newapi/msgNotice/getMsgNoticeInfo?limit=50', as(who))).data.list.filter(
        (message) => message.title === title,
      )
    const title = '高原无人机集群应急投送系统攻关'
    const taken = await announce({ listNo: 'JB-2026-14', title })
    const answered = await app.post<Item>(at('save'), { ...BID, announceId: taken }, as('scientist'))
    expect(answered.status, answered.text).toBe(200)
    const step = async (action: string) => {
      const done = await app.get(`/newapi/operator/unveilingList/${action}?id=${taken}`, as('operator'))
      expect(done.status, done.text).toBe(200)
    }
    await step('offline')
    const [first, ...more] = await told('scientist', `揭榜榜单“${title}”已下线`)
    expect([first?.content, more]).toEqual([expect.stringContaining('仍然保留'), []])
    await step('delete')
    expect(await told('scientist', `揭榜榜单“${title}”已删除`)).toHaveLength(1)
    expect((await app.get<Item>(at(`info/${answered.data.id}`), as('scientist'))).data.status).toBe(
      'submitted',
    )
    for (const word of ['已下线', '已删除'])
      expect(await told('stranger', `揭榜榜单“${title}”${word}`)).toEqual([])
  })

  test('list returns own items only, and info is readable by the owner and operators', async () => {
    expect(await list(at('list'), 'scientist')).toContain(id)
    expect(await list(at('list'), 'stranger')).toEqual([])
    expect(await list(at('list'))).toBe(401)
    for (const who of ['scientist', 'operator'])
      expect((await app.get<Item>(at(`info/${id}`), as(who))).data).toMatchObject({ id, title: BID.title })
    expect((await app.get(at(`info/${id}`), as('stranger'))).status).toBe(404)
    expect((await app.get(at(`info/${id}`))).status).toBe(401)
  })

  test('saveFile is refused after submission and accepted after withdrawal', async () => {
    const files = [await ownFile('unveilingResearch')]
    expect((await app.post(at('saveFile'), { id, files }, as('scientist'))).status).toBe(409)
    expect((await app.get(at(`withdraw?id=${id}`), as('scientist'))).status).toBe(200)
    const put = await app.post<Item>(at('saveFile'), { id, files }, as('scientist'))
    expect(put.status, put.text).toBe(200)
    expect((await app.get<Item>(at(`info/${id}`), as('scientist'))).data.files).toEqual(files)
  })

  test('delete is refused to an operator and succeeds for the owner', async () => {
    expect((await app.get(at(`delete?id=${id}`), as('operator'))).status).toBeGreaterThan(400)
    expect((await app.get(at(`delete?id=${id}`), as('scientist'))).status).toBe(200)
    expect(await list(at('list'), 'scientist')).not.toContain(id)
  })

  test('under an offline unveiling list a returned item is corrected, and a draft cannot be submitted', async () => {
    const taken = await announce({ listNo: 'JB-2026-12' })
    const other = await announce({ listNo: 'JB-2026-13' })
    const sent = await app.post<Item>(at('save'), { ...BID, announceId: taken }, as('scientist'))
    const kept = await app.post<Item>(at('save'), { ...BID, announceId: taken }, as('stranger'))
    expect([sent.status, kept.status], sent.text).toEqual([200, 200])
    expect((await app.get(at(`withdraw?id=${kept.data.id}`), as('stranger'))).status).toBe(200)
    for (const list of [taken, other]) {
      const off = await app.get(`/newapi/operator/unveilingList/offline?id=${list}`, as('operator'))
      expect(off.status, off.text).toBe(200)
    }
    const back = await app.post(
      '/newapi/operator/unveilingResearch/refuse',
      { id: sent.data.id, reason: '请补充指标的试验方法' },
      as('operator'),
    )
    expect(back.status, back.text).toBe(200)
    const read = async () => (await app.get<Item>(at(`info/${sent.data.id}`), as('scientist'))).data
    const { revision } = await read()
    expect(await read()).toMatchObject({ status: 'returned' })
    expect((await read()).barred ?? null).toBeNull()
    const body = { ...BID, id: sent.data.id, announceId: taken }
    const elsewhere = { ...body, announceId: other }
    for (const call of ['save', 'update']) {
      const moved = await app.post(at(call), { ...elsewhere, revision }, as('scientist'))
      expect(moved.status, `${call} ${moved.text}`).toBeGreaterThanOrEqual(400)
    }
    const mended = await app.post<Item>(at('update'), { ...body, funding: 700, revision }, as('scientist'))
    expect(mended.data, mended.text).toMatchObject({ status: 'submitted' })
    const again = await app.post(at('save'), { ...BID, id: kept.data.id, announceId: taken }, as('stranger'))
    expect([again.status, again.msg]).toEqual([409, expect.stringContaining('已下线')])
  })
})
