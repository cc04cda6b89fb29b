// Tests share pages for search engines and readers without scripts: items, lists, missing content.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const TEMPLATE = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8" />
<meta name="description" content="{{description}}" /><title>{{name}}</title>
<script type="module" crossorigin src="/assets/boot-1.js"></script></head>
<body><noscript>{{name}}需要启用 JavaScript</noscript><div id="root"><div class="eq-before"><div></div></div></div></body></html>`
const ORIGIN = 'https://portal.example'
const HOST = { host: 'portal.example', accept: 'text/html' }

let folder: string
let app: TestApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'equipnet-share-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), TEMPLATE)
  app = await createTestApp({ portalFolder: folder, env: { PUBLIC_URL: ORIGIN }, samples: true })
}, 120_000)
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  app.get(path, { headers: { ...HOST, ...headers } })
const rootOf = (page: string): string => /<div id="root">([\s\S]*)<\/body>/.exec(page)?.[1] ?? ''
const metaOf = (page: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(page)?.[1]
function dataOf(page: string): Readonly<Record<string, unknown>>[] {
  const blocks = page.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)
  return [...blocks].map(([, json = '']) => JSON.parse(json) as Readonly<Record<string, unknown>>)
}

const listOf = (type: string): string =>
  app.source.model.operations.find(
    ({ content, access }) => content?.type === type && content.action === 'list' && access.includes('anyone'),
  )?.path ?? ''

async function firstOf(type: string): Promise<string> {
  const { data } = await app.get<{ list: { id: string }[] }>(listOf(type))
  return data.list[0]?.id ?? ''
}

describe('GET /share/{type}/{id}', () => {
  test.each([
    ['equipment', 'Product', 'product'],
    ['news', 'NewsArticle', 'article'],
    ['company', 'Organization', 'website'],
    ['specialist', 'Person', 'profile'],
    ['exhibition', 'Event', 'website'],
    ['video', 'VideoObject', 'website'],
    ['law', 'Legislation', 'website'],
    ['bidding', 'Article', 'article'],
  ])(
    'returns an item of type %s as %s, with breadcrumb, text, meta tags and portal address',
    async (type, told, kind) => {
      const id = await firstOf(type)
      const { status, text, headers } = await ask(`/share/${type}/${id}`)
      expect(status).toBe(200)
      expect(headers['content-type']).toContain('text/html')
      const [own, crumbs] = dataOf(text)
      expect(own).toMatchObject({
        '@context': 'https://schema.org',
        '@type': told,
        url: `${ORIGIN}/share/${type}/${id}`,
      })
      expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' })
      const steps = crumbs?.itemListElement as { name: string; item?: string }[]
      expect(steps[0]).toMatchObject({ name: '首页', item: `${ORIGIN}/` })
      expect(steps.at(-1)?.item).toBe(`${ORIGIN}/share/${type}/${id}`)
      expect(steps.at(-2)?.item).toBe(`${ORIGIN}/share/${type}`)
      expect(text).toContain(`<link rel="canonical" href="${ORIGIN}/share/${type}/${id}">`)
      expect(metaOf(text, 'og:type')).toBe(kind)
      expect(metaOf(text, 'og:image')).toBe(`${ORIGIN}/share/${type}/${id}/picture.png`)
      const title = metaOf(text, 'og:title') ?? ''
      expect(title.length).toBeGreaterThan(1)
      expect(text).toContain(`<title>${title} - 应急装备信息网</title>`)
      const description = metaOf(text, 'og:description') ?? ''
      expect(description.length).toBeGreaterThan(9)
      expect([...description].length).toBeLessThanOrEqual(150)
      expect(description).not.toMatch(/[{}<>]|undefined|null|：[，。]/)
      const root = rootOf(text)
      expect(root).toMatch(/<h1>[^<]+<\/h1>/)
      expect(root).toContain(`href="/share/${type}"`)
      expect(root).not.toMatch(/undefined|null|\[object|eq-before-body/)
      expect(text).not.toContain('<noscript>')
      expect(text).toContain('src="/assets/boot-1.js"')
      expect(metaOf(text, 'opens')).toMatch(new RegExp(`^/[\\w/-]+\\?\\w+=${id}$`))
    },
  )

  test('returns a page for every public type and links the next item', async () => {
    const types = (await ask('/share')).text.matchAll(/href="\/share\/(\w+)"/g)
    const names = [...new Set([...types].map(([, name = '']) => name))]
    expect(names.length).toBeGreaterThan(8)
    for (const name of names) {
      const id = await firstOf(name)
      const { status, text } = await ask(`/share/${name}/${id}`)
      expect([name, status]).toEqual([name, 200])
      expect(rootOf(text)).not.toMatch(/undefined|\[object|\{item\./)
    }
    const { text } = await ask(`/share/news/${await firstOf('news')}`)
    const next = /<link rel="next" href="([^"]+)"/.exec(text)?.[1] ?? ''
    expect(next).toMatch(/^https:\/\/portal\.example\/share\/news\/\w+$/)
    expect((await ask(next.slice(ORIGIN.length))).status).toBe(200)
  })

  test('hides fields of restricted visibility, even from an operator', async () => {
    const { db } = app.services
    const row = await db
      .selectFrom('item')
      .select(['id', 'body'])
      .where('type', '=', 'demand')
      .where('status', '=', 'online')
      .executeTakeFirstOrThrow()
    const { contactName, contactMobile } = row.body as Record<string, string>
    const token = await app.signIn('operator1', 'operator')
    const { text, headers } = await ask(`/share/demand/${row.id}`, { token })
    expect(text).not.toContain(contactMobile)
    if (contactName) expect(rootOf(text)).not.toContain(contactName)
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('escapes hostile texts in attributes and in structured data', async () => {
    const id = await firstOf('news')
    const hostile = `</script><script>alert(1)</script>"'&<b>$&`
    await app.services.db.updateTable('item').set({ title: hostile }).where('id', '=', id).execute()
    const row = await app.services.db
      .selectFrom('item')
      .select('body')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const body = { ...row.body, title: hostile, summary: hostile }
    await app.services.db.updateTable('item').set({ body }).where('id', '=', id).execute()
    app.services.cache.changed('news')
    const { text } = await ask(`/share/news/${id}`)
    expect(text).not.toMatch(/<b>|<script>alert/)
    expect(dataOf(text)[0]).toMatchObject({ headline: hostile })
  })

  test('returns 304 until the item changes', async () => {
    const id = await firstOf('law')
    const first = await ask(`/share/law/${id}`)
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await ask(`/share/law/${id}`, { 'if-none-match': String(first.headers.etag) })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers['content-security-policy']).toBeUndefined()
    const row = await app.services.db
      .selectFrom('item')
      .select('body')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await app.services.db
      .updateTable('item')
      .set({ body: { ...row.body, issuer: '另一个机关' } })
      .where('id', '=', id)
      .execute()
    app.services.cache.changed('law')
    const changed = await ask(`/share/law/${id}`, { 'if-none-match': String(first.headers.etag) })
    expect(changed.status).toBe(200)
    expect(changed.text).toContain('另一个机关')
  })
})

describe('GET /share for missing content', () => {
  test('returns 410 with a link to the list for an item that is offline', async () => {
    await app.services.db.updateTable('item').set({ status: 'offline' }).where('id', '=', 'EQ001D').execute()
    app.services.cache.changed('equipment')
    const { status, text } = await ask('/share/equipment/EQ001D')
    expect(status).toBe(410)
    expect(rootOf(text)).toContain('<h1>内容已下线</h1>')
    expect(rootOf(text)).toContain('href="/share/equipment"')
    expect(metaOf(text, 'robots')).toBe('noindex')
    expect(text).not.toContain('type="module"')
    expect(text).not.toContain('SL-001D')
  })

  test('returns 404 for a draft in the same words as for unknown addresses', async () => {
    await app.services.db
      .insertInto('item')
      .values({
        id: 'DRAFT1',
        type: 'equipment',
        status: 'draft',
        title: '草稿装备',
        body: { name: '草稿装备' },
      })
      .execute()
    for (const path of [
      '/share/equipment/DRAFT1',
      '/share/equipment/nothing',
      '/share/nothing/EQ001A',
      '/share/intention/1',
      '/share/equipment/..%2F..%2Flogin',
      '/share/equipment?page=999',
      '/share/equipment?page=x',
      '/share/nothing',
    ]) {
      const { status, text } = await ask(path)
      expect([path, status]).toEqual([path, 404])
      expect(rootOf(text)).toContain('<h1>没有找到这个页面</h1>')
      expect(text).not.toContain('草稿装备')
    }
  })
})

describe('GET /share/{type}', () => {
  test('links every item, page by page', async () => {
    const { body } = await app.services.db
      .selectFrom('item')
      .select('body')
      .where('id', '=', 'EQ001A')
      .executeTakeFirstOrThrow()
    // More than one page has.
    const more = Array.from({ length: 60 }, (_, index) => ({
      id: `MORE${index}`,
      type: 'equipment',
      status: 'online',
      title: `示例装备 ${index}`,
      body,
      publishedAt: new Date(),
    }))
    await app.services.db.insertInto('item').values(more).execute()
    app.services.cache.changed('equipment')
    const seen = new Set<string>()
    let pages = 0
    let at: string | undefined = '/share/equipment'
    while (at) {
      const { status, text } = await ask(at)
      expect(status).toBe(200)
      pages += 1
      expect(text).toContain(`<link rel="canonical" href="${ORIGIN}${at}">`)
      for (const [, id = ''] of rootOf(text).matchAll(/<li><a href="\/share\/equipment\/([^"]+)"/g))
        seen.add(id)
      at = /<link rel="next" href="([^"]+)"/.exec(text)?.[1]?.slice(ORIGIN.length)
    }
    const { data } = await app.get<{ totalCount: number }>(listOf('equipment'))
    expect(seen.size).toBe(data.totalCount)
    expect(seen.size).toBeGreaterThan(60)
    expect(pages).toBeGreaterThan(1)
  })
})
