// Tests the modules that validate forms and parameter sets in the browser, as they are served.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PACKAGES } from '#portal/features/form/rjsf/loaded-form.ts'
import type { Manifest } from '#shared/model/manifest.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
let urls: readonly string[]

async function urlsIn(address: string): Promise<string[]> {
  const { text } = await app.get(address)
  return [...text.matchAll(/"validatorUrl":"([^"]*)"/g)].map(([, url = '']) => url)
}

beforeAll(async () => {
  app = await createTestApp()
  const { pages } = JSON.parse((await app.get('/config/manifest.json')).text) as Manifest
  const { families } = app.source.model
  const sets = families.flatMap(({ name, sets }) => sets.map(({ id }) => `/config/sets/${name}/${id}.json`))
  const found = await Promise.all([...pages.map(({ url }) => url), ...sets].map(urlsIn))
  urls = [...new Set(found.flat())]
})
afterAll(() => app.close())

describe('validators over HTTP', () => {
  test('every form of a page and every parameter set names a module that is served for ever', async () => {
    expect(urls.length).toBeGreaterThan(0)
    for (const url of urls) {
      const { status, headers, text } = await app.get(url)
      expect(status, url).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': expect.stringContaining("script-src 'self';"),
      })
      expect(text).toMatch(/^export default /)
      const required = [...text.matchAll(/\brequire\("([^"]*)"\)/g)].map(([, name = '']) => name)
      expect(required.filter((name) => !(name in PACKAGES))).toEqual([])
    }
  })

  test('a module under an unknown hash is answered with 404', async () => {
    expect(await app.get('/config/validators/000000000000.js')).toMatchObject({ status: 404, code: 40402 })
  })
})
