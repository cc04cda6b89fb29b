// Tests the stream of public changes: what a visitor may know, in order, resumed across restarts, within its limits.
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

interface StreamEvent {
  readonly event: string
  readonly id: string
  readonly data: {
    readonly type?: string
    readonly id?: string
    readonly title?: string | null
    readonly address?: string
    readonly time?: string
  }
}

const PARTNER = 'https://partner.example'
const LIMITS = { most: 6, perNetwork: 6, openedPerSecond: 1_000, heartbeat: 50 }

let app: TestApp
let url: string
let operator: string
beforeAll(async () => {
  const env = { PUBLIC_URL: 'https://portal.example', CORS_ORIGINS: PARTNER }
  app = await createTestApp({ env, streamLimits: LIMITS })
  operator = await app.signIn('changes-operator', 'operator')
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.app.server.address() as { readonly port: number }
  url = `http://127.0.0.1:${address.port}/newapi/changes`
})
afterAll(async () => {
  const closing = app.close()
  // After an aborted call `fetch` opens connections in advance, which no server counts as idle.
  app.app.server.closeAllConnections()
  await closing
})

test('a closing server ends the streams that are open', async () => {
  const other = await createTestApp({ streamLimits: LIMITS })
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = other.app.server.address() as { readonly port: number }
  const answer = await new Promise<IncomingMessage>((resolve) => {
    get(`http://127.0.0.1:${port}/newapi/changes`, { agent: false }, resolve)
  })
  const ended = new Promise((resolve) => answer.once('close', resolve).once('error', () => undefined))
  answer.resume()
  await other.close()
  await ended
})

/** A connection of a client, which hears events until it leaves. */
async function connect(query = '', headers: Readonly<Record<string, string>> = {}) {
  const leaving = new AbortController()
  const answer = await fetch(`${url}${query}`, { headers, signal: leaving.signal })
  const reader = answer.body?.getReader()
  let text = ''
  const read = async (): Promise<void> => {
    const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) throw new Error(`the stream ended: ${text}`)
    text += new TextDecoder().decode(value)
  }
  const events = () =>
    text
      .split('\n\n')
      .slice(0, -1)
      .flatMap((block): StreamEvent[] => {
        const [, event] = /^event: (.*)$/m.exec(block) ?? []
        const [, id = ''] = /^id: (.*)$/m.exec(block) ?? []
        const [, data = '{}'] = /^data: (.*)$/m.exec(block) ?? []
        return event ? [{ event, id, data: JSON.parse(data) as StreamEvent['data'] }] : []
      })
  return {
    answer,
    text: () => text,
    /** Resolves when something is heard that `is` accepts. */
    async until<T>(find: () => T | undefined): Promise<T> {
      for (;;) {
        const found = find()
        if (found !== undefined) return found
        await read()
      }
    },
    events,
    /** The first so many events. */
    async hear(count: number): Promise<readonly StreamEvent[]> {
      while (events().length < count) await read()
      return events()
    },
    leave: () => leaving.abort(),
  }
}

const TENDER = {
  projectCode: 'P-1',
  biddingContentType: '1',
  biddingChannelType: '1',
  purchaser: '示例采购单位',
  content: '采购一批排水抢险装备，详见附件。',
}
let counter = 0
async function add(token = operator): Promise<{ readonly id: string; readonly title: string }> {
  counter += 1
  const title = `排水装备采购公告第${counter}号`
  const type = app.source.model.contentTypes.find(({ name }) => name === 'bidding')
  const choose = (name: string) => {
    const dictionary = type?.fields.find((field) => field.name === name)?.dict ?? ''
    return app.source.model.dictionaries.find(({ name: id }) => id === dictionary)?.items[0]?.value ?? '1'
  }
  const body = {
    ...TENDER,
    title,
    projectCode: `P-${counter}`,
    biddingContentType: choose('biddingContentType'),
    biddingChannelType: choose('biddingChannelType'),
  }
  const { status, text, data } = await app.post<{ id: string }>('/newapi/operator/bidding/add', body, {
    token,
  })
  expect([status, text.slice(0, 300)]).toEqual([200, expect.any(String)])
  return { id: data.id, title }
}
const move = async (id: string, action: 'offline' | 'online') => {
  const { status, text } = await app.get(`/newapi/bidding/${action}?id=${id}&reason=资料需要核实`, {
    token: operator,
  })
  expect([status, text.slice(0, 300)]).toEqual([200, expect.any(String)])
}

test('the stream of another process on the same database goes on after an event of this one', async () => {
  const client = await connect()
  const { id } = await add()
  const [event] = await client.hear(1)
  client.leave()
  const missed = await add()
  expect(event?.data.id).toBe(id)
  // As a process that has just started: nothing is known but the database.
  const { ChangeStream } = await import('#server/publishing/changes/change-stream.ts')
  const other = new ChangeStream(app.app, app.services)
  const stream = await other.open({ network: 'x', origin: 'https://portal.example', lastEventId: event?.id })
  let text = ''
  for await (const chunk of stream) {
    text += String(chunk)
    if (text.includes(missed.id)) break
  }
  await other.close()
  expect(text).not.toContain(`"id":"${id}"`)
})

describe('the stream of changes', () => {
  test('names an item that is published, taken offline, and published again', async () => {
    const client = await connect()
    expect(client.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(client.answer.headers.get('cache-control')).toBe('no-store')
    const { id, title } = await add()
    await client.hear(1)
    await move(id, 'offline')
    await client.hear(2)
    await move(id, 'online')
    const events = await client.hear(3)
    client.leave()
    const address = `https://portal.example/share/bidding/${id}`
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
    expect(events.map(({ event, data }) => [event, data])).toEqual([
      ['published', { type: 'bidding', id, title, address, time }],
      ['removed', { type: 'bidding', id, title: null, address, time }],
      ['published', { type: 'bidding', id, title, address, time }],
    ])
  })

  test('says nothing of an item that a visitor may not read', async () => {
    const client = await connect()
    const { id } = await app
      .post<{ id: string }>(
        '/newapi/zhihu/add',
        { title: '还没有公开的问题', sysCategoryId: 'C04' },
        { token: await app.signIn('asker', 'unit') },
      )
      .then(({ data }) => data ?? { id: 'none' })
    const shown = await add()
    const [first] = await client.hear(1)
    client.leave()
    expect(first?.data.id).toBe(shown.id)
    expect(client.text()).not.toContain(id)
  })

  test('goes on after the last event that the client has, without loss or repetition', async () => {
    const before = await connect()
    await add()
    const [heard] = await before.hear(1)
    before.leave()
    const missed = [await add(), await add(), await add()]
    const after = await connect('', { 'last-event-id': heard?.id ?? '' })
    await after.hear(3)
    const later = await add()
    const events = await after.hear(4)
    after.leave()
    expect(events.map(({ data }) => data.id)).toEqual([...missed, later].map(({ id }) => id))
  })

  test('keeps the order in which writes were committed, whichever began first', async () => {
    const client = await connect()
    const added = await Promise.all(Array.from({ length: 8 }, () => add()))
    const events = await client.hear(8)
    client.leave()
    expect(new Set(events.map(({ data }) => data.id))).toEqual(new Set(added.map(({ id }) => id)))
    const positions = events.map(({ id }) => Number(id.split('-')[0]))
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
  })

  test.each(['999999-abc', 'nonsense', '1-zzz'])(
    'asks to read anew after the unknown event %s',
    async (id) => {
      const client = await connect('', { 'last-event-id': id })
      const [first] = await client.hear(1)
      client.leave()
      expect(first?.event).toBe('reset')
    },
  )

  test('names only the types that are asked for', async () => {
    const client = await connect('?type=news,specialist')
    await add()
    await client.until(() => (client.text().includes(': \n\n') ? true : undefined))
    client.leave()
    expect(client.events()).toEqual([])
  })

  test('refuses a type that no visitor reads, and names the others', async () => {
    const answer = await fetch(`${url}?type=account`)
    expect([answer.status, ((await answer.json()) as { msg: string }).msg]).toEqual([
      400,
      expect.stringContaining('“account”不是其中之一'),
    ])
  })

  test('keeps the connection open by comments', async () => {
    const client = await connect()
    await client.until(() => (client.text().match(/^: $/gm)?.length ?? 0) >= 2 || undefined)
    client.leave()
  })

  test('may be read by pages of CORS_ORIGINS alone', async () => {
    for (const [origin, allowed] of [
      [PARTNER, PARTNER],
      ['https://other.example', null],
    ] as const) {
      const client = await connect('', { origin })
      expect(client.answer.headers.get('access-control-allow-origin')).toBe(allowed)
      client.leave()
    }
  })

  test('refuses more connections of a network than fit, and takes one when another has left', async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, () => connect()))
    const refused = await fetch(url)
    expect(refused.status).toBe(429)
    await refused.body?.cancel()
    clients[0]?.leave()
    await expect
      .poll(async () => {
        const again = await connect()
        again.leave()
        return again.answer.status
      })
      .toBe(200)
    for (const client of clients) client.leave()
  })

  test('is described by the OpenAPI document', async () => {
    const { text } = await app.get('/openapi.json')
    const { paths } = JSON.parse(text) as {
      paths: Record<string, { get: { responses: Record<string, { content?: object }> } }>
    }
    expect(Object.keys(paths['/newapi/changes']?.get.responses['200']?.content ?? {})).toEqual([
      'text/event-stream',
    ])
  })
})
