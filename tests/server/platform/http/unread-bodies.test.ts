// Tests that a connection serves the next request after an answer sent before the body was read.

import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PNG } from '../../../support/real-files.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const MEGABYTE = 1024 * 1024
const BOUNDARY = 'x-boundary-x'
const NEXT = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
const UPLOAD = '/file/fileOperation/upload?form=registerUnit&field=licenseFile'

let app: TestApp
let user: string
let port: number
const open: Socket[] = []

beforeAll(async () => {
  app = await createTestApp({ samples: true })
  user = await app.signIn('somebody')
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.app.server.address() as AddressInfo).port
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})
afterAll(() => app.close())

interface Sent {
  readonly path: string
  readonly method?: string
  readonly type?: string
  readonly body: Buffer
  readonly isChunked?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

const fileOf = (name: string, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    content,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

function toRequest({ path, method = 'POST', type, body, isChunked, headers = {} }: Sent): Buffer {
  const all = {
    host: 'localhost',
    'content-type': type ?? `multipart/form-data; boundary=${BOUNDARY}`,
    ...(isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const chunked = [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]
  return Buffer.concat([head, ...(isChunked ? chunked : [body])])
}

/** Statuses of the answers on one connection: to the request, and to the one that follows its answer. */
function sendBoth(sent: Sent): Promise<{ statuses: number[]; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    open.push(socket)
    let text = ''
    let isNextSent = false
    const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
    const request = toRequest(sent)
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      text += chunk
      // The one that follows waits for the whole answer, and for its own body to be gone.
      if (!isNextSent && text.includes('"msg":') && socket.writableLength === 0) {
        isNextSent = true
        socket.write(NEXT)
      }
      if (statuses().length === 2) resolve({ statuses: statuses(), text })
    })
    socket.on('error', (error) => reject(new Error(`${error.message} after ${text.slice(0, 200)}`)))
    socket.on('close', () => reject(new Error(`closed after ${text.slice(0, 400)}`)))
    socket.write(request)
  })
}

describe('connection after a refusal that left the request body unread', () => {
  test.each<[string, number, Sent]>([
    [
      'an upload whose content is not of its ending’s kind',
      415,
      { path: UPLOAD, body: fileOf('a.png', Buffer.alloc(3 * MEGABYTE, 7)) },
    ],
    [
      'an upload whose content breaks after its first bytes',
      415,
      {
        path: UPLOAD,
        body: fileOf('a.png', Buffer.concat([PNG.subarray(0, 33), Buffer.alloc(3 * MEGABYTE, 7)])),
      },
    ],
    [
      'an upload of an ending that is not taken',
      415,
      { path: UPLOAD, body: fileOf('a.exe', Buffer.alloc(3 * MEGABYTE, 7)) },
    ],
    [
      'an upload that is too large',
      413,
      {
        path: UPLOAD,
        body: fileOf('a.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(30 * MEGABYTE, 32)])),
      },
    ],
    [
      'a chunked upload of another kind',
      415,
      { path: UPLOAD, isChunked: true, body: fileOf('a.png', Buffer.alloc(3 * MEGABYTE, 7)) },
    ],
    [
      'an upload to a field that does not exist',
      400,
      {
        path: '/file/fileOperation/upload?form=registerUnit&field=nothing',
        body: fileOf('a.png', Buffer.alloc(3 * MEGABYTE, 7)),
      },
    ],
    [
      'an upload to a form that asks for a sign-in',
      401,
      {
        path: '/file/fileOperation/upload?form=deliver&field=attachments',
        body: fileOf('a.png', Buffer.alloc(3 * MEGABYTE, 7)),
      },
    ],
    [
      'an upload of a session that is over',
      401,
      {
        path: '/newapi/api/import/upload?type=equipment&category=E001',
        headers: { token: 'nothing' },
        body: fileOf('a.csv', Buffer.alloc(3 * MEGABYTE, 65)),
      },
    ],
    [
      'an upload of another site',
      403,
      {
        path: UPLOAD,
        headers: { 'sec-fetch-site': 'cross-site' },
        body: fileOf('a.png', Buffer.alloc(3 * MEGABYTE, 7)),
      },
    ],
    [
      'a file sent where text is asked for',
      400,
      { path: '/newapi/api/login', body: fileOf('a.png', Buffer.alloc(3 * MEGABYTE, 7)) },
    ],
    [
      'several files, one of them of another kind',
      415,
      {
        path: UPLOAD,
        body: Buffer.concat([
          fileOf('a.png', Buffer.alloc(MEGABYTE, 7)).subarray(0, -4),
          Buffer.from('\r\n'),
          fileOf('b.png', Buffer.alloc(MEGABYTE, 7)),
        ]),
      },
    ],
    [
      'text that is too long',
      413,
      {
        path: '/newapi/api/login',
        type: 'application/json',
        body: Buffer.from(`{"a":"${'a'.repeat(3 * MEGABYTE)}"}`),
      },
    ],
    [
      'chunked text that is too long',
      413,
      {
        path: '/newapi/api/login',
        type: 'application/json',
        isChunked: true,
        body: Buffer.from(`{"a":"${'a'.repeat(3 * MEGABYTE)}"}`),
      },
    ],
    [
      'text of another format',
      415,
      { path: '/newapi/api/login', type: 'text/xml', body: Buffer.alloc(3 * MEGABYTE, 32) },
    ],
    [
      'a body sent to no address',
      404,
      { path: '/newapi/nothing', type: 'application/json', body: Buffer.alloc(3 * MEGABYTE, 32) },
    ],
    [
      'a body sent to an address outside of the calls',
      413,
      { path: '/nothing', type: 'application/json', body: Buffer.alloc(3 * MEGABYTE, 32) },
    ],
    [
      'a body sent by another method',
      405,
      {
        path: '/newapi/api/login',
        method: 'DELETE',
        type: 'application/json',
        body: Buffer.alloc(3 * MEGABYTE, 32),
      },
    ],
    [
      'a body for a host that is none',
      400,
      {
        path: '/newapi/api/login',
        headers: { host: 'a b' },
        type: 'application/json',
        body: Buffer.alloc(3 * MEGABYTE, 32),
      },
    ],
  ])('answers the next request: %s', async (_, status, sent) => {
    const { statuses } = await sendBoth(sent)
    expect(statuses).toEqual([status, 200])
  })

  test('answers the next request: an upload of a signed-in account that has reached its rate limit', async () => {
    const answers = await Promise.all(
      Array.from({ length: 70 }, () =>
        sendBoth({
          path: UPLOAD,
          headers: { token: user },
          body: fileOf('a.png', Buffer.alloc(MEGABYTE / 2, 7)),
        }),
      ),
    )
    expect(answers.filter(({ statuses: [first] }) => first === 429).length).toBeGreaterThan(0)
    for (const { statuses } of answers) expect(statuses[1]).toBe(200)
  })

  test('is closed with the answer if the rest of the body never arrives', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let all = ''
      socket.on('data', (chunk) => {
        all += chunk
      })
      socket.on('error', reject).on('close', () => resolve(all))
      socket.write(
        toRequest({ path: UPLOAD, body: fileOf('a.exe', Buffer.alloc(MEGABYTE, 7)) }).subarray(0, 600_000),
      )
    })
    expect(text).toMatch(/^HTTP\/1\.1 415/)
    expect(text.toLowerCase()).toContain('connection: close')
  })
})
