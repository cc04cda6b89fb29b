// Tests structured data for search engines in the page of an item, with hostile texts too.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/test-app.ts'

const TEMPLATE = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8" />
<meta name="description" content="装备资讯、招标采购" />
<title>应急装备信息网</title><script type="module" src="/assets/boot-1.js"></script></head><body></body></html>`
const AT = '/inquire-page/msgEquipmen'
const HOST = { host: 'portal.example', accept: 'text/html' }
const HOSTILE = `</script><script>alert(1)</script>"'&<!--<b>\u2028$&$1`
/** A title has no line breaks. */
const ONE_LINE = HOSTILE.replace('\u2028', ' ')

let folder: string
let app: TestApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'equipnet-structured-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), TEMPLATE)
  app = await createTestApp({
    portalFolder: folder,
    env: { PUBLIC_URL: 'https://portal.example' },
    samples: true,
  })
}, 120_000)
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (path: string) => app.get(path, { headers: HOST })
function told(page: string): Readonly<Record<string, unknown>> {
  const blocks = [...page.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)]
  const data = blocks.map(([, json = '']) => JSON.parse(json) as Readonly<Record<string, unknown>>)
  const [own, ...others] = data.filter((one) => one['@type'] !== 'BreadcrumbList')
  expect(others).toEqual([])
  return own ?? {}
}
const plain = (html: string | undefined) =>
  html
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

async function change(id: string, body: Readonly<Record<string, unknown>>): Promise<void> {
  const { db } = app.services
  const row = await db.selectFrom('item').select('body').where('id', '=', id).executeTakeFirstOrThrow()
  const title = typeof body.name === 'string' ? { title: body.name } : {}
  await db
    .updateTable('item')
    .set({ body: { ...row.body, ...body }, ...title })
    .where('id', '=', id)
    .execute()
}

describe('portal page of an item', () => {
  test('contains the product with units, prices in 元 and absolute addresses', async () => {
    const { status, text, headers } = await ask(`${AT}?id=EQ001A`)
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/html')
    expect(told(text)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: '垂直式供排水抢险车 SL-001A（示例）',
      model: 'SL-001A',
      category: '垂直式供排水抢险车',
      url: 'https://portal.example/share/equipment/EQ001A',
      image: ['https://portal.example/pictures/equipment/E001.svg'],
      manufacturer: { '@type': 'Organization', name: '示例江海排水设备有限公司' },
      offers: { '@type': 'Offer', price: 2_210_000, priceCurrency: 'CNY' },
    })
    const { additionalProperty } = told(text)
    expect(additionalProperty).toContainEqual({
      '@type': 'PropertyValue',
      name: '额定流量',
      value: 2100,
      unitText: 'm³/h',
    })
    expect(text).toContain('<title>垂直式供排水抢险车 SL-001A（示例） - 应急装备信息网</title>')
    expect(text).toMatch(
      /<meta name="description" content="垂直式供排水抢险车，[^"]*适用于[^"]*" data-portal="装备资讯、招标采购">/,
    )
    expect(text).toContain(`<link rel="canonical" href="https://portal.example/share/equipment/EQ001A">`)
    expect(text).toContain('src="/assets/boot-1.js"')
  })

  test('omits the offer for a negotiable price, and omits values that are not public', async () => {
    const { text } = await ask(`${AT}?id=EQ001B&utm=x`)
    expect(told(text)).not.toHaveProperty('offers')
    expect(text).not.toContain('400-000-0000')
    expect(text).toContain('href="https://portal.example/share/equipment/EQ001B">')
  })

  test('escapes hostile texts and keeps the content security policy', async () => {
    await change('EQ001C', { name: HOSTILE, intro: `${HOSTILE} 简介`, model: HOSTILE })
    const { text, headers } = await ask(`${AT}?id=EQ001C`)
    expect(told(text)).toMatchObject({ name: HOSTILE, model: HOSTILE })
    expect(text).not.toContain('alert(1)</script>')
    const usual = (await ask(`${AT}?id=EQ001A`)).text
    expect(text.match(/<script/g)?.length).toBe(usual.match(/<script/g)?.length)
    expect(text).not.toContain('<b>')
    expect(plain(/<title>([\s\S]*?)<\/title>/.exec(text)?.[1])).toBe(`${ONE_LINE} - 应急装备信息网`)
    expect(plain(/property="og:title" content="([^"]*)"/.exec(text)?.[1])).toBe(ONE_LINE)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
  })

  test.each([`${AT}?id=nothing`, AT, `${AT}?id=..%2F..%2Flogin`, '/home-page?id=EQ001A'])(
    'is replaced by a redirect to the portal for %s',
    async (path) => {
      const { status, headers } = await ask(path)
      expect([status, headers.location]).toEqual([302, `/#${path}`])
    },
  )

  test('is replaced by a redirect to the portal for an item that is offline', async () => {
    await app.services.db.updateTable('item').set({ status: 'offline' }).where('id', '=', 'EQ001D').execute()
    expect((await ask(`${AT}?id=EQ001D`)).status).toBe(302)
  })
})

test('the structured data mapping is part of the content type and absent from the page model', () => {
  const type = app.source.model.contentTypes.find(({ name }) => name === 'equipment')
  expect(type).toHaveProperty('structured.type', 'Product')
  const page = app.source.model.pages.find(({ path }) => path === AT)
  expect(page).not.toHaveProperty('structured')
})
