// Holds that every address at which visitors read content opens with real rows, and that no link on it is dead.
import { beforeAll, describe, expect, test } from 'vitest'
import { loadConfiguration } from '../../src/config/load.ts'
import { matchPage } from '../../src/portal/routing/match-page.ts'
import { toRead } from '../../src/portal/widgets/to-read.ts'
import type { Operation } from '../../src/shared/content-model.ts'
import type { Page } from '../../src/shared/page-model.ts'
import { CONTENT_ROUTES } from '../config/content-routes.ts'
import { ROOT } from '../support/source-files.ts'
import { describeInBrowser } from './support/browser-test.ts'
import { settle, type Visitor } from './support/visit.ts'

const loaded = await loadConfiguration(ROOT)
if (!loaded.ok) throw new Error(`the configuration is refused: ${loaded.problems[0]?.message}`)
const { model } = loaded

/**
 * Of the distinct addresses found, each must be a page of the portal, and whatever the page reads for it must be
 * there; that is asked of the server for all of them. Opened in the browser are the first of each page and set of
 * parameters: ten news differ in nothing but their id.
 */
const patternOf = (address: string): string => {
  const [path = '', query = ''] = address.split('?')
  const page = matchPage(model.pages, path)?.page
  return `${page?.id ?? path}?${[...new URLSearchParams(query).keys()].sort()}`
}

/** What the page reads first, filled from the address. */
function readOf(page: Page, address: string) {
  if (!('source' in page) || page.kind === 'compare') return null
  const [path = '', search = ''] = address.split('?')
  const query = Object.fromEntries(new URLSearchParams(search))
  const params = matchPage(model.pages, path)?.params ?? {}
  return toRead(page.source, { query, params }, page.kind === 'list' ? query : {})
}

const WIDTHS = [1440, 390] as const

describeInBrowser('reading content', (stage) => {
  let visitor: Visitor
  const routes: { readonly page: Page; readonly address: string }[] = []
  /** Where each address was found first. */
  const found = new Map<string, string>()

  const ask = async (path: string, params: Readonly<Record<string, unknown>>) => {
    const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
    return fetch(`${stage.portal.url}${path}?${query}`)
  }
  const firstId = async ({ content }: Operation): Promise<string> => {
    const lists = model.operations.filter(
      (operation) => operation.content?.type === content?.type && operation.content?.action === 'list',
    )
    const list = lists.find(({ access }) => access.includes('anyone'))
    const answer = await ask(list?.path ?? '', { limit: 1 })
    const { data } = (await answer.json()) as { data: { list: { id: string }[] } }
    return data.list[0]?.id ?? ''
  }

  beforeAll(async () => {
    visitor = await stage.visit()
    await visitor.context.route('**/*', (route) =>
      ['image', 'media', 'font'].includes(route.request().resourceType())
        ? route.fulfill({ status: 200, body: '' })
        : route.fallback(),
    )
    for (const [path] of CONTENT_ROUTES) {
      const page = model.pages.find((candidate) => candidate.path === path)
      if (!page) throw new Error(`${path} is no page`)
      const operation = 'source' in page && model.operations.find(({ id }) => id === page.source.operation)
      const id = page.kind === 'detail' && operation ? await firstId(operation) : ''
      const query = id ? `?id=${id}` : path === '/homePageSearch' ? '?keyWord=%E5%BA%94%E6%80%A5' : ''
      routes.push({ page, address: `${path.replace(/\/:.*$/, '')}${query}` })
    }
  }, 60_000)

  async function collect(address: string): Promise<void> {
    const hrefs = await visitor.page
      .locator('a[href]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    for (const href of hrefs) {
      const target = href.startsWith('#/') ? href.slice(1) : href
      if (!found.has(target)) found.set(target, address)
    }
  }

  describe.each(WIDTHS)('at %i px', (width) => {
    beforeAll(() => visitor.page.setViewportSize({ width, height: 900 }))

    test.each(CONTENT_ROUTES)('NAV-02, NAV-03: %s', async (path, title) => {
      const { address, page } = routes.find((route) => route.page.path === path) ?? {}
      if (address === undefined || page === undefined) throw new Error(path)
      visitor.problems.length = 0
      await visitor.go(address)
      const main = visitor.page.locator('main')
      const heading = (await main.locator('h1').first().textContent()) ?? ''
      expect(heading).toMatch(/[\u4e00-\u9fff]/)
      // What shows an item is called by it, cut where it is long.
      const name = page.kind === 'detail' ? heading.slice(0, 25) : title
      expect(await visitor.page.title()).toContain(name)
      if (path !== '/home-page')
        expect(await visitor.page.getByRole('navigation', { name: '当前位置' }).textContent()).toContain(name)
      if (page.kind === 'list')
        expect(await main.locator('.eq-results li, .eq-results tbody tr').count()).toBeGreaterThan(0)
      if (page.kind === 'detail')
        expect(((await main.locator('article').first().textContent()) ?? '').length).toBeGreaterThan(60)
      if (page.kind === 'zone')
        expect(await main.locator('.eq-state', { hasText: '暂无' }).count(), 'empty sections').toBe(0)
      expect(await main.locator('[role=alert]').count()).toBe(0)
      expect(visitor.problems).toEqual([])
      await collect(address)
    })
  })

  test('every link leads to a page of the portal, to something that is there, or out by https', async () => {
    expect(found.size).toBeGreaterThan(300)
    const dead: string[] = []
    const inner = [...found.keys()].filter((address) => address.startsWith('/'))
    for (const [address, from] of found) {
      if (address.startsWith('/') || /^#[\w-]+$/.test(address)) continue
      if (!/^(https?:\/\/[^\s]+|mailto:)/.test(address)) dead.push(`${from} → ${address}: no address`)
    }
    for (const address of inner) {
      const from = found.get(address)
      const page = matchPage(model.pages, address.split('?')[0] ?? '')?.page
      const whole = page && model.pages.find(({ id }) => id === page.id)
      if (!whole) dead.push(`${from} → ${address}: no page`)
      else if (whole.access.includes('anyone')) {
        const read = readOf(whole, address)
        const status = read ? (await ask(read.path, read.params)).status : 200
        if (status !== 200) dead.push(`${from} → ${address}: ${status}`)
      }
    }
    expect(dead).toEqual([])
  }, 120_000)

  test('the first link of each kind opens', async () => {
    await visitor.page.setViewportSize({ width: 1440, height: 900 })
    const kinds = new Map<string, string>()
    for (const address of found.keys())
      if (address.startsWith('/') && !kinds.has(patternOf(address))) kinds.set(patternOf(address), address)
    const dead: string[] = []
    for (const address of kinds.values()) {
      visitor.problems.length = 0
      await visitor.page.goto(`${stage.portal.url}/#${address}`)
      const isDrawn = await settle(visitor.page).then(
        () => true,
        () => false,
      )
      if (!isDrawn) dead.push(`${found.get(address)} → ${address}: never drawn whole`)
      const now = new URL(visitor.page.url()).hash
      const text = (await visitor.page.locator('main').textContent()) ?? ''
      if (/^#\/(404|500)/.test(now) || /内容不存在|页面不存在/.test(text))
        dead.push(`${found.get(address)} → ${address}`)
      if (visitor.problems.length > 0) dead.push(`${address}: ${visitor.problems.join('; ')}`)
    }
    expect(dead).toEqual([])
  }, 240_000)
})
