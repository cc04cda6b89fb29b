// Tests the inbox: what waits of every kind, its filters, and who has taken what.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStage, type Paged, type Stage, type Who } from '../content/pending-changes/people.ts'
import { registerAs } from '../identity/accounts/support/registering.ts'
import { ONE_DATABASE } from '../platform/database/each-database.ts'

interface Entry {
  readonly id: string
  readonly dataType: string
  readonly title: string
  readonly status: string
  readonly assigneeName: string | null
  readonly mine: boolean
}

const HOUR = 60 * 60_000

describe.each(ONE_DATABASE)('the inbox on $name', (database) => {
  let stage: Stage
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    stage = await openStage(database)
    const { post, write } = stage
    ids.article = await write('等待审核的稿件', { online: false })
    const shown = await write('供评论的稿件')
    const say = async (content: string) =>
      (await post<{ id: string }>('other', '/deliverInfoComment/add', { dataId: shown, content })).data.id
    ids.comment = await say('被举报的评论')
    ids.calm = await say('没有人举报的评论')
    const report = await post('author', '/deliverInfoComment/report', { id: ids.comment, reason: '2' })
    expect(report.status, report.text).toBe(200)
    const note = { title: '页面差错', content: '列表中的日期与原文不一致，请核对。' }
    ids.note = (await post('author', '/api/mobile/avicfeedback/save', note)).data.id
    await registerAs(stage.app, 'auth.registerSupplier')
  })
  afterAll(() => stage.app.close())

  const inbox = async (query = '', who: Who = 'operator') =>
    (await stage.get<Paged<Entry>>(who, `/api/moderation/queue?limit=50${query}`)).data
  const entry = async (id: string, who: Who = 'operator') =>
    (await inbox(`&keyWord=${id}`, who)).list.find((one) => one.id === id)
  const of = (type: string, id: string | undefined) => ({ type, id: id ?? '' })
  const send = (who: Who, what: string, body: object) => stage.post(who, `/api/moderation/${what}`, body)

  test('lists items, reported comments and applications, and nothing that waits for nobody', async () => {
    const { list, totalCount } = await inbox()
    const found = Object.fromEntries(list.map(({ id, dataType, status }) => [id, [dataType, status]]))
    expect(found).toMatchObject({
      [ids.article ?? '']: ['deliver', 'pending'],
      [ids.comment ?? '']: ['comment', 'pending'],
      [ids.note ?? '']: ['feedback', 'submitted'],
    })
    expect(list.map(({ id }) => id)).not.toContain(ids.calm)
    expect(list.filter(({ dataType }) => dataType === 'application')).toHaveLength(1)
    expect(totalCount).toBe(list.length)
    expect((await inbox('', 'auditor')).totalCount).toBe(totalCount)
  })

  test.each(['deliver', 'comment', 'feedback', 'application'])(
    'filtered by the kind %s it counts what it lists',
    async (type) => {
      const { list, totalCount } = await inbox(`&dataType=${type}`)
      expect(list.map(({ dataType }) => dataType)).toEqual([type])
      expect(totalCount).toBe(1)
      expect((await inbox(`&dataType=${type}&page=9`)).totalCount).toBe(1)
    },
  )

  test('is sorted by the time of submission both ways, and by deadline', async () => {
    const order = async (sort: string) => (await inbox(`&sort=${sort}`)).list.map(({ id }) => id)
    const oldest = await order('updatedAt')
    expect(await order('-updatedAt')).toEqual([...oldest].reverse())
    expect(await order('due')).toEqual(oldest)
    expect((await stage.get('operator', '/api/moderation/queue?sort=title')).status).toBe(400)
  })

  test('of two who take an entry at once exactly one gets it, and the other reads who has it', async () => {
    const both = await Promise.all(
      (['operator', 'second'] as const).map((who) => send(who, 'take', of('deliver', ids.article))),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const lost = both.find(({ status }) => status !== 200)
    expect(lost?.text).toContain('正在处理')
    const won = both[0]?.status === 200 ? 'operator' : 'second'
    expect(await entry(ids.article ?? '', won)).toMatchObject({
      mine: true,
      assigneeName: expect.any(String),
    })
    expect((await inbox('&mine=true', won)).list.map(({ id }) => id)).toEqual([ids.article])
    expect((await inbox('&mine=true', won === 'second' ? 'operator' : 'second')).totalCount).toBe(0)
  })

  test('an entry is handed over to who may decide it, who is told, and to nobody else', async () => {
    const target = of('comment', ids.comment)
    const { data } = await stage.get<{ list: { id: string }[] }>(
      'operator',
      `/api/moderation/colleagues?type=comment&id=${ids.comment}`,
    )
    expect(data.list.map(({ id }) => id)).toEqual(['second'])
    for (const to of ['author', 'auditor', 'nobody'])
      expect((await send('operator', 'handOver', { ...target, to })).status).toBe(400)
    expect((await send('operator', 'handOver', { ...target, to: 'second' })).status).toBe(200)
    expect(await entry(ids.comment ?? '', 'second')).toMatchObject({ mine: true })
    const notices = await stage.app.services.db
      .selectFrom('notice')
      .select('content')
      .where('userId', '=', 'second')
      .execute()
    expect(notices.map(({ content }) => content).join()).toContain('被举报的评论')
  })

  test('an entry is given back by who has it only', async () => {
    const target = of('comment', ids.comment)
    expect((await send('operator', 'release', target)).status).toBe(409)
    expect((await send('second', 'release', target)).status).toBe(200)
    expect(await entry(ids.comment ?? '')).toMatchObject({ assigneeName: null, mine: false })
  })

  test.each([
    ['auditor', 403],
    ['author', 403],
    ['guest', 401],
  ] as const)('an entry is not taken by %s: %d', async (who, status) => {
    expect((await send(who, 'take', of('deliver', ids.article))).status).toBe(status)
  })

  test('a decided entry leaves the inbox, and takes its assignment along', async () => {
    const id = await stage.write('撤回后再提交的稿件', { online: false })
    expect((await send('operator', 'take', of('deliver', id))).status).toBe(200)
    const reason = encodeURIComponent('请补充来源')
    expect((await stage.step('second', id, 'refuse', `&reason=${reason}`)).status).toBe(200)
    expect(await entry(id)).toBeUndefined()
    expect((await send('operator', 'take', of('deliver', id))).status).toBe(404)
    expect((await stage.step('author', id, 'submit')).status).toBe(200)
    expect(await entry(id)).toMatchObject({ assigneeName: null })
  })

  test('an assignment without action ends by itself after a day', async () => {
    const { services } = stage.app
    expect((await send('operator', 'take', of('feedback', ids.note))).status).toBe(200)
    const since = new Date(services.clock().getTime() - 25 * HOUR)
    await services.db
      .updateTable('queueAssignment')
      .set({ since })
      .where('targetId', '=', ids.note ?? '')
      .execute()
    expect(await entry(ids.note ?? '')).toMatchObject({ assigneeName: null })
    expect((await send('second', 'take', of('feedback', ids.note))).status).toBe(200)
    expect(await entry(ids.note ?? '', 'second')).toMatchObject({ mine: true })
  })

  test('taking and handing over are in the audit log', async () => {
    const { services } = stage.app
    const rows = await services.db
      .selectFrom('audit')
      .select('action')
      .where('action', 'like', 'publishing.%')
      .where('result', '=', 'ok')
      .execute()
    expect(new Set(rows.map(({ action }) => action))).toEqual(
      new Set(['publishing.take', 'publishing.handOver', 'publishing.release']),
    )
  })
})
