// Tests the pages for frames of partner sites: what they show, who may frame them, and that no other page is framed.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../../support/source-files.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const PARTNER = 'https://partner.example'
const ORIGIN = 'https://portal.example'

let app: TestApp
beforeAll(async () => {
  // The outlines as the build copies them.
  const portalFolder = join(ROOT, 'src/portal/public')
  app = await createTestApp({
    portalFolder,
    samples: true,
    env: { PUBLIC_URL: ORIGIN, EMBED_ORIGINS: PARTNER },
  })
}, 120_000)
afterAll(() => app.close())

const policyOf = async (path: string, at = app) =>
  String((await at.get(path)).headers['content-security-policy'])
const ancestorsOf = async (path: string, at = app) =>
  /frame-ancestors ([^;]*)/.exec(await policyOf(path, at))?.[1]
const linksIn = (text: string) => [...text.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href)

describe('/embed/list', () => {
  test('lists the latest items of a type, with links to the portal that open in a new tab', async () => {
    const { data } = await app.get<{ list: { id: string; title: string }[] }>('/newapi/bidding/list?limit=3')
    const { status, text, headers } = await app.get('/embed/list?type=bidding&count=3')
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('<base target="_blank">')
    expect(linksIn(text)).toEqual([
      ...data.list.map(({ id }) => `${ORIGIN}/share/bidding/${id}`),
      `${ORIGIN}/share/bidding`,
    ])
    for (const { title } of data.list) expect(text).toContain(title)
    expect(text, 'no header, footer or script of the portal').not.toMatch(/<script|<header|<nav/)
    expect(text.length).toBeLessThan(8_000)
  })

  test.each([
    '/embed/list',
    '/embed/list?type=account',
    '/embed/list?type=bidding&count=0',
    '/embed/list?type=bidding&count=x',
  ])('refuses %s with a message', async (path) => {
    const { status, msg } = await app.get(path)
    expect([status, msg]).toEqual([400, expect.stringMatching(/^参数 (type|count) 应为/)])
  })

  test('is the same for who is signed in', async () => {
    const token = await app.signIn('embed-operator', 'operator')
    const withoutNonce = (text: string) => text.replace(/nonce="[^"]*"/, '')
    const [own, others] = await Promise.all([
      app.get('/embed/list?type=bidding', { token }),
      app.get('/embed/list?type=bidding'),
    ])
    expect(withoutNonce(own.text)).toBe(withoutNonce(others.text))
  })
})

describe('/embed/map', () => {
  test('names the provinces with most items, and links them to the map of the portal', async () => {
    const { status, text } = await app.get('/embed/map')
    expect(status).toBe(200)
    expect(text.match(/<path /g)).toHaveLength(35)
    expect(text).toContain('<title>南海诸岛</title>')
    const links = linksIn(text)
    expect(links.length).toBeGreaterThan(1)
    for (const link of links)
      expect(link).toMatch(/^https:\/\/portal\.example\/#\/[\w-]+(\?provinceId=\d+)?$/)
  })
})

describe('frames', () => {
  test.each(['/embed/list?type=bidding', '/embed/map'])(
    '%s may be framed by EMBED_ORIGINS alone',
    async (path) => {
      const { headers } = await app.get(path)
      expect(await ancestorsOf(path)).toBe(`'self' ${PARTNER}`)
      expect(headers).not.toHaveProperty('x-frame-options')
    },
  )

  test.each(['/', '/newapi/bidding/list', '/share/bidding', '/healthz'])(
    '%s refuses other sites',
    async (path) => {
      const { headers } = await app.get(path)
      expect(headers['x-frame-options']).toBe('SAMEORIGIN')
      expect(await ancestorsOf(path)).toBe("'self'")
    },
  )

  test('of other sites show nothing of a portal without EMBED_ORIGINS', async () => {
    const closed = await createTestApp()
    expect(await ancestorsOf('/embed/list?type=bidding', closed)).toBe("'self'")
    await closed.close()
  })
})
