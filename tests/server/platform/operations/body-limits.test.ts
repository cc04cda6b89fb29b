// Tests limits of request bodies and the validation of the Host header.

import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const TOO_LARGE = 41301
const hostile = (keys: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, 1])))
const nested = (depth: number) => `{"userName":${'['.repeat(depth)}${']'.repeat(depth)}}`

let app: TestApp
let user: string

beforeAll(async () => {
  app = await createTestApp()
  user = await app.signIn('somebody')
})
afterAll(() => app.close())

describe('hostile request body', () => {
  test.each([
    ['80,000 unknown keys at the sign-in', '/newapi/api/login', hostile(80_000)],
    ['80,000 unknown keys at a registration', '/newapi/api/register', hostile(80_000)],
    ['few bytes, many values', '/newapi/api/login', `{"a":[${'1,'.repeat(900)}1]}`],
    ['endless nesting', '/newapi/api/login', nested(500)],
    ['80,000 keys in a draft', '/newapi/api/draft', `{"form":"demand","data":${hostile(80_000)}}`],
  ])('of %s is refused with 413 within 1.5 seconds', async (_, path, body) => {
    await app.post(path, {}, { token: user })
    const started = performance.now()
    const answer = await app.post(path, body, { token: user })
    const took = performance.now() - started
    expect([answer.status, answer.code]).toEqual([413, TOO_LARGE])
    expect(answer.msg).toMatch(/[一-鿿]/)
    expect(took).toBeLessThan(1_500)
  })

  test('to an unknown address is answered with 404 within 1.5 seconds', async () => {
    const started = performance.now()
    const answer = await app.post('/newapi/nothing/here', hostile(80_000), { token: user })
    expect([answer.status, answer.code]).toEqual([404, 40402])
    expect(performance.now() - started).toBeLessThan(1_500)
  })

  test('without a content length is refused with 413 at the limit, and the connection is closed', async () => {
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.app.server.address() as AddressInfo
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => resolve(text)).on('error', (error) => (text ? resolve(text) : reject(error)))
      socket.write(
        'POST /newapi/api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      )
      const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
      for (let round = 0; round < 8; round += 1) socket.write(chunk)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 413/)
    expect(answer.toLowerCase()).toContain('connection: close')
  })
})

describe('request body with the longest texts that a form accepts', () => {
  test.each([
    ['as they are', '宽'],
    ['escaped', '\\u5bbd'],
    ['of escaped emoji', '\\ud83d\\ude92'],
  ])('is validated and not refused as too large, with the texts %s', async (_, character) => {
    const form = app.services.model().forms.find(({ id }) => id === 'demand')
    const longest = (form?.fields ?? [])
      .filter(({ schema }) => schema.type === 'string' && schema.enum === undefined)
      .map(({ name, schema }) => `"${name}":"${character.repeat(Number(schema.maxLength ?? 200))}"`)
    const { status } = await app.post('/newapi/demand/add', `{${longest.join(',')}}`, { token: user })
    expect(status).toBe(400)
  })
})

describe('Host header', () => {
  test.each(['a b', '[', 'http://x', 'x:99999999', 'a/b', '%00', '"'])(
    'with the invalid value %s is refused with 400',
    async (host) => {
      for (const url of ['/newapi/api/area/tree', '/newapi/api/login', '/', '/nowhere']) {
        const { status, msg } = await app.ask({ method: 'GET', url, headers: { host } })
        expect(status, url).toBe(400)
        expect(msg).toMatch(/[一-鿿]/)
      }
    },
  )

  test.each(['localhost', 'localhost:8080', '10.0.0.1', '[::1]:8080', 'portal.example.cn'])(
    'with the value %s is accepted',
    async (host) => {
      expect((await app.ask({ method: 'GET', url: '/healthz', headers: { host } })).status).toBe(200)
    },
  )
})
