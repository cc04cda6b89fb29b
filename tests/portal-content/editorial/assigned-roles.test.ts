// Tests roles for a scope: an editor and a reviewer of news of one province see, edit and review those only.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import { type Article, type Newsroom, openNewsroom } from './newsroom.ts'

type Row = Readonly<Record<string, unknown>>

let room: Newsroom
let inside: string
let outside: string
const tokens = new Map<string, string>()
const as = (name: string) => ({ token: tokens.get(name) as string })

beforeAll(async () => {
  room = await openNewsroom()
  for (const name of ['sichuan', 'checker', 'column']) tokens.set(name, await room.app.signIn(name, 'staff'))
  const give = async (userName: string, body: object) => {
    const reason = '负责四川的资讯'
    const given = await room.app.post<Row>(
      '/newapi/operator/role/give',
      { userName, reason, ...body },
      room.as('boss'),
    )
    expect(given.code, given.text).toBe(0)
  }
  await give('sichuan', { role: 'editor', types: ['news'], region: '51' })
  await give('checker', { role: 'reviewer', types: ['news'], region: '51' })
  await give('column', { role: 'editor', types: ['news'], categories: ['检修动态'] })
  const add = async (title: string, region: string) => (await room.add('editor', title, { region })).data.id
  inside = await add('成都排水抢险车完成检修', '5101')
  outside = await add('福州排水抢险车完成检修', '3501')
}, 60_000)
afterAll(() => room.close())

const info = (who: string, id: string) => room.app.get<Article>(`/newapi/cmsInfo/info/${id}`, as(who))
const titlesOf = async (who: string, address: string) => {
  const { data, text } = await room.app.get<Paged<Article>>(address, as(who))
  expect(data?.list, text).toBeDefined()
  return { titles: data.list.map(({ title }) => title).sort(), total: data.totalCount }
}
const CONSOLE = '/newapi/operator/news/manage?limit=50'
const INSIDE = '成都排水抢险车完成检修'

describe('an editor of news of one province', () => {
  test('lists, counts and finds in the console only news of the province', async () => {
    expect(await titlesOf('sichuan', CONSOLE)).toEqual({ titles: [INSIDE], total: 1 })
    expect(await titlesOf('sichuan', `${CONSOLE}&keyWord=${encodeURIComponent('检修')}`)).toEqual({
      titles: [INSIDE],
      total: 1,
    })
    expect((await titlesOf('sichuan', `${CONSOLE}&status=firstReview`)).titles).toEqual([INSIDE])
    expect((await titlesOf('sichuan', `${CONSOLE}&region=35`)).total).toBe(0)
  })

  test('reads news of the province before it is public, and no other', async () => {
    expect((await info('sichuan', inside)).status).toBe(200)
    expect((await info('sichuan', outside)).status).toBe(404)
  })

  test('has no access to another type', async () => {
    expect((await room.app.get('/newapi/operator/law/manage', as('sichuan'))).status).toBe(403)
  })

  test('reads versions of what it may edit, and of no other', async () => {
    const versions = async (title: string, region: string) => {
      const { data } = await room.add('editor', title, { region })
      await room.step('first', data.id, 'refuse', { reason: '请补充检修日期' })
      return (await room.app.get(`/newapi/api/version/list?id=${data.id}`, as('sichuan'))).status
    }
    expect(await versions('自贡水泵完成检修', '5103')).toBe(200)
    expect(await versions('泉州水泵完成检修', '3505')).toBe(404)
  })

  test('edits news of the province, but does not move it to another one, and edits no other', async () => {
    const { data } = await room.add('editor', '德阳照明设备完成检修', { region: '5106' })
    await room.step('first', data.id, 'refuse', { reason: '请补充检修日期' })
    const update = async (id: string, region: string) => {
      const revision = (await room.read('boss', id)).revision
      const body = { id, revision, ...room.answers('德阳照明设备今日完成检修', { region }) }
      return room.app.post<Article>('/newapi/operator/news/update', body, as('sichuan'))
    }
    const moved = await update(data.id, '3501')
    expect([moved.status, moved.errors?.[0]?.path], moved.text).toEqual([400, '/region'])
    expect((await update(data.id, '5107')).status).toBe(200)
    expect((await update(outside, '5101')).status).toBe(404)
  })

  test('adds news of the province and no other', async () => {
    const add = (region: string) =>
      room.app.post<Article>(
        '/newapi/operator/news/add',
        room.answers('绵阳水泵完成检修', { region }),
        as('sichuan'),
      )
    const refused = await add('3501')
    expect([refused.status, refused.errors?.[0]?.path], refused.text).toEqual([400, '/region'])
    expect((await add('5107')).status).toBe(200)
  })

  test('has no access to calls for administrators', async () => {
    expect((await room.app.get('/newapi/operator/user/list', as('sichuan'))).status).toBe(403)
    expect((await room.app.get('/newapi/operator/role/list', as('sichuan'))).status).toBe(403)
  })

  test('sees in the console no public news of others', async () => {
    const { data } = await room.add('editor', '厦门水泵完成检修', { region: '3502' })
    for (const who of ['first', 'second', 'third'] as const) await room.step(who, data.id, 'pass')
    expect((await titlesOf('sichuan', CONSOLE)).titles).not.toContain('厦门水泵完成检修')
    expect((await titlesOf('sichuan', '/newapi/cmsInfo/sortedList?limit=50')).titles).toEqual([
      '厦门水泵完成检修',
    ])
    const body = { id: data.id, revision: 4, ...room.answers('厦门水泵改由四川修改', { region: '3502' }) }
    expect((await room.app.post('/newapi/operator/news/update', body, as('sichuan'))).status).toBe(403)
    expect((await room.app.get(`/newapi/api/version/list?id=${data.id}`, as('sichuan'))).status).toBe(403)
  })
})

describe('a reviewer of news of one province', () => {
  test('has news of the province in the queue, reviews it, and is told of no other', async () => {
    const queue = await titlesOf('checker', '/newapi/api/moderation/queue?limit=50')
    expect(queue.titles).toContain(INSIDE)
    expect(queue.titles).not.toContain('福州排水抢险车完成检修')
    expect(queue.total).toBe(queue.titles.length)
    const notices = await room.app.services.db
      .selectFrom('notice')
      .select('itemId')
      .where('userId', '=', 'checker')
      .where('template', '=', 'reviewWaiting')
      .execute()
    const ids = notices.map(({ itemId }) => itemId)
    expect(ids).toContain(inside)
    expect(ids).not.toContain(outside)
    const { data } = await info('checker', inside)
    expect(data.actions.map(({ action }) => action)).toContain('pass')
    const call = room.app.source.model.operations.find((one) => one.id === 'news.pass')
    const pass = (id: string, revision: number) =>
      call?.method === 'POST'
        ? room.app.post<Article>(call.path, { id, revision }, as('checker'))
        : room.app.get<Article>(`${call?.path}?id=${id}&revision=${revision}`, as('checker'))
    expect((await pass(outside, 1)).status).toBe(404)
    expect((await pass(inside, data.revision)).data).toMatchObject({ status: 'secondReview' })
  })

  test('does not edit', async () => {
    const { revision } = await room.read('boss', inside)
    const body = { id: inside, revision, ...room.answers('审核人员修改的标题', { region: '5101' }) }
    expect((await room.app.post('/newapi/operator/news/update', body, as('checker'))).status).toBe(403)
  })
})

test('an editor of one province sees what is planned for news of the province, and no other', async () => {
  const plan = async (title: string, region: string) => {
    const { data } = await room.add('editor', title, { region, expireAt: '2027-03-01T00:00:00Z' })
    for (const who of ['first', 'second', 'third'] as const) await room.step(who, data.id, 'pass')
  }
  await plan('广元排涝车年度检修', '5108')
  await plan('莆田排涝车年度检修', '3503')
  const planned = await titlesOf('sichuan', '/newapi/api/moderation/scheduled?limit=50')
  expect(planned).toEqual({ titles: ['广元排涝车年度检修'], total: 1 })
  expect((await titlesOf('column', '/newapi/api/moderation/scheduled?limit=50')).total).toBe(2)
})

test('a reviewer of one province passes several items at once only where they are of the province', async () => {
  const ids = [(await room.add('editor', '乐山水泵检修', { region: '5111' })).data.id, outside]
  const items = ids.map((id) => ({ id, revision: 1 }))
  const body = { action: 'pass', items }
  const { data } = await room.app.post<{ results: Row[] }>('/newapi/operator/news/bulk', body, as('checker'))
  expect(data.results.map(({ ok }) => ok)).toEqual([true, false])
})

test('an editor of one column sees the news of that column', async () => {
  const { data: topic } = await room.app.post<Row>(
    '/newapi/operator/topic/add',
    { name: '政策动态' },
    room.as('boss'),
  )
  await room.add('editor', '政策动态里的一篇稿件', { topicId: topic.id })
  const { titles } = await titlesOf('column', CONSOLE)
  expect(titles).toContain(INSIDE)
  expect(titles).not.toContain('政策动态里的一篇稿件')
})

test('a role that is taken away gives no access any more', async () => {
  const { data } = await room.app.get<Paged<Row>>('/newapi/operator/role/list?role=reviewer', room.as('boss'))
  const body = { id: data.list[0]?.id, reason: '工作调整，不再审核' }
  expect((await room.app.post('/newapi/operator/role/end', body, room.as('boss'))).code).toBe(0)
  expect((await info('checker', inside)).status).toBe(404)
  expect((await room.app.get('/newapi/api/moderation/queue', as('checker'))).status).toBe(403)
})
