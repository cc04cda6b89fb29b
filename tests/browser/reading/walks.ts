// Tests visitor navigation: manifest, filters, paging, search, comparison, menu, errors, keyboard, PDF.
import { describe, expect, test, vi } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { settle } from '../support/visit.ts'

/** A PDF is drawn by a worker of its own. */
const WAITING = { timeout: 30_000, interval: 100 }

export const walks = (stage: Stage) =>
  describe('visitor navigation', () => {
    test('NAV-01 an empty address redirects to the home page, and an unknown address to /404', async () => {
      const visitor = await stage.visit({ motion: true })
      await visitor.go('/')
      expect(visitor.page.url()).toMatch(/#\/home-page$/)
      await visitor.go('/no-such-page')
      expect(visitor.page.url()).toMatch(/#\/404$/)
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('a reload uses the cached manifest, and a removed manifest version falls back to the current one', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      const arrived: string[] = []
      page.on('response', async (response) => {
        if (!/\/config\/manifest/.test(response.url())) return
        const { transferSize } = await page.evaluate((name) => {
          const [entry] = performance.getEntriesByName(name) as PerformanceResourceTiming[]
          return { transferSize: entry?.transferSize }
        }, response.url())
        arrived.push(`${response.status()} ${transferSize === 0 ? 'kept' : 'sent'}`)
      })
      await visitor.go('/home-page')
      await expect.poll(() => arrived).toEqual(['200 sent'])
      await page.reload()
      await settle(page)
      await expect.poll(() => arrived).toEqual(['200 sent', '200 kept'])
      await page.route('**/config/manifest.*.json', (route) => route.fulfill({ status: 404, body: '{}' }))
      await page.reload()
      await settle(page)
      expect(await page.locator('main h2').count()).toBeGreaterThan(2)
      await visitor.close()
    })

    test('going back from a detail page restores the filters and the scroll position of the list', async () => {
      const visitor = await stage.visit({ motion: true })
      const { page } = visitor
      await visitor.go('/home-page')
      await page
        .getByRole('navigation', { name: '主导航' })
        .getByRole('link', { name: '需求对接', exact: true })
        .click()
      await settle(page)
      expect(await page.title()).toBe('需求对接 - 应急装备信息网')
      await visitor.go('/needMore-page')
      const types = page.getByRole('group', { name: '需求类型' })
      await types.getByRole('button', { name: '采购需求' }).click()
      await expect.poll(() => page.url()).toContain('demandType=')
      await settle(page)
      await page.evaluate(() => window.scrollTo(0, 300))
      const first = page.locator('main tbody a').nth(3)
      const title = await first.textContent()
      await first.click()
      await settle(page)
      expect(await page.locator('main h1').textContent()).toBe(title)
      await page.goBack()
      await settle(page)
      expect(page.url()).toContain('demandType=')
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300)
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('the next page of a list shows other rows and is stored in the address across a reload', async () => {
      const visitor = await stage.visit({ motion: true })
      const { page } = visitor
      await visitor.go('/tenderingBidding-page')
      const titles = () => page.locator('main .eq-list-card a').allTextContents()
      const before = await titles()
      await page.getByRole('button', { name: '下一页' }).click()
      await expect.poll(() => page.url()).toContain('page=2')
      await settle(page)
      await expect.poll(async () => (await titles())[0]).not.toBe(before[0])
      const second = await titles()
      await page.reload()
      await settle(page)
      // The offer to subscribe comes a moment later.
      await expect.poll(titles).toEqual(second)
      await visitor.close()
    })

    test('the site search matches two characters, and a list without matches shows a message', async () => {
      const visitor = await stage.visit({ motion: true })
      const { page } = visitor
      await visitor.go('/home-page')
      await page.getByRole('combobox', { name: '站内搜索' }).fill('排涝')
      await page.getByRole('button', { name: '搜索' }).click()
      await expect.poll(() => page.url()).toContain('keyWord=')
      await settle(page)
      const hits = await page.locator('main .eq-found .eq-list > li').count()
      expect(hits).toBeGreaterThan(0)
      await visitor.go('/consultSecondPage?keyWord=不存在的词语甲乙丙')
      expect(await page.locator('main').textContent()).toMatch(/没有符合条件的内容/)
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('two tender announcements are compared in one table', async () => {
      const visitor = await stage.visit({ motion: true })
      const { page } = visitor
      const answer = await fetch(`${stage.portal.url}/newapi/bidding/list?limit=2`)
      const { data } = (await answer.json()) as { data: { list: { id: string; title: string }[] } }
      await visitor.go(`/biddingCompare?ids=${data.list.map(({ id }) => id).join(',')}`)
      for (const { title } of data.list)
        expect(await page.locator('main table').textContent()).toContain(title)
      await visitor.close()
    })

    test('the phone menu opens as a drawer, closes by Escape or outside click, and navigates', async () => {
      const visitor = await stage.visit({ width: 390, height: 844, motion: true })
      const { page } = visitor
      await visitor.go('/home-page')
      const link = page
        .getByRole('navigation', { name: '主导航' })
        .getByRole('link', { name: '重点专区', exact: true })
      expect(await link.isVisible()).toBe(false)
      const opener = page.getByRole('button', { name: '菜单' })
      const away = [() => page.keyboard.press('Escape'), () => page.mouse.click(4, 840)]
      for (const leave of away) {
        await opener.click()
        expect(await link.isVisible()).toBe(true)
        await leave()
        await expect.poll(() => link.isVisible()).toBe(false)
        await expect
          .poll(() => opener.evaluate((element) => element === document.activeElement), { interval: 20 })
          .toBe(true)
      }
      await opener.click()
      await link.click()
      await settle(page)
      expect(await page.title()).toBe('重点专区 - 应急装备信息网')
      expect(await link.isVisible()).toBe(false)
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('a missing item shows a message without retry, and a failed list request can be retried', async () => {
      const visitor = await stage.visit({ motion: true })
      const { page } = visitor
      await visitor.go('/needDetail?id=no-such-item')
      const main = page.locator('main')
      expect(await main.textContent()).toContain('内容不存在')
      expect(await main.getByRole('button', { name: '重试' }).count()).toBe(0)
      expect(await main.textContent()).not.toContain('请求编号')
      await page.route('**/newapi/demand/showlist*', (route) => route.abort())
      await visitor.go('/needMore-page')
      const retry = main.getByRole('button', { name: '重试' })
      await retry.waitFor()
      await page.unroute('**/newapi/demand/showlist*')
      await retry.click()
      await main.locator('tbody tr').first().waitFor()
      await visitor.close()
    })

    test('the skip link focuses the main area, and Tab shows a visible focus on the next 12 controls', async () => {
      const visitor = await stage.visit({ motion: true })
      const { page } = visitor
      await visitor.go('/needMore-page')
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('跳到正文')
      await page.keyboard.press('Enter')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
      for (let press = 0; press < 12; press++) {
        await page.keyboard.press('Tab')
        const look = await page.evaluate(() => {
          const element = document.activeElement as HTMLElement
          const style = getComputedStyle(element)
          return {
            inMain: element.closest('main') !== null,
            outline: style.outlineStyle,
            shadow: style.boxShadow,
          }
        })
        expect(look.inMain).toBe(true)
        expect(look.outline !== 'none' || look.shadow !== 'none').toBe(true)
      }
      await visitor.close()
    })

    test('a PDF opens in the page, turns pages by key, button and number, zooms and exposes its text', async () => {
      const visitor = await stage.visit({ motion: true })
      const { page, problems } = visitor
      const workers: string[] = []
      page.on('worker', (worker) => workers.push(worker.url()))
      await visitor.go('/periodicalDetail?id=J001')
      const reader = page.getByRole('region', { name: /^在线阅读/ })
      await page.locator('.eq-pdf').scrollIntoViewIfNeeded()
      await reader.waitFor()
      const sheet = reader.getByRole('group')
      const spoken = async (words: string) => {
        await vi.waitUntil(async () => (await sheet.textContent())?.includes(words), WAITING)
        await vi.waitUntil(async () => (await sheet.getAttribute('aria-busy')) === 'false', WAITING)
      }
      const inkOf = () =>
        reader.locator('canvas').evaluate((canvas) => {
          const { width, height } = canvas as HTMLCanvasElement
          const { data } =
            (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height) ?? {}
          return (data ?? []).filter((value, index) => index % 4 === 0 && value < 100).length
        })
      await spoken('示例期刊')
      expect(await inkOf()).toBeGreaterThan(500)
      expect(workers.map((url) => new URL(url).origin)).toEqual([stage.portal.url])

      await sheet.focus()
      await page.keyboard.press('ArrowRight')
      await spoken('低温雨雪冰冻')
      await page.keyboard.press('End')
      await spoken('三级编组')
      expect(await reader.getByRole('button', { name: '下一页' }).isDisabled()).toBe(true)
      await reader.getByRole('textbox', { name: '页码' }).fill('3')
      await page.keyboard.press('Enter')
      await spoken('城市内涝')
      await reader.getByRole('button', { name: '上一页' }).click()
      await spoken('低温雨雪冰冻')

      const width = await reader.locator('canvas').evaluate((canvas) => canvas.clientWidth)
      await reader.getByRole('button', { name: '放大' }).click()
      await vi.waitUntil(
        async () => (await reader.locator('canvas').evaluate((canvas) => canvas.clientWidth)) > width * 1.2,
        WAITING,
      )
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      expect(problems).toEqual([])
      await visitor.close()
    }, 120_000)
  })
