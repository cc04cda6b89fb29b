// Tests the files of the built portal and the monitoring calls of the server.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toPolicy } from '#server/platform/http/security-headers.ts'
import { readSettings } from '#server/platform/settings.ts'
import { toIndexPage } from '#server/publishing/portal/index-page.ts'
import { fillTemplate, toSiteBlock } from '#server/publishing/portal/site-head.ts'
import { model as portal } from '../../support/portal-model.ts'
import { smallModel } from '../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

const PAGE = '<!doctype html><html><head><title>门户</title></head><body></body></html>'

let folder: string
let app: TestApp

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'equipnet-portal-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, 'humans.txt'), 'User-agent: *')
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), 'plain')
  writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), 'brotli')
  writeFileSync(join(folder, 'assets', 'main-abc123.js.gz'), 'gzip')
  writeFileSync(join(folder, '..', 'equipnet-secret.txt'), 'secret')
  mkdirSync(join(folder, 'docs'))
  writeFileSync(join(folder, 'docs', 'index.html'), PAGE)
  writeFileSync(join(folder, 'docs', 'start.js'), 'start()')
  app = await createTestApp({ model: await smallModel(), portalFolder: folder })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
  rmSync(join(folder, '..', 'equipnet-secret.txt'), { force: true })
})

describe('the viewer of the OpenAPI document', () => {
  test('is served at /docs under the policy of every page', async () => {
    const { status, headers, text } = await app.get('/docs')
    expect([status, headers['content-type'], text]).toEqual([200, 'text/html; charset=utf-8', PAGE])
    expect(headers['content-security-policy']).toBe(toPolicy())
    expect((await app.get('/docs/start.js')).text).toBe('start()')
    expect((await app.get('/docs/')).headers.location).toBe('/docs')
  })
  test('is not there where API_DOCS is 0, while the document is', async () => {
    const real = await createTestApp({
      model: app.source.model,
      env: { API_DOCS: '0' },
      portalFolder: folder,
    })
    for (const url of ['/docs', '/docs/', '/docs/index.html', '/docs/start.js'])
      expect((await real.get(url)).status, url).toBe(404)
    expect((await real.get('/docs', { headers: { accept: 'text/html' } })).headers.location).toBe('/#/docs')
    expect((await real.get('/openapi.json')).status).toBe(200)
    await real.close()
  })
})

describe('index page of the portal', () => {
  test.each(['/', '/index.html', '/?ticket=1'])(
    'is served at %s with the address of the manifest and the nonce of its policy',
    async (url) => {
      const { status, headers, text } = await app.get(url)
      expect(status).toBe(200)
      expect(headers['cache-control']).toBe('no-store')
      const nonce = /<meta name="style-nonce" content="([^"]+)">/.exec(text)?.[1]
      expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/)
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`)
      const address = /<link rel="preload" [^>]*id="manifest" href="([^"]+)">/.exec(text)?.[1] ?? ''
      const manifest = await app.get(address)
      expect(manifest.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(JSON.parse(manifest.text)).toMatchObject({ hash: app.source.model.hash })
      expect(manifest.text).toBe((await app.get('/config/manifest.json')).text)
      expect(text).toContain('<meta name="equipnet-demo" content="1">')
    },
  )
  test('allows map outlines from the origin in the settings only', async () => {
    const sources = (policy: unknown) => /connect-src ([^;]+)/.exec(String(policy))?.[1]
    expect(sources((await app.get('/')).headers['content-security-policy'])).toBe("'self'")
    const env = { MAP_URL: 'https://maps.example/cn', MAP_CAPTION: '审图号：GS（2024）0000号' }
    const other = await createTestApp({ env, portalFolder: folder })
    const { headers } = await other.get('/')
    expect(sources(headers['content-security-policy'])).toBe("'self' https://maps.example")
    expect((await other.get('/newapi/api/map/base')).data).toMatchObject({
      url: 'https://maps.example/cn',
      caption: '审图号：GS（2024）0000号',
    })
    await other.close()
  })
  test('contains organiser and contact of the settings, escaped, and refuses a setting that is too long', () => {
    const settings = readSettings({
      SITE_CONTACT: ' 010-12345678 ',
      SITE_ORGANIZER: '</script>某单位',
      DEMO: '0',
    })
    expect(settings.organiser).toEqual({ contact: '010-12345678', organizer: '</script>某单位' })
    const { site } = portal
    const html = toIndexPage(PAGE, {
      manifest: '/config/manifest.0.json',
      nonce: 'n',
      demo: false,
      site,
      block: toSiteBlock(portal, settings),
    })
    expect(JSON.parse(/id="site">(.*?)<\/script>/.exec(html)?.[1] ?? '')).toMatchObject(settings.organiser)
    expect(html).not.toContain('</script>某')
    expect(toSiteBlock(portal, readSettings({ DEMO: '0' })).contact).toBeUndefined()
    expect(toSiteBlock(portal, readSettings({})).contact).toContain('演示')
    expect(toSiteBlock(portal, readSettings({ SITE_CONTACT: '12345' })).contact).toBe('12345')
    expect(() => readSettings({ SITE_ICP: 'x'.repeat(101) })).toThrow('SITE_ICP')
  })
  test('shows the logo before the name without scripts, and no image if there is no logo', () => {
    const { site } = portal
    const { logo: _logo, ...unmarked } = site
    expect(fillTemplate('{{mark}}<b>{{name}}</b>', site)).toBe(
      `<img src="/config/${site.logo?.file}?v=${site.logo?.version}" width="44" height="44" alt=""><b>${site.name}</b>`,
    )
    expect(fillTemplate('{{mark}}<b>{{name}}</b>', unmarked)).toBe(`<b>${site.name}</b>`)
  })
  test('has a different nonce in every response', async () => {
    const policies = await Promise.all(
      [1, 2, 3].map(async () => (await app.get('/')).headers['content-security-policy']),
    )
    expect(new Set(policies).size).toBe(3)
  })
  test('escapes configuration texts that would end its data block', () => {
    const { site } = portal
    const block = {
      ...toSiteBlock(portal, readSettings({})),
      contact: '</script><script>alert(1)</script>$&',
    }
    const html = toIndexPage(PAGE, {
      manifest: '/config/manifest.0.json',
      nonce: 'n',
      demo: false,
      site,
      block,
    })
    expect(html.match(/<\/script>/g)).toHaveLength(1)
    const written = /id="site">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(written).toContain('$&')
    expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(block)))
  })
  test('/favicon.ico leads to the picture of the site, and is empty where it has none', async () => {
    expect((await app.get('/favicon.ico')).status).toBe(204)
    const other = await createTestApp({ root: 'tests/portals/neighbours' })
    const { status, headers } = await other.get('/favicon.ico')
    expect(status).toBe(302)
    const picture = await other.get(String(headers.location))
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    await other.close()
  })
  test('an address without # is redirected to the same address after #', async () => {
    const answer = await app.get('/needDetail?id=1', { headers: { accept: 'text/html,*/*' } })
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toBe('/#/needDetail?id=1')
  })
})

describe('files of the built portal', () => {
  test.each(['/assets/..%2findex.html', '/assets/', '/assets/gone-1.js', '/assets/MAIN-abc123.js'])(
    'the missing file %s is answered with 404',
    async (address) => {
      const { status, text } = await app.get(address)
      expect(status).toBe(404)
      expect(text).not.toContain('secret')
    },
  )
  test.each([
    ['br', 'brotli'],
    ['gzip', 'gzip'],
    ['identity', 'plain'],
  ])('hashed files are immutable and sent as built for the encoding %s', async (encoding, text) => {
    const answer = await app.get('/assets/main-abc123.js', { headers: { 'accept-encoding': encoding } })
    expect(answer).toMatchObject({ status: 200, text })
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-type']).toContain('javascript')
    expect(answer.headers.vary).toMatch(/accept-encoding/i)
  })
  test('files without a hash are revalidated (no-cache)', async () => {
    expect((await app.get('/humans.txt')).headers['cache-control']).toBe('no-cache')
  })
  test.each([
    '/assets/none.js',
    '/../equipnet-secret.txt',
    '/%2e%2e/equipnet-secret.txt',
    '/..%2fequipnet-secret.txt',
    '/assets/',
    '/.env',
  ])('the address %s outside the built files is refused with a Chinese message', async (url) => {
    const { status, text } = await app.get(url)
    expect([403, 404]).toContain(status)
    expect(text).not.toContain('secret')
    expect(text).toMatch(/[\u4e00-\u9fff]/)
  })
})

describe('monitoring calls of the server', () => {
  test('/healthz and /readyz answer 200', async () => {
    expect(await app.get('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' })
    expect(await app.get('/readyz')).toMatchObject({ status: 200, text: '{"status":"ready"}' })
  })
  test('/metrics answers requests of the same machine only', async () => {
    await app.get('/newapi/note/list')
    const own = await app.get('/metrics', { address: '127.0.0.1' })
    expect(own.text).toContain('equipnet_request_duration_seconds_count{operation="note.list",status="200"}')
    expect((await app.get('/metrics', { address: '10.0.0.1' })).status).toBe(404)
    const forwarded = { address: '127.0.0.1', headers: { 'x-forwarded-for': '10.0.0.1' } }
    expect((await app.get('/metrics', forwarded)).status).toBe(404)
    const guess = { address: '10.0.0.1', headers: { authorization: 'Bearer null' } }
    expect((await app.get('/metrics', guess)).status).toBe(404)
  })
  test('/metrics answers other machines that bear METRICS_TOKEN', async () => {
    const token = 'prometheus-of-the-town'
    const watched = await createTestApp({ model: app.source.model, env: { METRICS_TOKEN: token } })
    const ask = (authorization: string) =>
      watched.get('/metrics', { address: '10.0.0.1', headers: { authorization } })
    expect((await ask(`Bearer ${token}`)).status).toBe(200)
    for (const wrong of ['', token, `Bearer ${token}x`, 'Bearer '])
      expect((await ask(wrong)).status).toBe(404)
    await watched.close()
  })
})
