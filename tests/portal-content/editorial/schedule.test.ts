// Tests scheduled publication and taking down: once over all processes, told to the editor, cancelled.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '#server/platform/call.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'

const HOUR = 3_600_000
const FIRST = Date.parse('2026-12-01T00:00:00Z') // 8:00 in Beijing

/** Each test has its days: what the scheduler has done at a time it does not do again. */
let day = 0
/** A time of tomorrow, in hours after eight o'clock. */
const tomorrow = (hours = 0) => new Date(FIRST + (day * 24 + 24 + hours) * HOUR).toISOString()
const dateOfTomorrow = () => tomorrow().slice(0, 10)

let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom()
}, 60_000)
afterAll(() => room.close())
beforeEach(() => {
  day += 3
  return room.goTo(tomorrow(-23))
})

async function passedBy(id: string, ...people: readonly ('first' | 'second' | 'third')[]): Promise<string> {
  let status = ''
  for (const who of people) {
    const done = await room.step(who, id, 'pass')
    expect(done.status, done.text).toBe(200)
    status = done.data.status
  }
  return status
}

async function scheduled(title: string, more: object = {}): Promise<string> {
  const { data, text } = await room.add('editor', title, {
    publishAt: `${dateOfTomorrow()}T08:00:00+08:00`,
    ...more,
  })
  expect(data?.status, text).toBe('firstReview')
  expect(await passedBy(data.id, 'first', 'second', 'third')).toBe('scheduled')
  return data.id
}

const told = async (id: string) =>
  (await room.notices('editor')).filter(({ itemId }) => itemId === id).map(({ title }) => title)

const movesOf = async (id: string, to: string) =>
  room.app.services.db
    .selectFrom('transitionLog')
    .select(['id'])
    .where('itemId', '=', id)
    .where('toStatus', '=', to)
    .execute()

describe('an article for 8:00 tomorrow', () => {
  test('goes online then, once, by one of two processes, and the editor is told', async () => {
    const id = await scheduled('明早八点上线的头条', { isTop: true })
    expect(await told(id)).toEqual([
      `装备资讯“明早八点上线的头条”已审核通过，将于${dateOfTomorrow()} 08:00上线`,
    ])
    await room.goTo(tomorrow(-1 / 60))
    await Promise.all([room.process().runDue(), room.process().runDue()])
    expect((await room.read('boss', id)).status).toBe('scheduled')
    expect((await room.app.get(`/newapi/cmsInfo/info/${id}`)).status).toBe(404)
    await room.goTo(tomorrow())
    await Promise.all([room.process().runDue(), room.process().runDue()])
    expect(room.errors).toEqual([])
    expect(await room.read('guest', id)).toMatchObject({ status: 'online', publishedAt: tomorrow() })
    expect(await movesOf(id, 'online')).toHaveLength(1)
    expect((await told(id)).slice(1)).toEqual(['装备资讯“明早八点上线的头条”已定时上线'])
    const headlines = await room.app.get<{ list: { id: string }[] }>('/newapi/cmsInfo/headlines')
    expect(headlines.data.list.map((item) => item.id)).toEqual([id])
    await room.goTo(tomorrow(1 / 60))
    await room.process().runDue()
    expect(await movesOf(id, 'online')).toHaveLength(1)
  })

  test('is online once when a process is killed before it commits', async () => {
    const id = await scheduled('中断之后仍只上线一次')
    await room.goTo(tomorrow())
    const killed: Services = {
      ...room.app.services,
      events: {
        ...room.app.services.events,
        emit: async () => {
          throw new Error('killed')
        },
      } as unknown as Services['events'],
    }
    await room
      .process(killed)
      .runDue()
      .catch(() => undefined)
    expect((await room.read('boss', id)).status).toBe('scheduled')
    expect(await movesOf(id, 'online')).toHaveLength(0)
    room.errors.length = 0
    await room.goTo(tomorrow(1 / 12))
    await Promise.all([room.process().runDue(), room.process().runDue()])
    expect((await room.read('guest', id)).status).toBe('online')
    expect(await movesOf(id, 'online')).toHaveLength(1)
    expect((await told(id)).filter((title) => title.includes('定时上线'))).toHaveLength(1)
  })

  test('stays offline when its schedule is cancelled', async () => {
    const id = await scheduled('被取消定时的稿件')
    expect((await room.step('colleague', id, 'unschedule')).data).toMatchObject({ status: 'draft' })
    await room.goTo(tomorrow())
    await room.process().runDue()
    expect((await room.read('editor', id)).status).toBe('draft')
  })

  test('can be put online before its time by a reviewer, but not by its author', async () => {
    const id = await scheduled('提前上线的稿件')
    expect((await room.step('editor', id, 'publish')).status).toBe(403)
    expect((await room.step('boss', id, 'publish')).data).toMatchObject({ status: 'online' })
    expect((await room.read('guest', id)).publishAt ?? null).toBeNull()
  })

  test('is listed with its time for editors, reviewers and operators', async () => {
    const id = await scheduled('列在定时计划中的稿件', { expireAt: `${dateOfTomorrow()}T18:00:00+08:00` })
    for (const who of ['editor', 'first', 'boss', 'auditor'] as const) {
      const { data } = await room.app.get<{ list: { id: string; what: string; at: string }[] }>(
        '/newapi/api/moderation/scheduled?limit=50',
        room.as(who),
      )
      expect(data.list).toContainEqual(expect.objectContaining({ id, what: '定时上线', at: tomorrow() }))
    }
    expect((await room.app.get('/newapi/api/moderation/scheduled', room.as('reader'))).status).toBe(403)
    const onDays = async (from: string, to: string) => {
      const path = `/newapi/api/moderation/scheduled?limit=50&atFrom=${from}&atTo=${to}`
      const { data } = await room.app.get<{ list: { id: string }[] }>(path, room.as('editor'))
      return data.list.some((item) => item.id === id)
    }
    expect(await onDays(dateOfTomorrow(), dateOfTomorrow())).toBe(true)
    expect(await onDays('2020-01-01', '2020-01-31')).toBe(false)
  })
})

describe('the times of an article', () => {
  test('lie in the future, and it is taken down after it is published', async () => {
    const past = await room.add('editor', '时间已过的稿件', { publishAt: '2026-11-30T08:00:00+08:00' })
    expect(past.errors?.map(({ path }) => path)).toEqual(['/publishAt'])
    const turned = await room.add('editor', '先下线后上线的稿件', {
      publishAt: `${dateOfTomorrow()}T08:00:00+08:00`,
      expireAt: `${dateOfTomorrow()}T07:00:00+08:00`,
    })
    expect(turned.errors?.map(({ path }) => path)).toEqual(['/expireAt'])
  })

  test('of publication cannot be set once it is public', async () => {
    const { data } = await room.add('editor', '已经上线的稿件')
    expect(await passedBy(data.id, 'first', 'second', 'third')).toBe('online')
    const { revision } = await room.read('editor', data.id)
    const late = await room.change('editor', data.id, revision, '已经上线的稿件', {
      publishAt: `${dateOfTomorrow()}T08:00:00+08:00`,
    })
    expect(late.errors?.map(({ path }) => path)).toEqual(['/publishAt'])
  })
})

describe('an article with an end', () => {
  test('is taken down at its time, the editor is told, and it is reviewed before it is public again', async () => {
    const { data } = await room.add('editor', '到晚上六点为止的通知', { expireAt: tomorrow(10) })
    expect(await passedBy(data.id, 'first', 'second', 'third')).toBe('online')
    await room.goTo(tomorrow(10))
    await Promise.all([room.process().runDue(), room.process().runDue()])
    expect((await room.app.get(`/newapi/cmsInfo/info/${data.id}`)).status).toBe(404)
    expect((await room.read('editor', data.id)).status).toBe('expired')
    expect((await told(data.id)).slice(-1)).toEqual(['装备资讯“到晚上六点为止的通知”已到期下线'])
    const over = await room.step('editor', data.id, 'submit')
    expect([over.status, over.msg]).toEqual([409, '“到期下线”已过，请先更新后再“重新提交审核”'])
    const { revision } = await room.read('editor', data.id)
    await room.change('editor', data.id, revision, '延长到明年的通知', {
      expireAt: '2027-12-02T18:00:00+08:00',
    })
    expect((await room.step('editor', data.id, 'submit')).data).toMatchObject({ status: 'firstReview' })
  })

  test('keeps the waiting edit of an article that is taken down', async () => {
    const { data } = await room.add('editor', '下线时还有修改稿的通知', { expireAt: tomorrow(10) })
    await passedBy(data.id, 'first', 'second', 'third')
    const { revision } = await room.read('editor', data.id)
    await room.change('editor', data.id, revision, '还没有审核的修改', { expireAt: tomorrow(10) })
    await room.goTo(tomorrow(10))
    await room.process().runDue()
    expect(room.errors).toEqual([])
    expect(await room.read('editor', data.id)).toMatchObject({ status: 'expired', title: '还没有审核的修改' })
  })
})
