// Tests the access log of a server process: one line of JSON for each request, without what queries hold.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type ServerProcess, startProcess } from '../../support/start-process.ts'
import { copyMigrated } from '../database/migrated.ts'

interface Line {
  readonly time: string
  readonly id: string
  readonly method: string
  readonly path: string
  readonly operation?: string
  readonly status?: number
  readonly ms: number
  readonly bytes: number
  readonly isAborted?: true
}

const folder = mkdtempSync(join(tmpdir(), 'equipnet-access-'))
const NEW_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
let server: ServerProcess

const linesOf = ({ printed }: ServerProcess): Line[] =>
  printed()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line & { msg?: string })
    .filter(({ msg }) => msg === 'access')
/** Waits for the line of a request. */
const lineOf = async (id: string): Promise<Line> => {
  await expect.poll(() => linesOf(server).find((line) => line.id === id), { timeout: 10_000 }).toBeDefined()
  return linesOf(server).find((line) => line.id === id) as Line
}
let count = 0
/** Sends a request with an id, as the proxy does, and answers its line. */
async function ask(path: string, init: RequestInit = {}): Promise<Line> {
  count += 1
  const id = `request-${count}`
  const headers = { ...init.headers, 'x-request-id': id }
  const answer = await fetch(`${server.url}${path}`, { ...init, headers })
  await answer.arrayBuffer()
  expect(answer.headers.get('x-request-id')).toBe(id)
  return lineOf(id)
}
const start = async (name: string, env: Readonly<Record<string, string>>): Promise<ServerProcess> => {
  const dataDir = join(folder, name)
  await copyMigrated(dataDir)
  return startProcess({ NODE_ENV: 'production', DATA_DIR: dataDir, ...env })
}

beforeAll(async () => {
  server = await start('trusting', { ACCESS_LOG: '1', TRUST_PROXY: '127.0.0.1' })
}, 120_000)
afterAll(async () => {
  await server?.stop('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

describe('access log', () => {
  test('has a line of JSON with operation, status, duration, bytes and request id', async () => {
    const line = await ask('/newapi/menu/tree')
    expect(line).toMatchObject({
      method: 'GET',
      path: '/newapi/menu/tree',
      operation: 'menu.tree',
      status: 200,
    })
    expect(Math.abs(Date.parse(line.time) - Date.now())).toBeLessThan(60_000)
    expect(line.ms).toBeGreaterThan(0)
    expect(line.bytes).toBeGreaterThan(200)
    expect(await ask('/healthz')).not.toHaveProperty('operation')
    expect(await ask('/newapi/nothing')).toMatchObject({ path: '/newapi/nothing', status: 404 })
    expect(await ask('/%zz'), 'an address that cannot be decoded').toMatchObject({
      path: '/%zz',
      status: 404,
    })
  })

  test('repeats nothing of queries, bodies and headers', async () => {
    const secret = 'secret-7301'
    const query = new URLSearchParams({ token: secret, ticket: secret, mobile: secret, keyWord: secret })
    for (const path of ['/', '/newapi/menu/tree', '/newapi/nothing', '/share'])
      expect(await ask(`${path}?${query}`)).toMatchObject({ path })
    await ask('/newapi/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: secret, cookie: `token=${secret}` },
      body: JSON.stringify({ userName: secret, password: secret }),
    })
    expect(server.printed()).not.toContain(secret)
  })

  test('has one line for a page that the server fills by calls of its own', async () => {
    const before = linesOf(server).length
    await ask('/share/demand')
    const paths = linesOf(server).map(({ path }) => path)
    expect(paths.slice(before)).toEqual(['/share/demand'])
  })

  test('marks a request whose client left before the answer, and has a line for a closed websocket', async () => {
    const address = new URL(server.url)
    const socket = connect(Number(address.port), address.hostname)
    const head = 'POST /newapi/api/login HTTP/1.1\r\nhost: localhost\r\nx-request-id: request-left\r\n'
    socket.write(`${head}content-type: application/json\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\n`)
    await once(socket, 'data')
    socket.destroy()
    const line = await lineOf('request-left')
    expect(line).toMatchObject({ operation: 'auth.login', isAborted: true })

    const websocket = new WebSocket(`${server.url.replace('http', 'ws')}/websocket`, {
      headers: { 'x-request-id': 'request-websocket' },
    })
    await once(websocket, 'open')
    websocket.close()
    expect(await lineOf('request-websocket')).toMatchObject({ path: '/websocket', status: 101 })
  })

  test('has a new id where X-Request-Id is no id, or its sender is not in TRUST_PROXY', async () => {
    const idOf = async ({ url }: ServerProcess, id: string) =>
      (await fetch(`${url}/healthz`, { headers: { 'x-request-id': id } })).headers.get('x-request-id')
    for (const wrong of ['short', 'a'.repeat(101), '<script>alert(1)</script>'])
      expect(await idOf(server, wrong), wrong).toMatch(NEW_ID)
    const other = await start('distrusting', { TRUST_PROXY: '10.0.0.0/8' })
    try {
      expect(await idOf(other, 'b0f7a1c2d3e4f5061728394a5b6c7d8e')).toMatch(NEW_ID)
    } finally {
      await other.stop('SIGTERM')
    }
  }, 60_000)
})

test('a server without ACCESS_LOG prints nothing of a request, and LOG_LEVEL decides what else it prints', async () => {
  for (const [level, isPrinted] of [
    ['warn', false],
    ['info', true],
  ] as const) {
    const other = await start(level, { LOG_LEVEL: level })
    try {
      await fetch(`${other.url}/newapi/menu/tree`)
    } finally {
      await other.stop('SIGTERM')
    }
    expect(linesOf(other)).toEqual([])
    expect(other.printed().includes('"msg":"Server listening at'), level).toBe(isPrinted)
  }
}, 120_000)
