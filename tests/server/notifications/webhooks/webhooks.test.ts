// Tests webhooks: managed by operators, signed, in order, repeated, given up, replayed, never to private addresses.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { webhookTask } from '#server/notifications/webhooks/deliver-webhooks.ts'
import { retentionTask } from '#server/personal-data/retention.ts'
import { dump } from '../../platform/secrets/dump.ts'
import { DEMAND } from '../../support/demand.ts'
import { signInAll } from '../../support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { type Receiver, startReceiver, verify } from './receiver.ts'

const MINUTE = 60_000
const LOOPBACK = ['127.0.0.0/8']

let app: TestApp
const START = new Date('2026-11-02T01:00:00Z')
let now = START
let receiver: Receiver
let tokens: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp({ clock: () => now })
}, 120_000)
afterAll(() => app?.close())
beforeEach(async () => {
  now = START
  receiver = await startReceiver()
  await app.services.db.deleteFrom('webhook').execute()
  tokens = await signInAll(app, { unit: 'unit', operator: 'operator', auditor: 'auditor' })
})
afterEach(() => receiver.close())

const as = (name: string) => ({ token: tokens[name] as string })
const post = <T = { id: string }>(path: string, body: object, name = 'operator') =>
  app.post<T>(`/newapi/operator/webhook/${path}`, body, as(name))
const get = <T>(path: string, name = 'operator') => app.get<T>(`/newapi/operator/webhook/${path}`, as(name))

interface Target {
  readonly id: string
  readonly name: string
  readonly secret: string
}
async function addTarget(more: object = {}): Promise<Target> {
  const events = ['approved', 'takenOffline', 'restored']
  const answer = await post<Target>('create', { name: '示例指挥平台', url: receiver.url, events, ...more })
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
interface Delivery {
  readonly id: string
  readonly event: string
  readonly state: string
  readonly attempts: number
  readonly status: number | null
  readonly failure: string | null
  readonly answer: string | null
}
const deliveries = async () => (await get<{ list: Delivery[] }>('delivery/list')).data.list.toReversed()
const deliver = (networks: readonly string[] = LOOPBACK, signal?: AbortSignal) =>
  webhookTask({ networks }).run({ services: app.services, ...(signal ? { signal } : {}) })
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}

let serial = 0
/** A demand of a unit that an operator approves, with a title of its own where none is given. */
async function approveDemand(given?: string): Promise<string> {
  serial += 1
  const title = given ?? `示例推送需求 ${serial}`
  const added = await app.post<{ id: string }>('/newapi/demand/add', { ...DEMAND, title }, as('unit'))
  expect(added.status, added.text).toBe(200)
  const { id } = added.data
  const online = await app.get(`/newapi/demand/online?id=${id}`, as('operator'))
  expect(online.status, online.text).toBe(200)
  return id
}
const takeOffline = async (id: string) => {
  const answer = await app.get(`/newapi/demand/offline?id=${id}&reason=示例原因`, as('operator'))
  expect(answer.status, answer.text).toBe(200)
}

describe('targets of webhooks', () => {
  test('an operator adds one; its secret is answered once and sealed in the database', async () => {
    const { id, secret } = await addTarget()
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const list = await get('list')
    const info = await get<{ events: string[] }>(`info/${id}`)
    expect(info.data).toMatchObject({ name: '示例指挥平台', state: 'on', waiting: 0, failed: 0 })
    expect(list.text + info.text).not.toContain(secret)
    expect(await dump(app.services.db)).not.toContain(secret)
  })

  test.each([
    ['a visitor', undefined, 401, 401],
    ['a unit', 'unit', 403, 403],
    ['an auditor', 'auditor', 200, 403],
  ])('%s neither adds nor changes one', async (_, name, read, write) => {
    const { id } = await addTarget()
    const asked = name ? as(name) : {}
    expect((await app.get('/newapi/operator/webhook/list', asked)).status).toBe(read)
    expect((await app.get('/newapi/operator/webhook/delivery/list', asked)).status).toBe(read)
    const body = { id, name: '改名', url: receiver.url, events: ['approved'] }
    for (const path of ['create', 'update', 'pause', 'remove', 'renewSecret', 'test', 'delivery/replay'])
      expect((await app.post(`/newapi/operator/webhook/${path}`, body, asked)).status, path).toBe(write)
  })

  test.each([
    ['another protocol', 'ftp://example.com/a'],
    ['a user name', 'https://me@example.com/a'],
    ['a password', 'https://me:secret@example.com/a'],
    ['no address', 'example'],
  ])('an address with %s is refused at its field', async (_, url) => {
    const { status, errors } = await post('create', { name: '示例平台', url, events: ['approved'] })
    expect(status).toBe(400)
    expect(errors?.map(({ path }) => path)).toEqual(['/url'])
  })

  test('an event that no notice sends is refused', async () => {
    const { status, errors } = await post('create', {
      name: '示例平台',
      url: receiver.url,
      events: ['liked'],
    })
    expect(status).toBe(400)
    expect(errors?.[0]?.path).toMatch(/^\/events/)
  })

  test('a change, a pause and a removal take effect; each is audited', async () => {
    const { id } = await addTarget()
    const changed = { id, name: '改名的平台', url: `${receiver.url}/b`, events: ['approved'] }
    expect((await post('update', changed)).status).toBe(200)
    expect((await get(`info/${id}`)).data).toMatchObject(changed)
    expect((await post('pause', { id })).status).toBe(200)
    await approveDemand()
    await deliver()
    expect(receiver.received).toEqual([])
    expect((await get(`info/${id}`)).data).toMatchObject({ state: 'paused', waiting: 1 })
    expect((await post('resume', { id })).status).toBe(200)
    await deliver()
    expect(receiver.received).toHaveLength(1)
    expect((await post('remove', { id })).status).toBe(200)
    expect((await get(`info/${id}`)).status).toBe(404)
    expect(await deliveries()).toEqual([])
    expect((await post('update', changed)).status).toBe(404)
    for (const path of ['pause', 'resume', 'remove', 'renewSecret', 'test'])
      expect((await post(path, { id })).status, path).toBe(404)
    const entries = await app.services.db
      .selectFrom('audit')
      .select('action')
      .where('target', '=', id)
      .orderBy('id')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual(
      ['create', 'update', 'pause', 'resume', 'remove'].map((name) => `webhook.${name}`),
    )
  })
})

describe('a delivery to a webhook', () => {
  test('is signed, and holds what visitors read of an item that is online', async () => {
    const { secret } = await addTarget()
    const title = '示例推送需求'
    const id = await approveDemand(title)
    await deliver()
    expect(receiver.received).toHaveLength(1)
    const [message] = receiver.received
    if (!message) throw new Error('nothing came')
    verify(message, secret)
    expect(() => verify({ ...message, text: `${message.text} ` }, secret)).toThrow()
    expect(message.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(message.body).toMatchObject({
      id: message.id,
      type: 'demand.approved',
      timestamp: now.toISOString(),
      data: { item: { type: 'demand', id, fields: { id, title, status: 'online' } } },
    })
    const seen = await app.get<Record<string, unknown>>(`/newapi/demand/info/${id}`)
    const { actions: _actions, editable: _editable, ...fields } = seen.data
    expect(message.body.data.item?.fields).toEqual(fields)
    expect(message.text).not.toContain(DEMAND.contactMobile)
  })

  test('holds only ids of an item that visitors do not read (any more)', async () => {
    await addTarget()
    const id = await approveDemand()
    await takeOffline(id)
    await deliver()
    expect(receiver.received.map(({ body }) => [body.type, body.data.item])).toEqual([
      ['demand.approved', { type: 'demand', id, fields: null }],
      ['demand.takenOffline', { type: 'demand', id, fields: null }],
    ])
  })

  test('goes only to targets that take the event, to each under an id of its own', async () => {
    const other = await startReceiver()
    await addTarget({ events: ['approved'] })
    await addTarget({ name: '另一个平台', url: other.url })
    await takeOffline(await approveDemand())
    await deliver()
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['demand.approved'])
    expect(other.received.map(({ body }) => body.type)).toEqual(['demand.approved', 'demand.takenOffline'])
    expect(other.received[0]?.id).not.toBe(receiver.received[0]?.id)
    await other.close()
  })

  test('is repeated under the same id after growing gaps, and later events wait for it', async () => {
    await addTarget()
    await approveDemand('第一条示例需求')
    await approveDemand('第二条示例需求')
    receiver.answer = (response) => void response.writeHead(503).end('busy')
    await deliver()
    await deliver()
    expect(receiver.received).toHaveLength(1)
    later(11_000)
    await deliver()
    later(11_000)
    await deliver()
    expect(receiver.received).toHaveLength(2)
    expect(await deliveries()).toMatchObject([
      { state: 'queued', attempts: 2, status: 503, failure: '对方答复 503' },
      { state: 'queued', attempts: 0 },
    ])
    receiver.answer = undefined
    later(MINUTE)
    await deliver()
    const titles = receiver.received.map(({ body }) => body.data.item?.fields?.title)
    expect(titles).toEqual(['第一条示例需求', '第一条示例需求', '第一条示例需求', '第二条示例需求'])
    expect(new Set(receiver.received.slice(0, 3).map(({ id }) => id)).size).toBe(1)
    await deliver()
    expect(receiver.received).toHaveLength(4)
  })

  test('is given up in the end: operators hear of it, and may replay it once under the same id', async () => {
    await addTarget()
    await approveDemand()
    receiver.answer = (response) => void response.writeHead(500).end('x'.repeat(100_000))
    for (let time = 0; time < 10; time += 1) {
      await deliver()
      later(13 * 60 * MINUTE)
      tokens.operator = await app.signIn('operator', 'operator')
    }
    const [failed] = await deliveries()
    expect(failed).toMatchObject({ state: 'failed', attempts: 8, status: 500 })
    expect(receiver.received).toHaveLength(8)
    const id = failed?.id as string
    const { data } = await get<Delivery>(`delivery/info/${id}`)
    expect(data.answer).toBe('x'.repeat(500))
    const notices = await app.get<{ list: { title: string; content: string; linkUrl: string }[] }>(
      '/newapi/msgNotice/getMsgNoticeInfo',
      as('operator'),
    )
    expect(notices.data.list[0]).toMatchObject({
      title: '事件未能推送到“示例指挥平台”',
      linkUrl: `/console/webhook/delivery/item?id=${id}`,
    })
    expect(notices.data.list[0]?.content).toContain('对方答复 500')
    const replayed = await post('delivery/replay', { id })
    expect(replayed.status, replayed.text).toBe(200)
    expect((await post('delivery/replay', { id })).status).toBe(409)
    await deliver()
    expect((await deliveries())[0]).toMatchObject({ state: 'failed', attempts: 8 })
    receiver.answer = undefined
    await post('delivery/replay', { id })
    await deliver()
    expect((await deliveries())[0]).toMatchObject({ state: 'arrived', status: 204, failure: null })
    expect(new Set(receiver.received.map((message) => message.id))).toEqual(new Set([id]))
    expect(receiver.received).toHaveLength(10)
  })

  test('pauses the target after three that were given up; the others wait until it is resumed', async () => {
    const { id } = await addTarget()
    for (const title of ['甲示例需求', '乙示例需求', '丙示例需求', '丁示例需求']) await approveDemand(title)
    receiver.answer = (response) => void response.writeHead(404).end()
    for (let time = 0; time < 30; time += 1) {
      await deliver()
      later(13 * 60 * MINUTE)
    }
    tokens.operator = await app.signIn('operator', 'operator')
    expect((await deliveries()).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'queued'])
    expect((await get(`info/${id}`)).data).toMatchObject({ state: 'paused', waiting: 1, failed: 3 })
    receiver.answer = undefined
    await post('resume', { id })
    await deliver()
    expect((await deliveries()).map(({ state }) => state).at(-1)).toBe('arrived')
    expect((await get(`info/${id}`)).data).toMatchObject({ state: 'on' })
  })

  test('answered by 410 is not repeated, and pauses the target', async () => {
    const { id } = await addTarget()
    await approveDemand()
    receiver.answer = (response) => void response.writeHead(410).end()
    await deliver()
    expect((await deliveries())[0]).toMatchObject({ state: 'failed', attempts: 1 })
    expect((await get(`info/${id}`)).data).toMatchObject({ state: 'paused' })
  })

  test('that is redirected goes nowhere else', async () => {
    const other = await startReceiver()
    await addTarget()
    await approveDemand()
    receiver.answer = (response) => void response.writeHead(307, { location: other.url }).end()
    await deliver()
    expect(other.received).toEqual([])
    expect((await deliveries())[0]?.failure).toMatch(/^对方答复 307，要求转到其他地址/)
    await other.close()
  })

  test('to a target that does not answer ends after 10 seconds and keeps no other target waiting', async () => {
    const slow = await startReceiver()
    slow.answer = () => undefined
    await addTarget({ name: '缓慢的平台', url: slow.url })
    await addTarget()
    await approveDemand()
    let isDone = false
    const running = deliver().then(() => {
      isDone = true
    })
    await vi.waitFor(() => expect(slow.received.length + receiver.received.length).toBe(2))
    await approveDemand('其间的示例需求')
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), { timeout: 5_000 })
    expect(isDone).toBe(false)
    await running
    const failures = (await deliveries()).map(({ failure }) => failure)
    expect(failures).toContain('对方没有在 10 秒内答复')
    await slow.close()
  })

  test('that the end of the process breaks off counts as no attempt', async () => {
    receiver.answer = () => undefined
    await addTarget()
    await approveDemand()
    const stop = new AbortController()
    const running = deliver(LOOPBACK, stop.signal)
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1))
    stop.abort()
    await running
    expect((await deliveries())[0]).toMatchObject({ state: 'queued', attempts: 0 })
    receiver.answer = undefined
    await deliver()
    expect(receiver.received.map(({ id }) => id)).toEqual([
      receiver.received[0]?.id,
      receiver.received[0]?.id,
    ])
  })

  test('of a test event reaches a target that takes other events', async () => {
    const { id, secret } = await addTarget()
    expect((await post('test', { id })).status).toBe(200)
    await deliver()
    const [message] = receiver.received
    if (!message) throw new Error('nothing came')
    verify(message, secret)
    expect(message.body).toMatchObject({ type: 'test', data: {} })
    expect((await deliveries())[0]).toMatchObject({ event: '测试事件', state: 'arrived' })
  })

  test('after a change of the secret is signed with both for a day, then with the new one', async () => {
    const { id, secret } = await addTarget()
    const renewed = await post<Target>('renewSecret', { id })
    expect(renewed.status, renewed.text).toBe(200)
    expect(await dump(app.services.db)).not.toContain(renewed.data.secret)
    await approveDemand()
    await deliver()
    later(25 * 60 * MINUTE)
    for (const name of ['unit', 'operator']) tokens[name] = await app.signIn(name, name)
    await approveDemand('次日的示例需求')
    await deliver()
    const [first, second] = receiver.received
    if (!first || !second) throw new Error('nothing came')
    for (const key of [secret, renewed.data.secret]) verify(first, key)
    verify(second, renewed.data.secret)
    expect(() => verify(second, secret)).toThrow()
  })

  test('is forgotten after 30 days', async () => {
    await addTarget()
    await approveDemand()
    await deliver()
    later(31 * 24 * 60 * MINUTE)
    tokens.operator = await app.signIn('operator', 'operator')
    expect(await deliveries()).toHaveLength(1)
    await retentionTask.run({ services: app.services })
    expect(await deliveries()).toEqual([])
  })
})

describe('the address of a webhook', () => {
  test.each([
    ['a loopback address', (port: string) => `http://127.0.0.1:${port}/a`],
    ['a loopback address written otherwise', (port: string) => `http://0x7f.1:${port}/a`],
    ['a loopback address of IPv6', (port: string) => `http://[::1]:${port}/a`],
    ['an IPv4 address in the form of IPv6', (port: string) => `http://[::ffff:127.0.0.1]:${port}/a`],
    ['a name that resolves to a loopback address', (port: string) => `http://localhost:${port}/a`],
    ['a private address', () => 'https://10.0.0.8/a'],
    ['the address of a cloud’s metadata', () => 'http://169.254.169.254/latest'],
    ['a public address without encryption', () => 'http://93.184.215.14/a'],
  ])('is refused for %s, unless a setting names the network', async (_, toUrl) => {
    await addTarget({ url: toUrl(new URL(receiver.url).port) })
    await approveDemand()
    await deliver([])
    expect(receiver.received).toEqual([])
    expect((await deliveries())[0]?.failure).toMatch(/^地址不在允许的范围/)
  })

  test('is reached by name where its network is allowed', async () => {
    await addTarget({ url: receiver.url.replace('127.0.0.1', 'localhost') })
    await approveDemand()
    await deliver(LOOPBACK)
    expect(receiver.received).toHaveLength(1)
  })

  test('that cannot be reached fails with a reason in plain words', async () => {
    await addTarget({ url: 'http://127.0.0.1:9/a' })
    await approveDemand()
    await deliver()
    expect((await deliveries())[0]?.failure).toBe('对方拒绝连接')
  })
})
