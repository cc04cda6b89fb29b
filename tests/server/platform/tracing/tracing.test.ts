// Tests the traces of a server process: spans of requests and statements, as an OpenTelemetry receiver gets them.
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../../support/source-files.ts'
import { type ServerProcess, startProcess } from '../../support/start-process.ts'
import { copyMigrated } from '../database/migrated.ts'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: Readonly<Record<string, string>>
}
interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, string>>
}
interface Message {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<Span, 'attributes'> & { attributes: Attribute[] })[]
    }[]
  }[]
}

/** Numbers of OTLP. */
const [SERVER, CLIENT] = [2, 3]
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

const folder = mkdtempSync(join(tmpdir(), 'equipnet-tracing-'))
const bodies: string[] = []
const received: string[] = []
let receiver: Server
let server: ServerProcess

const toValues = (attributes: readonly Attribute[]): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]))
const messages = (): Message[] => bodies.map((body) => JSON.parse(body) as Message)
const spans = (): Span[] =>
  messages().flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) =>
        scope.spans.map((span) => ({ ...span, attributes: toValues(span.attributes) })),
      ),
    ),
  )
const addressOf = (one: Server): string => `http://127.0.0.1:${(one.address() as AddressInfo).port}`
const startTraced = async (name: string, env: Readonly<Record<string, string>>): Promise<ServerProcess> => {
  const dataDir = join(folder, name)
  await copyMigrated(dataDir)
  return startProcess({ NODE_ENV: 'production', DATA_DIR: dataDir, OTEL_BSP_SCHEDULE_DELAY: '100', ...env })
}

const ask = async (path: string, init: RequestInit = {}) =>
  spansOf((await fetch(`${server.url}${path}`, init)).headers.get('x-request-id'))

/** Sends the body once the server has read the headers, as browsers on slow lines do. */
async function post(path: string, body: object): Promise<{ own: Span; below: Span[] }> {
  const headers = { 'content-type': 'application/json', expect: '100-continue' }
  const sent = request(`${server.url}${path}`, { method: 'POST', headers })
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.end(JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  return spansOf(answer.headers['x-request-id'])
}

/** Waits for the span of a request, and answers it with those below it. */
async function spansOf(id: unknown): Promise<{ own: Span; below: Span[] }> {
  const find = () => spans().find(({ attributes }) => attributes['equipnet.request.id'] === id)
  await expect.poll(find, { timeout: 10_000 }).toBeDefined()
  const own = find() as Span
  return {
    own,
    below: spans().filter(({ traceId, spanId }) => traceId === own.traceId && spanId !== own.spanId),
  }
}

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push(`${request.method} ${request.url} ${request.headers['content-type']}`)
      bodies.push(body)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  server = await startTraced('traced', {
    OTEL_EXPORTER_OTLP_ENDPOINT: addressOf(receiver),
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    TRUST_PROXY: '127.0.0.1',
    READ_CACHE_MB: '0',
  })
}, 120_000)
afterAll(async () => {
  await server?.stop('SIGTERM')
  receiver.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('traces', () => {
  test('have one server span for a call, with a span for each statement below it', async () => {
    const { own, below } = await ask('/newapi/demand/showlist?limit=2&token=secret-4711')
    expect(own).toMatchObject({
      name: 'demand.showlist',
      kind: SERVER,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/newapi/demand/showlist',
        'http.response.status_code': '200',
        'url.path': '/newapi/demand/showlist',
        'url.scheme': 'http',
      },
    })
    expect(own.parentSpanId ?? '').toBe('')
    expect(below.length).toBeGreaterThan(0)
    for (const span of below) expect(span).toMatchObject({ kind: CLIENT, parentSpanId: own.spanId })
    const list = below.find(({ name }) => name === 'SELECT account item')
    expect(list?.attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.operation.name': 'SELECT',
      'db.query.text': expect.stringMatching(/^select .*\$1/is),
    })
    expect(received[0]).toBe('POST /v1/traces application/json')
    expect(toValues(messages()[0]?.resourceSpans[0]?.resource.attributes ?? [])).toMatchObject({
      'service.name': 'equipnet',
      'deployment.environment.name': 'test',
    })
  })

  test('follow a call with a body, a page that the server fills by calls of its own, and other addresses', async () => {
    const secret = 'secret-4711'
    const signIn = await post('/newapi/api/login', { userName: secret, password: secret })
    expect(signIn.own).toMatchObject({ name: 'auth.login', attributes: { 'http.request.method': 'POST' } })
    const account = signIn.below.find(({ name }) => name === 'SELECT account')
    expect(account?.attributes).toMatchObject({ 'db.collection.name': 'account' })
    const page = await ask('/share/demand')
    expect(page.own.name).toBe('GET /share/:type')
    expect(page.below.map(({ name }) => name)).toContain('SELECT account item')
    expect(page.below.filter(({ kind }) => kind === SERVER)).toEqual([])
    expect((await ask('/newapi/nothing')).own.attributes).toMatchObject({
      'http.response.status_code': '404',
    })
    expect(bodies.join('\n')).not.toContain(secret)
  })

  test('continue the traceparent of a trusted sender only', async () => {
    const headers = { traceparent: `00-${TRACE}-${CALLER}-01` }
    const { own, below } = await ask('/newapi/demand/showlist?limit=3', { headers })
    expect(own).toMatchObject({ traceId: TRACE, parentSpanId: CALLER })
    expect(below.length).toBeGreaterThan(0)

    const other = await startTraced('distrusting', { OTEL_EXPORTER_OTLP_ENDPOINT: addressOf(receiver) })
    const id = (await fetch(`${other.url}/healthz`, { headers })).headers.get('x-request-id')
    // Stopping sends what is left.
    await other.stop('SIGTERM')
    const span = spans().find(({ attributes }) => attributes['equipnet.request.id'] === id)
    expect(span).toMatchObject({ name: 'GET /healthz' })
    expect(span?.traceId).not.toBe(TRACE)
  }, 60_000)

  test('are missed by nobody but the operator, in one line, when the receiver is out of reach', async () => {
    const other = await startTraced('alone', {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    })
    try {
      for (const path of ['/healthz', '/readyz', '/healthz'])
        expect((await fetch(`${other.url}${path}`)).status).toBe(200)
      await expect
        .poll(() => other.printed(), { timeout: 20_000 })
        .toContain('未能把跟踪数据发送到 127.0.0.1:9')
    } finally {
      await other.stop('SIGTERM')
    }
    expect(other.printed().match(/未能把跟踪数据发送到/g)).toHaveLength(1)
  }, 60_000)
})

test('the packages of tracing are in a chunk of their own, which the server imports only where it is needed', () => {
  const built = join(ROOT, 'dist/server')
  const chunks = readdirSync(built).filter((name) => name.endsWith('.js'))
  const holding = chunks.filter((name) =>
    readFileSync(join(built, name), 'utf8').includes('OTEL_BSP_SCHEDULE_DELAY'),
  )
  expect(holding).toHaveLength(1)
  const importing = chunks.filter((name) =>
    readFileSync(join(built, name), 'utf8').includes(`./${holding[0]}`),
  )
  expect(importing).toEqual(['main.js'])
  expect(readFileSync(join(built, 'main.js'), 'utf8')).not.toMatch(
    new RegExp(`(from|import)\\s*["']\\./${holding[0]}`),
  )
})
