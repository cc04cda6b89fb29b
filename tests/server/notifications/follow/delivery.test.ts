// Tests notices to followers about newly public items: immediate or as a morning digest, once per item.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notifyFollowersTask } from '#server/notifications/follow/notify-followers.ts'
import { digestTask } from '#server/notifications/follow/send-digests.ts'
import { Scheduler } from '#server/platform/scheduler/scheduler.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

type Row = Readonly<Record<string, unknown>>
interface Notice {
  readonly title: string
  readonly content: string
  readonly linkUrl: string | null
}

let app: TestApp
/** 16:00 in Beijing. */
let now = new Date('2026-11-02T08:00:00Z')
const tokens = new Map<string, string>()
const tokenOf = (name: string): string => tokens.get(name) ?? ''

beforeAll(async () => {
  app = await createTestApp({ clock: () => now })
  for (const name of ['author', 'keen', 'calm', 'gone']) tokens.set(name, await app.signIn(name))
  tokens.set('operator', await app.signIn('operator', 'operator'))
  const follow = (name: string, body: Row) => app.post('/newapi/follow/add', body, { token: tokenOf(name) })
  const list = { page: 'zhihu/list', filters: { keyWord: '水泵' } }
  for (const [name, mode] of [
    ['author', 'now'],
    ['keen', 'now'],
    ['calm', 'daily'],
    ['gone', 'daily'],
  ] as const)
    expect((await follow(name, { ...list, mode })).status).toBe(200)
}, 240_000)
afterAll(() => app.close())

const run = () => new Scheduler(app.services, [notifyFollowersTask, digestTask]).runDue()
const pass = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000)
}
/** Sessions end while the clock runs on. */
const tokenNow = async (name: string) => app.signIn(name, name === 'operator' ? 'operator' : 'ordinary')

async function told(name: string): Promise<readonly Notice[]> {
  const path = '/newapi/msgNotice/getMsgNoticeInfo?noticeType=8'
  const answer = await app.get<{ list: readonly Notice[] }>(path, { token: await tokenNow(name) })
  expect(answer.status, answer.text).toBe(200)
  return answer.data.list
}

async function ask(title: string): Promise<string> {
  const body = { title, sysCategoryId: 'C04' }
  const { data } = await app.post<{ id: string }>('/newapi/zhihu/add', body, {
    token: await tokenNow('author'),
  })
  return data.id
}
const move = async (id: string, step: string, reason = '') => {
  const query = `id=${id}${reason === '' ? '' : `&reason=${encodeURIComponent(reason)}`}`
  const answer = await app.get(`/newapi/zhihu/${step}?${query}`, { token: await tokenNow('operator') })
  expect(answer.status, answer.text).toBe(200)
}

describe('notices to followers of a list', () => {
  test('are sent once when an item becomes public, and not again when it returns online', async () => {
    await run()
    const id = await ask('水泵怎样保养？')
    pass(0.1)
    await run()
    expect(await told('keen')).toEqual([])
    await move(id, 'online')
    pass(0.1)
    await Promise.all([run(), run(), run()])
    pass(0.1)
    await run()
    const notices = await told('keen')
    expect(notices).toHaveLength(1)
    expect(notices[0]?.title).toContain('水泵怎样保养？')
    expect(notices[0]?.linkUrl).toContain(`id=${id}`)
    await move(id, 'offline', '核对内容')
    await move(id, 'online')
    pass(0.1)
    await run()
    expect(await told('keen')).toHaveLength(1)
  })

  test('are not sent to the item owner or for items outside the followed filter', async () => {
    expect(await told('author')).toEqual([])
    await move(await ask('帐篷怎样折叠？'), 'online')
    pass(0.1)
    await run()
    expect(await told('keen')).toHaveLength(1)
  })

  test('are sent as one morning digest in daily mode, without offline items and not after unfollowing', async () => {
    const hidden = await ask('水泵的第三个问题')
    for (const id of [await ask('水泵的第二个问题'), hidden]) await move(id, 'online')
    pass(0.1)
    await run()
    await move(hidden, 'offline', '核对内容')
    expect(await told('calm')).toEqual([])
    const { data } = await app.get<{ list: { id: string }[] }>('/newapi/follow/list', {
      token: await tokenNow('gone'),
    })
    for (const { id } of data.list)
      await app.post('/newapi/follow/remove', { id }, { token: await tokenNow('gone') })
    pass(14)
    expect(await run()).not.toContain('follows.digest')
    pass(2)
    expect(await run()).toContain('follows.digest')
    const notices = await told('calm')
    expect(notices).toHaveLength(1)
    expect(notices[0]?.title).toContain('2 条')
    expect(notices[0]?.content).toContain('水泵怎样保养？')
    expect(notices[0]?.content).toContain('水泵的第二个问题')
    expect(notices[0]?.content).not.toContain('水泵的第三个问题')
    expect(await told('gone')).toEqual([])
    pass(24)
    await run()
    expect(await told('calm')).toHaveLength(1)
  })
})
