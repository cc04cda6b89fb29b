// Tests delegation in incubation: a delegate sees what the activity host sees, and only hosts can delegate.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maskMobile } from '#shared/access/mask.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { ACTIVITY, buildStage, DECLARATION, DEMAND, type Item, type Name, type Stage } from './cast.ts'

const dayIn = (days: number) => dayAt(Date.now(), -days)

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
}, 120_000)
afterAll(() => app?.close())

const hand = (by: Name, delegate: string) =>
  stage.post('delegation/add', { delegate, fromDay: dayIn(0), untilDay: dayIn(2) }, by)

describe('delegate of an activity host', () => {
  let demandId: string
  let declareId: string
  beforeAll(async () => {
    demandId = await stage.demand()
    const open = await stage.published()
    declareId = await stage.declared('maker', open)
    await app.signIn('colleague', 'government')
    const given = await hand('host', 'colleague')
    expect(given.status, given.text).toBe(200)
    await app.signIn('colleague', 'government')
  })
  const seenBy = async (call: string, token: string) =>
    (await app.get<Item>(`/newapi/${call}`, { token })).data as Item | null

  test('reads the contact of a demand as the host does, in its detail and in the audit queue', async () => {
    const token = await app.signIn('colleague', 'government')
    const contact = { contactName: DEMAND.contactName, contactPhone: maskMobile(DEMAND.contactPhone) }
    const detail = `incubate/demands/info/${demandId}`
    expect(await stage.read(detail, 'host')).toMatchObject(contact)
    expect(await seenBy(detail, token)).toMatchObject(contact)
    const inQueue = (list: readonly Item[]) => {
      const { contactName, contactPhone } = list.find(({ id }) => id === demandId) as Item
      return { contactName, contactPhone }
    }
    const queue = 'incubate/demands/audit/page'
    const hosts = inQueue((await stage.read<{ list: readonly Item[] }>(queue, 'host')).list)
    expect(hosts.contactName).toBe(DEMAND.contactName)
    const page = await app.get<{ list: readonly Item[] }>(`/newapi/${queue}`, { token })
    expect(inQueue(page.data.list)).toEqual(hosts)
  })

  test('gets the to-dos of the host, marked with the name of the host', async () => {
    const token = await app.signIn('colleague', 'government')
    const waiting = async (ask: object) => {
      const { data } = await app.get<{ list: readonly { id: string; turn: string }[] }>(
        '/newapi/userPage/todo?limit=50',
        ask,
      )
      return data.list.find(({ id }) => id === demandId)?.turn
    }
    const steps = '“通过并发布”或“退回修改”或“不予通过”'
    expect(await waiting(stage.as('host'))).toBe(`待您决定：${steps.replaceAll(/[“”]/g, '')}`)
    expect(await waiting({ token })).toBe(`代用户 host：请${steps}`)
  })

  test('reads the masked mobile number of the project leader of a declaration', async () => {
    const token = await app.signIn('colleague', 'government')
    expect(await seenBy(`incubate/declare?id=${declareId}`, token)).toMatchObject({
      leaderMobile: maskMobile(DECLARATION.leaderMobile),
    })
  })

  test('reads no demand of another host, and none after the delegation has ended', async () => {
    const other = await stage.post(
      'incubate/activity/add',
      { ...ACTIVITY, activityNo: '202599' },
      'neighbour',
    )
    const theirs = await stage.demand({ activityId: (other.data as Item).id })
    const token = await app.signIn('colleague', 'government')
    expect(await seenBy(`incubate/demands/info/${theirs}`, token)).toBeNull()
    const mine = await app.get<{ list: readonly { id: string }[] }>('/newapi/delegation/mine', { token })
    const [first] = mine.data.list
    await stage.post('delegation/end', { id: first?.id }, 'host')
    expect(
      await seenBy(`incubate/demands/info/${demandId}`, await app.signIn('colleague', 'government')),
    ).toBeNull()
  })
})

describe('POST /delegation/add in incubation', () => {
  test('accepts a delegate whose user name has hyphens', async () => {
    await app.signIn('demo-government-2', 'government')
    const given = await hand('host', 'demo-government-2')
    expect(given.status, given.text).toBe(200)
  })

  test.each<[Name]>([['maker'], ['reader'], ['brigade'], ['specialist']])(
    'is refused for %s, who may not delegate',
    async (by) => {
      await app.signIn('colleague', 'government')
      const refused = await hand(by, 'colleague')
      expect([refused.status, refused.msg], refused.text).toEqual([
        403,
        '您没有可以委托代办的事项：您目前不是任何内容的承办方',
      ])
    },
  )

  test('refuses an organisation of the host type that hosts no activity with 403', async () => {
    const token = await app.signIn('idle', 'manageOrg')
    const body = { delegate: 'colleague', fromDay: dayIn(0), untilDay: dayIn(2) }
    const refused = await app.post('/newapi/delegation/add', body, { token })
    expect([refused.status, refused.msg], refused.text).toEqual([
      403,
      '您没有可以委托代办的事项：您目前不是任何内容的承办方',
    ])
  })

  test('accepts the host of an activity without demands and returns the delegated content types', async () => {
    const token = await app.signIn('starter', 'manageOrg')
    const added = await app.post(
      '/newapi/incubate/activity/add',
      { ...ACTIVITY, activityNo: '202598' },
      { token },
    )
    expect(added.status, added.text).toBe(200)
    const body = { delegate: 'colleague', fromDay: dayIn(0), untilDay: dayIn(2) }
    const given = await app.post<{ matters: string }>('/newapi/delegation/add', body, { token })
    expect(given.status, given.text).toBe(200)
    expect(given.data.matters).toContain('孵化需求')
  })
})
