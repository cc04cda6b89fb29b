// Tests that no answer repeats an untrusted Host header, which a shared cache could serve to others.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const EVIL = 'evil.example'
const PUBLIC_URL = 'https://portal.example'
const folder = mkdtempSync(join(tmpdir(), 'equipnet-host-'))
let app: TestApp
let published: TestApp
let item = ''

beforeAll(async () => {
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html lang="zh-CN"><head><title>x</title></head><body><div id="root"></div></body></html>',
  )
  app = await createTestApp({ portalFolder: folder, samples: true })
  published = await createTestApp({
    portalFolder: folder,
    samples: true,
    env: { NODE_ENV: 'production', DEMO: '1', PUBLIC_URL },
  })
  const { data } = await app.get<{ list: { id: string }[] }>('/newapi/demand/showlist?limit=1')
  item = data.list[0]?.id ?? ''
  for (const one of [app, published]) await one.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await published.close()
  rmSync(folder, { recursive: true, force: true })
})

const portOf = ({ app: { server } }: TestApp): number => (server.address() as AddressInfo).port

/** Headers and body, as one text. */
function ask(path: string, headers: Readonly<Record<string, string>>, port = portOf(app)): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request(
      { port, host: '127.0.0.1', path, headers: { accept: 'text/html', ...headers } },
      (answer) => {
        let text = `${answer.statusCode} ${answer.rawHeaders.join('\n')}\n`
        answer.setEncoding('utf8')
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => resolve(text))
      },
    )
    call.on('error', reject).end()
  })
}

/** Addresses whose answers name the portal's own address. */
const namingPaths = (): string[] => {
  const feeds = app.source.model.pages.flatMap((page) =>
    'feed' in page && page.feed ? [`/feed/${page.id}.atom`, `/feed/${page.id}.rss`] : [],
  )
  expect(feeds.length).toBeGreaterThan(0)
  return [
    '/robots.txt',
    '/sitemap.xml',
    '/sitemaps/pages-1.xml',
    '/sitemaps/demand-1.xml',
    '/share',
    '/share/demand',
    `/share/demand/${item}`,
    `/needDetail?id=${item}`,
    '/openapi.json',
    ...feeds,
  ]
}

describe('answers without PUBLIC_URL', () => {
  const paths = (): string[] => [
    '/',
    '/share/demand/nothing',
    '/config/manifest.json',
    '/sso/login',
    '/newapi/ssoLogout',
    ...namingPaths(),
  ]

  test('never contain a foreign Host or X-Forwarded-Host header', async () => {
    for (const path of paths())
      for (const headers of [
        { host: EVIL },
        { host: `${EVIL}:8080` },
        { host: 'localhost', 'x-forwarded-host': EVIL },
      ])
        expect(await ask(path, headers), `${path} ${JSON.stringify(headers)}`).not.toContain(EVIL)
  })

  test('contain the local address in robots.txt and in the sitemap', async () => {
    const port = portOf(app)
    expect(await ask('/robots.txt', { host: `127.0.0.1:${port}` })).toContain(
      `Sitemap: http://127.0.0.1:${port}/sitemap.xml`,
    )
    expect(await ask('/robots.txt', { host: EVIL })).toContain(
      `Sitemap: http://localhost:${port}/sitemap.xml`,
    )
    expect(await ask('/sitemap.xml', { host: EVIL })).toContain(`<loc>http://localhost:${port}/sitemaps/`)
  })
})

describe('answers in production', () => {
  test('contain PUBLIC_URL and not the host that the request names', async () => {
    const port = portOf(published)
    for (const path of namingPaths())
      for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, EVIL]) {
        const text = await ask(path, { host }, port)
        const name = `${path} with Host ${host}`
        expect(text, name).toContain(PUBLIC_URL)
        expect(text, name).not.toContain(host)
      }
  })

  test('open a websocket for pages of PUBLIC_URL only', async () => {
    const open = (origin: string) =>
      published.app
        .injectWS('/websocket', { headers: { host: EVIL, origin } })
        .then((socket) => socket.terminate())
    await expect(open(`http://${EVIL}`)).rejects.toThrow('403')
    await expect(open(PUBLIC_URL)).resolves.toBeUndefined()
  })
})
