// Tests overload through HTTP: a crowd is answered or refused at once, and keeps nobody else waiting.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, DATABASE, type TestApp } from '../../support/test-app.ts'

const CROWD = 600
/** A proxy on this machine says who calls. */
const ENV = { TRUST_PROXY: '127.0.0.1', READ_CACHE_MB: '0' }

let portal: TestApp
let port: number
/** Requests that have reached the server. */
let received = 0
const agent = new http.Agent({ keepAlive: true, maxSockets: CROWD })

beforeAll(async () => {
  portal = await createTestApp({ env: ENV, samples: true })
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  portal.app.server.on('request', () => {
    received += 1
  })
  port = (portal.app.server.address() as AddressInfo).port
})
beforeEach(() => {
  received = 0
})
afterAll(async () => {
  agent.destroy()
  await portal.close()
})

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly msg: string
}

function get(path: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.get({ agent, host: '127.0.0.1', port, path, headers }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      const isJson = answer.headers['content-type']?.startsWith('application/json')
      const { msg } = isJson ? (JSON.parse(Buffer.concat(chunks).toString()) as { msg: string }) : { msg: '' }
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'], msg })
    })
    request.on('error', reject)
  })
}

/** Every call asks for another page, so that none shares the answer of another. */
function gather(from: (at: number) => string, token?: string): Promise<Answer>[] {
  return Array.from({ length: CROWD }, (_, at) =>
    get(`/newapi/demand/showlist?limit=1&page=${at + 1}`, {
      'x-forwarded-for': from(at),
      ...(token === undefined ? {} : { token }),
    }),
  )
}

/**
 * Sends the calls behind a crowd that has taken all capacity, and resolves once they have reached the server and a
 * visitor who came after them has been refused.
 */
async function sendBehind(crowd: readonly Promise<Answer>[], send: () => Promise<Answer>[]) {
  await Promise.any(crowd)
  await expect.poll(() => received, { timeout: 20_000 }).toBeGreaterThanOrEqual(CROWD)
  const before = received
  const calls = send()
  await expect.poll(() => received, { timeout: 20_000 }).toBeGreaterThanOrEqual(before + calls.length)
  const probe = await get('/newapi/demand/showlist?limit=1', { 'x-forwarded-for': '10.0.0.1' })
  expect(probe.status).toBe(503)
  return calls
}

/** Runs `work` while no read of the database gets an answer; `release` lets them go on. */
async function whileReadsWait<T>(work: (release: () => void) => Promise<T>): Promise<T> {
  let release = (): void => undefined
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  let outcome: Promise<T> | undefined
  await portal.services.db.transaction().execute(async (transaction) => {
    await sql`lock table item in access exclusive mode`.execute(transaction)
    outcome = work(release)
    outcome.catch(release)
    await isReleased
  })
  return outcome as Promise<T>
}

/** The session is known to the server already, so that it needs no database for it. */
async function signInKnown(userName: string, role: string): Promise<string> {
  const token = await portal.signIn(userName, role)
  await portal.get('/newapi/demand/showlist?limit=1', { token })
  return token
}

const EACH_ITS_OWN = (at: number) => `10.0.${at >> 8}.${at & 255}`
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status)
const countOf = (answers: readonly Answer[], wanted: number) =>
  statusesOf(answers).filter((status) => status === wanted).length

const isEmbedded = DATABASE.name === 'PGlite'
/** Those that run, and those that wait. */
const ADMITTED = (isEmbedded ? 4 : 24) + 128
const ADMITTED_WRITES = (isEmbedded ? 8 : 48) + 256

/** While nothing can be answered, what is answered was refused. */
async function expectRefused(crowd: readonly Promise<Answer>[], count: number): Promise<void> {
  const refused = new Set<Answer>()
  for (const call of crowd) void call.then((answer) => refused.add(answer))
  await expect.poll(() => refused.size, { timeout: 20_000 }).toBe(count)
  for (const answer of refused)
    expect(answer).toEqual({ status: 503, retryAfter: '2', msg: '当前访问人数较多，请稍后再试' })
}

test('of a crowd some wait, and the others hear at once when to try again', async () => {
  const answers = await whileReadsWait(async (release) => {
    const crowd = gather(EACH_ITS_OWN)
    await expectRefused(crowd, CROWD - ADMITTED)
    release()
    return Promise.all(crowd)
  })
  expect(countOf(answers, 200)).toBe(ADMITTED)
})

test('callers with a token wait and are refused like others', async () => {
  const token = await signInKnown('u-crowd', 'unit')
  const answers = await whileReadsWait(async (release) => {
    const crowd = gather(EACH_ITS_OWN, token)
    await Promise.any(crowd)
    release()
    return Promise.all(crowd)
  })
  expect([...new Set(statusesOf(answers))].sort()).toEqual([200, 503])
})

test('an operator and somebody who signs in may wait where the crowd is refused', async () => {
  const token = await signInKnown('op-crowd', 'operator')
  const answers = await whileReadsWait(async (release) => {
    const crowd = gather(EACH_ITS_OWN)
    const first = await sendBehind(crowd, () => [
      get('/newapi/demand/showlist?limit=1&page=1', { 'x-forwarded-for': '10.9.0.1', token }),
      get('/newapi/api/captcha.jpg?uuid=4f1c2b3a-0000-4000-8000-1234567890ab', {
        'x-forwarded-for': '10.9.0.2',
      }),
    ])
    release()
    await Promise.all(crowd)
    return Promise.all(first)
  })
  expect(statusesOf(answers)).toEqual([200, 200])
})

test('one address does not take the places of others', async () => {
  const answers = await whileReadsWait(async (release) => {
    const crowd = gather(() => '10.0.0.1')
    const others = await sendBehind(crowd, () =>
      ['10.9.0.3', '10.9.0.4'].map((address) =>
        get('/newapi/demand/showlist?limit=1&page=1', { 'x-forwarded-for': address }),
      ),
    )
    release()
    await Promise.all(crowd)
    return Promise.all(others)
  })
  expect(statusesOf(answers)).toEqual([200, 200])
})

test('of a crowd of writers some wait, and the others hear at once when to try again', async () => {
  const { data } = await portal.get<{ list: { id: string }[] }>('/newapi/demand/showlist?limit=1')
  const id = data.list[0]?.id ?? ''
  const token = await signInKnown('u-writers', 'unit')
  const answers = await whileReadsWait(async (release) => {
    const crowd = Array.from({ length: CROWD }, (_, at) =>
      get(`/newapi/demand/like?id=${id}`, { 'x-forwarded-for': EACH_ITS_OWN(at), token }),
    )
    await expectRefused(crowd, CROWD - ADMITTED_WRITES)
    release()
    return Promise.all(crowd)
  })
  expect(countOf(answers, 200)).toBe(ADMITTED_WRITES)
})

test('a call inside the process is refused like others', async () => {
  const inside = await whileReadsWait(async (release) => {
    const crowd = gather(EACH_ITS_OWN)
    await expectRefused(crowd, CROWD - ADMITTED)
    const answer = await portal.get('/newapi/demand/showlist?limit=1')
    release()
    await Promise.all(crowd)
    return answer
  })
  expect(inside).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
})
