// Tests the QR code of a portal address over HTTP.
import qrcode from 'qrcode-generator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let published: TestApp

beforeAll(async () => {
  app = await createTestApp()
  published = await createTestApp({ env: { PUBLIC_URL: 'https://equipnet.example' } })
})
afterAll(async () => {
  await app.close()
  await published.close()
})

const ask = (of: TestApp, query: Readonly<Record<string, string>>, headers = {}) =>
  of.get(`/pictures/qr.svg?${new URLSearchParams(query)}`, { headers })

/** Dark modules of a code, `#` each, without the quiet zone. */
function modulesOf(address: string): string[] {
  const code = qrcode(0, 'M')
  code.addData(address)
  code.make()
  const each = Array.from({ length: code.getModuleCount() }, (_, index) => index)
  return each.map((row) => each.map((column) => (code.isDark(row, column) ? '#' : ' ')).join(''))
}

/** Fills the bars of the picture's last path into squares of one unit. */
function drawnModules(svg: string): string[] {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const squares = Array.from({ length: size }, () => Array.from({ length: size }, () => ' '))
  const bars = svg.slice(svg.lastIndexOf('<path')).matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)
  for (const [, x, y, length] of bars)
    for (let step = 0; step < Number(length); step += 1) (squares[Number(y)] ?? [])[Number(x) + step] = '#'
  const quiet = squares.splice(-4).concat(squares.splice(0, 4)).flat()
  expect(quiet.join('').trim()).toBe('')
  return squares.map((row) => {
    expect(row.slice(0, 4).concat(row.slice(-4)).join('').trim()).toBe('')
    return row.slice(4, -4).join('')
  })
}

describe('GET /pictures/qr.svg', () => {
  test('encodes the local host of the request when PUBLIC_URL is not set', async () => {
    const { status, headers, text } = await ask(app, { to: '/#/needDetail?id=D1' }, { host: 'localhost:81' })
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(drawnModules(text)).toEqual(modulesOf('http://localhost:81/#/needDetail?id=D1'))
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    expect(headers['cache-control']).toContain('immutable')
  })
  test('encodes localhost instead of a foreign Host header when PUBLIC_URL is not set', async () => {
    const { text } = await ask(app, { to: '/share/demand/D1' }, { host: 'evil.example' })
    expect(drawnModules(text)).toEqual(modulesOf('http://localhost/share/demand/D1'))
  })
  test('encodes PUBLIC_URL instead of the Host header when PUBLIC_URL is set', async () => {
    const { text } = await ask(published, { to: '/share/demand/D1' }, { host: 'inner.test' })
    expect(drawnModules(text)).toEqual(modulesOf('https://equipnet.example/share/demand/D1'))
  })
  test.each([
    ['of another site', { to: 'https://elsewhere.example/' }],
    ['of another site, without a scheme', { to: '//elsewhere.example/' }],
    ['of another site, with a slash that leans back', { to: '/\\elsewhere.example/' }],
    ['of a script', { to: 'javascript:alert(1)' }],
    ['of nothing', { to: '' }],
    ['that is too long to be read', { to: `/#/home-page?a=${'x'.repeat(300)}` }],
    ['with more than it takes', { to: '/', size: '9' }],
  ])('returns 404 for an address %s', async (_, query) => {
    const { status, text } = await ask(app, query)
    expect(status).toBe(404)
    expect(text).not.toContain('<svg')
  })
})
