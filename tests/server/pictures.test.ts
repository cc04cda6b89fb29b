// Tests the pictures of categories over HTTP: inheritance, compression, caching, refused addresses.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instrumentFiles } from '../config/instrument-family.ts'
import { writeSmallFiles } from './support/small-configuration.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const svg = (radius: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 160"><path d="${'M0 0h9'.repeat(200)}"/><circle r="${radius}"/></svg>`

let root: string
let app: TestApp

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'equipnet-pictures-'))
  await writeSmallFiles(root)
  for (const [path, text] of instrumentFiles({ pictures: true })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const folder = join(root, 'schemas/parameters/instrument')
  writeFileSync(join(folder, 'S.svg'), svg(1))
  writeFileSync(join(folder, 'S1.svg'), svg(2))
  writeFileSync(join(folder, 'other.svg'), svg(3))
  writeFileSync(join(root, 'schemas/parameters/secret.svg'), svg(4))
  app = await createTestApp({ root })
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

describe('picture of a category', () => {
  test('is sent as stored, with a content security policy that forbids scripts', async () => {
    const { status, headers, text } = await app.get('/pictures/instrument/S1.svg')
    expect(status).toBe(200)
    expect(text).toBe(svg(2))
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
  })
  test('is that of the nearest parent category if the category has none', async () => {
    expect((await app.get('/pictures/instrument/S2.svg')).text).toBe(svg(1))
    expect((await app.get('/pictures/instrument/S.svg')).text).toBe(svg(1))
  })
  test('is a neutral one if no parent category has a picture', async () => {
    const { status, text } = await app.get('/pictures/instrument/W1.svg')
    expect([status, text]).toEqual([200, expect.stringMatching(/^<svg /)])
  })
  test('is compressed, with a different ETag for each encoding', async () => {
    const plain = await app.get('/pictures/instrument/S1.svg')
    const { headers, rawPayload } = await app.app.inject({
      url: '/pictures/instrument/S1.svg',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(rawPayload).toString()).toBe(svg(2))
    expect(headers.vary).toBe('accept-encoding')
    expect(headers.etag).toMatch(/^"[0-9a-f]{32}-br"$/)
    expect(plain.headers.etag).toMatch(/^"[0-9a-f]{32}"$/)
  })
  test('is answered with 304 if the client already has it', async () => {
    const { headers } = await app.get('/pictures/instrument/S1.svg')
    const ask = (mark: string) =>
      app.get('/pictures/instrument/S1.svg', { headers: { 'if-none-match': mark } })
    const again = await ask(`"x", ${headers.etag}`)
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag])
    expect((await ask('"x"')).status).toBe(200)
    expect(String(headers['cache-control'])).not.toContain('immutable')
  })
  test('is sent in its new version at once after its file changed', async () => {
    const before = await app.get('/pictures/instrument/S1.svg')
    writeFileSync(join(root, 'schemas/parameters/instrument/S1.svg'), svg(20))
    const after = await app.get('/pictures/instrument/S1.svg')
    expect(after.text).toBe(svg(20))
    expect(after.headers.etag).not.toBe(before.headers.etag)
  })
})

test.each([
  '/pictures/instrument/other.svg',
  '/pictures/instrument/S1.json',
  '/pictures/instrument/S1',
  '/pictures/instrument/.svg',
  '/pictures/instrument/..%2fsecret.svg',
  '/pictures/instrument/..%5csecret.svg',
  '/pictures/instrument/../secret.svg',
  '/pictures/instrument/%2e%2e%2fsecret.svg',
  '/pictures/../parameters/secret.svg',
  '/pictures/%2e%2e/secret.svg',
  '/pictures/..%2fparameters%2finstrument/S1.svg',
  '/pictures/toString/S1.svg',
  '/pictures/instrument/S1.svg%00',
  '/pictures/instrument/s1.svg',
  '/pictures/instrument/',
  '/pictures/',
])('the picture address %s is answered with 404', async (url) => {
  const { status, text } = await app.get(url)
  expect(status).toBe(404)
  expect(text).not.toContain('<svg')
})
