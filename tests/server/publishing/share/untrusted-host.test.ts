// Tests that no answer repeats an untrusted Host header, which a shared cache could serve to others.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const EVIL = 'evil.example'
const folder = mkdtempSync(join(tmpdir(), 'equipnet-host-'))
let app: TestApp
let port: number
let item = ''

beforeAll(async () => {
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html lang="zh-CN"><head><title>x</title></head><body><div id="root"></div></body></html>',
  )
  app = await createTestApp({ portalFolder: folder, samples: true })
  const { data } = await app.get<{ list: { id: string }[] }>('/newapi/demand/showlist?limit=1')
  item = data.list[0]?.id ?? ''
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Headers and body, as one text. */
function ask(path: string, headers: Readonly<Record<string, string>>): Promise<string> {
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

describe('answers without PUBLIC_URL', () => {
  const paths = (): string[] => {
    const feeds = app.source.model.pages.flatMap((page) =>
      'feed' in page && page.feed ? [`/feed/${page.id}.atom`, `/feed/${page.id}.rss`] : [],
    )
    expect(feeds.length).toBeGreaterThan(0)
    return [
      '/',
      '/robots.txt',
      '/sitemap.xml',
      '/sitemaps/pages-1.xml',
      '/sitemaps/demand-1.xml',
      '/share',
      '/share/demand',
      `/share/demand/${item}`,
      '/share/demand/nothing',
      `/needDetail?id=${item}`,
      '/openapi.json',
      '/sso/login',
      '/config/manifest.json',
      '/newapi/ssoLogout',
      ...feeds,
    ]
  }

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
    expect(await ask('/robots.txt', { host: `127.0.0.1:${port}` })).toContain(
      `Sitemap: http://127.0.0.1:${port}/sitemap.xml`,
    )
    expect(await ask('/robots.txt', { host: EVIL })).toContain(
      `Sitemap: http://localhost:${port}/sitemap.xml`,
    )
    expect(await ask('/sitemap.xml', { host: EVIL })).toContain(`<loc>http://localhost:${port}/sitemaps/`)
  })
})
