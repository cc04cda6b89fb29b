// Tests scene pictures over HTTP: variants, crops, caching and unknown addresses.
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Manifest } from '#shared/model/manifest.ts'
import { CROPS, VARIANTS } from '#shared/model/scene-model.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { someOf } from '../../support/long-run.ts'

const MOST_COMPRESSED = 12 * 1024
const SHAPES: Readonly<Record<string, string>> = {
  wide: '0 0 1000 230',
  card: '0 0 480 270',
  tall: '0 0 300 400',
}

let app: TestApp
let names: string[]

beforeAll(async () => {
  app = await createTestApp()
  names = app.source.model.scenes?.scenes.map(({ name }) => name) ?? []
})
afterAll(() => app.close())

test('the portal has at least 14 scenes, and every zone uses a different scene', () => {
  expect(names.length).toBeGreaterThanOrEqual(14)
  const zones = app.source.model.zones.map(({ scene }) => scene)
  expect(zones.filter((scene) => !names.includes(scene))).toEqual([])
  expect(new Set(zones).size).toBe(zones.length)
})

const variants = someOf([...Array(VARIANTS).keys()], 4)

test('GET /pictures/scene/{name}/{variant}.svg returns a different small drawing for each variant', async () => {
  for (const name of names) {
    const drawn = new Set<string>()
    for (const variant of variants) {
      const { status, text } = await app.get(`/pictures/scene/${name}/${variant}.svg`)
      expect(status, `${name} ${variant}`).toBe(200)
      expect(text, `${name} ${variant}`).not.toMatch(/NaN|undefined|Infinity/)
      expect(gzipSync(text).length, `${name} ${variant}`).toBeLessThan(MOST_COMPRESSED)
      drawn.add(text)
    }
    expect(drawn.size, name).toBe(variants.length)
  }
})

test.each(CROPS)('the crop %s has its view box and more than 20 shapes in every scene', async (crop) => {
  for (const name of names) {
    const { text } = await app.get(`/pictures/scene/${name}/7.svg?crop=${crop}`)
    expect(text).toContain(`viewBox="${SHAPES[crop]}"`)
    expect(text.match(/<(?:path|circle|ellipse|rect)/g)?.length).toBeGreaterThan(20)
  }
})

test('the query with=… draws an illustration in front of a scene within the size limit', async () => {
  const [plain, front, category] = await Promise.all(
    ['', '?with=E005', '?with=C04'].map((query) => app.get(`/pictures/scene/town/3.svg${query}`)),
  )
  const illustration = (await app.get('/pictures/equipment/E005.svg')).text
  const body = illustration.slice(illustration.indexOf('>') + 1, illustration.lastIndexOf('</svg>'))
  expect(plain?.text).not.toContain(body)
  expect(front?.text).toContain(body)
  expect(category?.text).not.toBe(plain?.text)
  for (const { id } of app.source.model.families[0]?.sets ?? []) {
    const { status, text } = await app.get(`/pictures/scene/flood/9.svg?with=${id}`)
    expect(status, id).toBe(200)
    expect(gzipSync(text).length, id).toBeLessThan(MOST_COMPRESSED)
  }
})

describe('scene picture', () => {
  const ADDRESS = '/pictures/scene/flood/5.svg'

  test('is sent without scripts or links, with a sandbox policy, an ETag and a day of caching', async () => {
    const { headers, text } = await app.get(ADDRESS)
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    expect(headers['cache-control']).toMatch(/max-age=86400/)
    expect(text).not.toMatch(/<script|<style|<text|href/)
    const again = await app.get(ADDRESS, { headers: { 'if-none-match': String(headers.etag) } })
    expect(again.status).toBe(304)
  })
  test('is identical after 700 other scenes were drawn', async () => {
    const { text } = await app.get(ADDRESS)
    for (let at = 0; at < 700; at++)
      await app.get(`/pictures/scene/${names[at % names.length]}/${at % VARIANTS}.svg?crop=${CROPS[at % 3]}`)
    expect((await app.get(ADDRESS)).text).toBe(text)
  })
  test('is sent compressed with Brotli', async () => {
    const { headers, rawPayload } = await app.app.inject({
      url: ADDRESS,
      headers: { 'accept-encoding': 'br' },
    })
    expect(headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(rawPayload).toString()).toBe((await app.get(ADDRESS)).text)
  })
})

test.each([
  'nowhere/1.svg',
  'toString/1.svg',
  'palette/1.svg',
  'flood/48.svg',
  'flood/-1.svg',
  'flood/1.5.svg',
  'flood/01.svg',
  'flood/x.svg',
  'flood/.svg',
  'flood/1.png',
  'flood/1',
  'flood/1.svg?crop=square',
  'flood/1.svg?crop=',
  'flood/1.svg?crop=wide&crop=tall',
  'flood/1.svg?with=X999',
  'flood/1.svg?with=',
  'flood/1.svg?with=../../secret',
  'flood/1.svg?size=9',
  '..%2fflood/1.svg',
])('the scene address %s returns 404 with a message', async (address) => {
  const { status, text } = await app.get(`/pictures/scene/${address}`)
  expect(status).toBe(404)
  expect(text).toContain('请求的地址不存在')
})

test('the manifest names the picture at the head of every zone for preloading', async () => {
  const manifest = JSON.parse((await app.get('/config/manifest.json')).text) as Manifest
  const heads = manifest.pages.filter(({ id }) => id.startsWith('zones/'))
  expect(heads).toHaveLength(app.source.model.zones.length)
  for (const { id, picture = '' } of heads) {
    const zone = app.source.model.zones.find((one) => one.id === id)
    expect(picture, id).toMatch(new RegExp(`^/pictures/scene/${zone?.scene}/\\d+\\.svg\\?crop=wide$`))
    expect((await app.get(picture)).status, id).toBe(200)
  }
})
