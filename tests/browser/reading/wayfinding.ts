// Tests wayfinding: document head, focus, pages without scripts, breadcrumb, corrected search.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { chooseFilter } from '../support/choose-filter.ts'
import { findViolations } from '../support/find-violations.ts'
import { giveSignIn, settle } from '../support/visit.ts'
import { walkedAt } from '../support/widths.ts'

const headOf = (page: Page) =>
  page.evaluate(() => {
    const of = (selector: string, name: string) => document.head.querySelector(selector)?.getAttribute(name)
    return {
      title: document.title,
      description: of('meta[name=description]', 'content') ?? '',
      og: of('meta[property="og:title"]', 'content'),
      image: of('meta[property="og:image"]', 'content'),
      canonical: of('link[rel=canonical]', 'href'),
      told: [...document.head.querySelectorAll('script[type="application/ld+json"]')].map(
        (block) => (JSON.parse(block.textContent ?? '{}') as Record<string, unknown>)['@type'],
      ),
    }
  })

export const wayfinding = (stage: Stage) =>
  describe('wayfinding', () => {
    test('the document head describes the open item and is reset on the next page', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await page.goto(`${stage.portal.url}/share/equipment/EQ001A`)
      await page.locator('.eq-facts').first().waitFor()
      await settle(page)
      const item = await headOf(page)
      expect(item.title).toBe('垂直式供排水抢险车 SL-001A（示例） - 应急装备信息网')
      expect(item.og).toBe('垂直式供排水抢险车 SL-001A（示例）')
      expect(item.description).toContain('垂直式供排水抢险车')
      expect(item.image).toBe(`${stage.portal.url}/share/equipment/EQ001A/picture.png`)
      expect(item.canonical).toBe(`${stage.portal.url}/share/equipment/EQ001A`)
      expect(item.told).toEqual(['Product', 'BreadcrumbList'])
      await visitor.go('/tenderingBidding-page')
      await settle(page)
      const list = await headOf(page)
      expect(list.title).toBe('招标采购 - 应急装备信息网')
      expect(list.canonical ?? null).toBeNull()
      expect(list.image ?? null).toBeNull()
      expect(list.told).toEqual([])
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('a redirected address keeps the focus at the start of the page', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await page.goto(stage.portal.url)
      await settle(page)
      expect(new URL(page.url()).hash).toBe('#/home-page')
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('跳到正文')
      await visitor.close()
    })

    test('choosing a filter on a list opened by sign-in does not move the focus to the heading', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.go('/myPublications')
      await giveSignIn(page, 'demo-supplier')
      await page.getByRole('heading', { level: 1, name: '我的发布' }).waitFor()
      await settle(page)
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
      const before = page.url()
      await chooseFilter(page.locator('.eq-filters'), '草稿')
      await expect.poll(() => page.url()).not.toBe(before)
      await settle(page)
      expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('H1')
      await visitor.close()
    })

    test('a detail address without an id sends no content request and shows a message', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await visitor.go('/needDetail')
      await page.getByText('缺少内容编号').waitFor()
      expect(asked.filter((path) => path.startsWith('/newapi/demand/'))).toEqual([])
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test.each(walkedAt(390))(
      'a shared item, a shared list and the 404 page are readable without scripts, at %i px',
      async (width) => {
        const context = await stage.browser.newContext({
          javaScriptEnabled: false,
          viewport: { width, height: 900 },
        })
        const page = await context.newPage()
        await page.goto(`${stage.portal.url}/share/equipment/EQ001A`)
        await page.getByRole('heading', { level: 1, name: '垂直式供排水抢险车 SL-001A（示例）' }).waitFor()
        await page.getByText('额定流量').first().waitFor()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await page.getByRole('navigation', { name: '当前位置' }).getByRole('link').last().click()
        await page.getByRole('heading', { level: 1, name: '装备查询' }).waitFor()
        expect(await page.locator('.eq-shared-list a').count()).toBe(50)
        await page.getByRole('link', { name: '下一页' }).click()
        await page.getByRole('heading', { level: 1, name: '装备查询（第 2 页）' }).waitFor()
        const answer = await page.goto(`${stage.portal.url}/share/equipment/nothing`)
        expect(answer?.status()).toBe(404)
        await page.getByRole('link', { name: '返回首页' }).waitFor()
        await context.close()
      },
    )

    test('a missing shared item shows a not-found page with scripts enabled', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await page.goto(`${stage.portal.url}/share/equipment/nothing`)
      await page.getByRole('heading', { level: 1, name: '没有找到这个页面' }).waitFor()
      expect(await findViolations(page, { without: [], contrast: 'also' })).toEqual([])
      await visitor.close()
    })

    test('a detail page highlights its menu entry, and the breadcrumb returns to the list with its query', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.go('/tenderingBidding-page')
      await settle(page)
      const chosen = page.locator('.eq-nav-row > li[data-active="true"] > a')
      const place = await chosen.textContent()
      await visitor.go('/tenderingBidding-page?sort=bidDeadline&size=20')
      await settle(page)
      await page.locator('main a[href*="/threePageBind"]').first().click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('.eq-facts').first().waitFor()
      expect(page.url()).toContain('/threePageBind')
      expect(await chosen.textContent()).toBe(place)
      await page.getByRole('navigation', { name: '当前位置' }).getByRole('link').last().click()
      await expect.poll(() => page.url()).toContain('/tenderingBidding-page?sort=bidDeadline&size=20')
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test.each(walkedAt(390))(
      'a misspelt search shows corrected results, and the tabs fit one row, at %i px',
      async (width) => {
        const visitor = await stage.visit({ width })
        const { page } = visitor
        await visitor.go(`/homePageSearch?keyWord=${encodeURIComponent('排水抢显车')}`)
        await page.getByText('已显示“排水抢险车”的结果').waitFor()
        expect(await findViolations(page)).toEqual([])
        await page.getByText(/^共 [1-9]\d* 条结果$/).waitFor()
        const tops = await page
          .getByRole('tab')
          .evaluateAll((tabs) => new Set(tabs.map((tab) => tab.getBoundingClientRect().top)).size)
        expect(tops).toBe(1)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await page.getByRole('button', { name: '仍搜索“排水抢显车”' }).click()
        await page.getByText('已显示“排水抢险车”的结果').waitFor({ state: 'detached' })
        expect(await page.getByText(/^共 [1-9]\d* 条结果$/).count()).toBe(0)
        expect(visitor.problems).toEqual([])
        await visitor.close()
      },
    )
  })
