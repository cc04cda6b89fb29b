// Tests robots.txt and the sitemap of all addresses that visitors may read.
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedPages } from '#server/publishing/pages/shared-pages.ts'
import { streamItems } from '#server/publishing/sitemap/sitemap.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const ORIGIN = 'https://portal.example'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { PUBLIC_URL: ORIGIN }, samples: true })
}, 120_000)
afterAll(() => app.close())

const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, one = '']) => one)
const ask = async (path: string): Promise<string> => {
  const { status, text } = await app.get(path)
  expect([path, status]).toEqual([path, 200])
  return text
}

test('robots.txt names the sitemap and allows the share pages', async () => {
  const text = await ask('/robots.txt')
  expect(text).toContain('User-agent: *')
  expect(text).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
  expect(text).not.toMatch(/Disallow: \/(?:\n|share|newapi)/)
})

describe('sitemap', () => {
  test('lists public items with the time of their change, and omits offline and private items', async () => {
    const { db } = app.services
    await db.updateTable('item').set({ status: 'offline' }).where('id', '=', 'EQ001D').execute()
    const files = locations(await ask('/sitemap.xml'))
    expect(files).toContain(`${ORIGIN}/sitemaps/pages-1.xml`)
    const texts = await Promise.all(files.map((file) => ask(file.slice(ORIGIN.length))))
    const addresses = texts.flatMap(locations)
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses).toContain(`${ORIGIN}/share/equipment/EQ001A`)
    expect(addresses).not.toContain(`${ORIGIN}/share/equipment/EQ001D`)
    expect(texts.join('')).toMatch(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/)
    const types = new Set(addresses.map((one) => /\/share\/(\w+)\//.exec(one)?.[1]))
    expect(types).not.toContain('intention')
    expect(types).not.toContain('feedback')
    const step = Math.ceil(addresses.length / 60)
    for (const address of addresses.filter((_, index) => index % step === 0))
      expect([
        address,
        (await app.get(address.slice(ORIGIN.length), { headers: { accept: 'text/html' } })).status,
      ]).toEqual([address, 200])
  })

  test('is sent compressed with gzip, and unknown sitemap files return 404', async () => {
    const { headers } = await app.get('/sitemaps/equipment-1.xml', { headers: { 'accept-encoding': 'gzip' } })
    expect(headers['content-encoding']).toBe('gzip')
    const raw = await app.app.inject({
      url: '/sitemaps/equipment-1.xml',
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(gunzipSync(raw.rawPayload).toString()).toContain(`${ORIGIN}/share/equipment/EQ001A`)
    for (const path of ['/sitemaps/equipment-2.xml', '/sitemaps/intention-1.xml', '/sitemaps/pages-2.xml'])
      expect((await app.get(path)).status).toBe(404)
  })

  test('continues in the next file when a file is full', async () => {
    const shared = sharedPages(app.source.model).get('equipment')
    if (!shared) throw new Error('equipment is shared')
    const found: string[] = []
    for (let file = 1; ; file += 1) {
      const stream = await streamItems(app.services.db, shared, ORIGIN, file, 7)
      if (!stream) break
      let text = ''
      for await (const part of stream) text += part
      const own = locations(text)
      expect(own.length).toBeLessThanOrEqual(7)
      found.push(...own)
    }
    const whole = locations(await ask('/sitemaps/equipment-1.xml'))
    expect(found).toEqual(whole)
    expect(whole.length).toBeGreaterThan(14)
  })
})
