// Tests feeds (Atom, RSS) and calendars of public lists: content, filters, caching, access.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Element, readXml } from '#server/platform/xml/read-xml.ts'
import { seedWhenEmpty } from '#server/transfer/seed/seed-when-empty.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const ORIGIN = 'https://portal.example'
const HOST = { host: 'portal.example' }
const HOSTILE = `]]><b>&"'\u0007\ud800 ；,\\\n新行`

let folder: string
let app: TestApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'equipnet-feeds-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>')
  app = await createTestApp({ portalFolder: folder, env: { PUBLIC_URL: ORIGIN } })
  await seedWhenEmpty(app.services)
}, 120_000)
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (path: string, headers = {}) => app.get(path, { headers: { ...HOST, ...headers } })
const named = (element: Element, name: string) => element.children.filter((child) => child.name === name)
const textOf = (element: Element, name: string) => named(element, name)[0]?.text ?? ''
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

async function change(id: string, body: Readonly<Record<string, unknown>>): Promise<void> {
  const { db } = app.services
  const row = await db.selectFrom('item').select('body').where('id', '=', id).executeTakeFirstOrThrow()
  const title = typeof body.name === 'string' ? { title: body.name } : {}
  await db
    .updateTable('item')
    .set({ body: { ...row.body, ...body }, ...title })
    .where('id', '=', id)
    .execute()
  const { type } = await db.selectFrom('item').select('type').where('id', '=', id).executeTakeFirstOrThrow()
  await db
    .insertInto('contentVersion')
    .values({ type, version: 1 })
    .onConflict((conflict) =>
      conflict.column('type').doUpdateSet((eb) => ({ version: eb('contentVersion.version', '+', 1) })),
    )
    .execute()
  app.services.cache.changed(type)
}

async function lastOnline(type: string, order: 'id' | 'publishedAt'): Promise<string> {
  const { id } = await app.services.db
    .selectFrom('item')
    .select('id')
    .where('type', '=', type)
    .where('status', '=', 'online')
    .orderBy(order, 'desc')
    .executeTakeFirstOrThrow()
  return id
}

describe('feed of a list', () => {
  test('is valid Atom with absolute addresses and the visible columns as summary', async () => {
    const { status, headers, text } = await ask('/feed/demand/list.atom')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    const feed = readXml(text)
    expect([feed.name, feed.namespace]).toEqual(['feed', 'http://www.w3.org/2005/Atom'])
    expect(textOf(feed, 'title')).toBe('需求对接 - 应急装备信息网')
    expect(named(feed, 'link').map(({ attributes }) => attributes.href)).toEqual([
      `${ORIGIN}/feed/demand/list.atom`,
      `${ORIGIN}/demandDocking-page`,
    ])
    const entries = named(feed, 'entry')
    expect(entries.length).toBeGreaterThan(3)
    const list = await ask('/newapi/demand/showlist?limit=30')
    const shown = (list.data as { list: { title: string; id: string }[] }).list
    expect(entries.map((entry) => textOf(entry, 'title'))).toEqual(shown.map(({ title }) => title))
    const [first] = entries as [Element]
    expect(named(first, 'link')[0]?.attributes.href).toContain(`${ORIGIN}/`)
    expect(textOf(first, 'id')).toBe(`tag:portal.example,2026:demand/${shown[0]?.id}`)
    expect(textOf(first, 'summary')).toMatch(/征集截止日期：\d{4}-/)
    expect(textOf(first, 'summary')).not.toMatch(/联系/)
  })

  test('is served as RSS with link and pubDate', async () => {
    const { headers, text } = await ask('/feed/news/list.rss')
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    const [channel] = readXml(text).children as [Element]
    const [item] = named(channel, 'item') as [Element]
    expect(textOf(item, 'link')).toContain(`${ORIGIN}/`)
    expect(textOf(item, 'pubDate')).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/)
  })

  test('applies the filters of its address, and its id contains only the filters of the list', async () => {
    const all = readXml((await ask('/feed/demand/list.atom')).text)
    const path = `/feed/demand/list.atom?${new URLSearchParams({ keyWord: '无人机', mine: 'true', nonsense: '1' })}`
    const { status, text } = await ask(path)
    expect(status).toBe(200)
    const feed = readXml(text)
    expect(named(feed, 'entry').length).toBeLessThan(named(all, 'entry').length)
    expect(textOf(feed, 'id')).toBe(
      `${ORIGIN}/feed/demand/list.atom?${new URLSearchParams({ keyWord: '无人机' })}`,
    )
  })

  test('answers an invalid filter with 400, as the list does', async () => {
    const { status, code } = await ask('/feed/demand/list.atom?demandType=nonsense')
    expect(status).toBe(400)
    expect(code).toBeGreaterThan(0)
  })

  test('stays well-formed with hostile texts in an item', async () => {
    const { db } = app.services
    const { id } = await db
      .selectFrom('item')
      .select('id')
      .where('type', '=', 'exhibition')
      .where('status', '=', 'online')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    // The database takes neither half a pair of surrogates nor every control character.
    const kept = HOSTILE.replace('\ud800', '').replace('\u0007', '\u000b')
    await change(id, { name: `展会${kept}`, venue: kept })
    for (const form of ['atom', 'rss']) {
      const { text } = await ask(`/feed/exhibition/list.${form}`)
      expect(JSON.stringify(readXml(text))).toContain(']]><b>&')
    }
    const { text } = await ask('/feed/exhibition/list.ics')
    const summary = unfolded(text).find((line) => line.startsWith('SUMMARY:展会]]'))
    expect(summary).toBe(`SUMMARY:展会]]><b>&"' ；\\,\\\\\\n新行`)
  })

  test('returns 304 for a current ETag, and 200 once an item is taken offline', async () => {
    const first = await ask('/feed/law/list.atom')
    const etag = String(first.headers.etag)
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await ask('/feed/law/list.atom', { 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    const token = await app.signIn('feed-operator', 'operator')
    const [entry] = named(readXml(first.text), 'entry') as [Element]
    const id = textOf(entry, 'id').split('/').at(-1)
    const gone = await app.get(`/newapi/operator/law/offline?id=${id}&reason=${encodeURIComponent('过期')}`, {
      token,
    })
    if (gone.status !== 200) throw new Error(gone.text)
    const after = await ask('/feed/law/list.atom', { 'if-none-match': etag })
    expect(after.status).toBe(200)
    expect(after.text).not.toContain(`/${id}<`)
  })

  test('returns 404 for lists that visitors cannot read and for unknown formats', async () => {
    for (const path of [
      '/feed/interaction/publications.atom',
      '/feed/operator/queue.atom',
      '/feed/intention/mine.rss',
      '/feed/demand/list.json',
      '/feed/demand/list',
      '/feed/news/list.ics',
      '/feed/nowhere.atom',
      '/feed/demand/detail.atom',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
  })

  test('is linked in the head of its page and of the home page', async () => {
    const page = await ask('/demandDocking-page', { accept: 'text/html' })
    expect(page.text).toContain(
      '<link rel="alternate" type="application/atom+xml" title="需求对接" href="/feed/demand/list.atom">',
    )
    expect(page.text).toContain('type="application/rss+xml" title="需求对接" href="/feed/demand/list.rss"')
    expect((await ask('/', { accept: 'text/html' })).text).toContain('href="/feed/demand/list.atom"')
  })
})

describe('calendar of a list', () => {
  test('ends all-day events on the following day, folds lines at 75 octets and has a time zone', async () => {
    const id = await lastOnline('exhibition', 'id')
    await change(id, {
      name: '第二十届示例应急装备展览会暨城市安全与抢险救援技术交流大会（长名称，折行）',
      startDate: '2026-12-30',
      endDate: '2026-12-31',
      country: '中国',
      city: '示例市',
      venue: '会展中心；一号馆',
    })
    const { status, headers, text } = await ask('/feed/exhibition/list.ics')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text).not.toMatch(/[^\r]\n/)
    const lines = unfolded(text)
    const at = lines.indexOf(`UID:exhibition.startDate.${id}@portal.example`)
    const event = lines.slice(at, lines.indexOf('END:VEVENT', at))
    expect(event).toContain('DTSTART;VALUE=DATE:20261230')
    expect(event).toContain('DTEND;VALUE=DATE:20270101')
    expect(event).toContain('LOCATION:中国 示例市 会展中心；一号馆')
    expect(event).toContain(
      'SUMMARY:第二十届示例应急装备展览会暨城市安全与抢险救援技术交流大会（长名称，折行）',
    )
    expect(event.some((line) => /^DTSTAMP:\d{8}T\d{6}Z$/.test(line))).toBe(true)
    expect(lines).toContain('TZID:Asia/Shanghai')
  })

  test('writes moments in China time, each event with its label', async () => {
    const id = await lastOnline('bidding', 'publishedAt')
    await change(id, { bidDeadline: '2026-12-01T01:30:00.000Z', openTime: '2026-12-01T10:00:00+08:00' })
    const page = app.source.model.pages.find(
      (one) => one.kind === 'list' && one.feed?.calendar && one.contentType === 'bidding',
    )
    const lines = unfolded((await ask(`/feed/${page?.id}.ics`)).text)
    const eventOf = (field: string) => {
      const at = lines.indexOf(`UID:bidding.${field}.${id}@portal.example`)
      return lines.slice(at, lines.indexOf('END:VEVENT', at))
    }
    expect(eventOf('bidDeadline')).toContain('DTSTART;TZID=Asia/Shanghai:20261201T093000')
    expect(eventOf('bidDeadline').find((line) => line.startsWith('SUMMARY:'))).toMatch(/^SUMMARY:投标截止：/)
    expect(eventOf('openTime')).toContain('DTSTART;TZID=Asia/Shanghai:20261201T100000')
  })

  test('is served for one item, and returns 404 for an item that visitors cannot read', async () => {
    const list = await ask('/newapi/exhibition/showList?limit=1')
    const [{ id }] = (list.data as { list: [{ id: string }] }).list
    const { status, text } = await ask(`/feed/exhibition/detail.ics?id=${id}`)
    expect(status).toBe(200)
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect((await ask('/feed/exhibition/detail.ics')).status).toBe(404)
    expect((await ask('/feed/exhibition/detail.ics?id=none')).status).toBe(404)
    await app.services.db.updateTable('item').set({ status: 'offline' }).where('id', '=', id).execute()
    app.services.cache.changed('exhibition')
    expect((await ask(`/feed/exhibition/detail.ics?id=${id}`)).status).toBe(404)
  })
})
