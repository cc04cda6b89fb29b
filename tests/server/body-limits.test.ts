// Lists cases of bodies that cost more than they are worth, and of a Host that is none.

import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from './support/test-app.ts'

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

describe('a hostile body', () => {
  test.each([
    ['80,000 unknown keys at the sign-in', '/newapi/api/login', hostile(80_000)],
    ['80,000 unknown keys at a registration', '/newapi/api/register', hostile(80_000)],
    ['few bytes, many values', '/newapi/api/login', `{"a":[${'1,'.repeat(900)}1]}`],
    ['endless nesting', '/newapi/api/login', nested(500)],
    ['80,000 keys in a draft', '/newapi/api/draft', `{"form":"demand","data":${hostile(80_000)}}`],
  ])('of %s is refused at once', async (_, path, body) => {
    await app.post(path, {}, { token: user })
    const started = performance.now()
    const answer = await app.post(path, body, { token: user })
    const took = performance.now() - started
    expect([answer.status, answer.code]).toEqual([413, TOO_LARGE])
    expect(answer.msg).toMatch(/[一-鿿]/)
    expect(took).toBeLessThan(1_500)
  })

  test('of no operation at all is not even looked at', async () => {
    const started = performance.now()
    const answer = await app.post('/newapi/nothing/here', hostile(80_000), { token: user })
    expect([answer.status, answer.code]).toEqual([404, 40402])
    expect(performance.now() - started).toBeLessThan(1_500)
  })

  test('that does not announce its length is read no further than it may go', async () => {
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

describe('an honest body', () => {
  test.each([
    ['as they are', '宽'],
    ['escaped', '\\u5bbd'],
    ['of escaped emoji', '\\ud83d\\ude92'],
  ])('of the longest texts that a form takes, %s, is no hostile one', async (_, character) => {
    const form = app.services.model().forms.find(({ id }) => id === 'demand')
    const longest = (form?.fields ?? [])
      .filter(({ schema }) => schema.type === 'string' && schema.enum === undefined)
      .map(({ name, schema }) => `"${name}":"${character.repeat(Number(schema.maxLength ?? 200))}"`)
    const { status } = await app.post('/newapi/demand/add', `{${longest.join(',')}}`, { token: user })
    expect(status).toBe(400)
  })
})

describe('a Host', () => {
  test.each(['a b', '[', 'http://x', 'x:99999999', 'a/b', '%00', '"'])('of %s is refused', async (host) => {
    for (const url of ['/newapi/api/area/tree', '/newapi/api/login', '/', '/nowhere']) {
      const { status, msg } = await app.ask({ method: 'GET', url, headers: { host } })
      expect(status, url).toBe(400)
      expect(msg).toMatch(/[一-鿿]/)
    }
  })

  test.each(['localhost', 'localhost:8080', '10.0.0.1', '[::1]:8080', 'portal.example.cn'])(
    'of %s is fine',
    async (host) => {
      expect((await app.ask({ method: 'GET', url: '/healthz', headers: { host } })).status).toBe(200)
    },
  )
})
