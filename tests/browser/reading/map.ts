// Tests the map (EQP-04): shading, filters, drill-down, table, list, failed load, accessibility.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { settle } from '../support/visit.ts'
import { walkedAt } from '../support/widths.ts'

const MAP = '/oneMap-page'
/** A large province in the west: parts of the drawn map's width and height. */
const XINJIANG = { x: 0.16, y: 0.36 }
const trail = (page: Page) => page.getByRole('navigation', { name: '地图范围' })
const list = (page: Page) => page.locator('.eq-map-list')
const total = (page: Page) => list(page).getByRole('status').textContent()

async function place(page: Page, { x, y }: { x: number; y: number }) {
  const box = await page.locator('.eq-map-chart').boundingBox()
  if (!box) throw new Error('the map is not drawn')
  // The country is a little wider than high; at this width it fills the height and stands in the middle.
  const width = Math.min(box.width, box.height * 1.22)
  return { x: (box.width - width) / 2 + width * x, y: box.height * y }
}

/** Colour of the canvas, as the legend writes it. */
function colorAt(page: Page, at: { x: number; y: number }): Promise<string> {
  return page.evaluate(({ x, y }) => {
    const canvas = document.querySelector<HTMLCanvasElement>('.eq-map-chart canvas')
    const scale = canvas ? canvas.width / canvas.clientWidth : 1
    const [r = 0, g = 0, b = 0] =
      canvas?.getContext('2d')?.getImageData(x * scale, y * scale, 1, 1).data ?? []
    return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  }, at)
}

export const map = (stage: Stage) =>
  describe('the map', () => {
    test('shades areas by count and shows the required caption', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.go(MAP)
      await page.locator('.eq-map-chart[data-drawn="china"] canvas').waitFor()
      const legend = await page
        .getByRole('list', { name: '地区颜色' })
        .locator('li')
        .evaluateAll((entries) =>
          entries.map((entry) => ({
            color: entry.querySelector('rect')?.getAttribute('fill') ?? '',
            bounds: (entry.textContent?.match(/\d+/g) ?? []).map(Number),
          })),
        )
      expect(legend.length).toBeGreaterThan(3)
      const row = page.getByRole('row', { name: /新疆/ }).locator('td').first()
      const count = Number(await row.textContent())
      const shade = legend.find(({ bounds }) => (bounds[0] ?? 0) <= count && count <= (bounds.at(-1) ?? 0))
      const at = await place(page, XINJIANG)
      await expect.poll(() => colorAt(page, at)).toBe(shade?.color)
      expect(await page.locator('.eq-map-caption').textContent()).toBe(
        '示意图，不作划界依据，正式部署请替换为带审图号的标准地图',
      )
      expect(await page.getByRole('img', { name: /^全国地图，共 \d+ 项/ }).count()).toBe(1)
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('filters by type, category and keyword, and the address restores the result elsewhere', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.go(MAP)
      const before = await total(page)
      await page.getByRole('group', { name: '图层' }).getByRole('button', { name: /企业/ }).click()
      await expect.poll(() => page.url()).toContain('kinds=company')
      await expect.poll(() => total(page)).not.toBe(before)
      await page.getByLabel('装备类目').selectOption({ label: '防汛排涝与水域救援' })
      await page.getByLabel('关键词').fill('排水')
      await page.getByLabel('关键词').press('Enter')
      await expect.poll(() => page.url()).toContain('keyWord=')
      await settle(page)
      const [found, items] = [await total(page), await list(page).locator('.eq-map-item').allTextContents()]
      expect(items.length).toBeGreaterThan(0)
      for (const kind of await list(page).locator('li .eq-muted span:nth-of-type(1)').allTextContents())
        expect(kind).toBe('企业')
      const other = await stage.visit()
      await other.page.goto(page.url())
      await settle(other.page)
      await expect.poll(() => total(other.page)).toBe(found)
      expect(await list(other.page).locator('.eq-map-item').allTextContents()).toEqual(items)
      expect([...visitor.problems, ...other.problems]).toEqual([])
      await other.close()
      await visitor.close()
    })

    test('drills down from the country to a province and a city, and back', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.go(MAP)
      await page.locator('.eq-map-chart[data-drawn="china"] canvas').waitFor()
      await page.locator('.eq-map-chart').click({ position: await place(page, XINJIANG) })
      await expect.poll(() => page.url()).toContain('provinceId=65')
      await page.locator('.eq-map-chart[data-drawn="area-65"]').waitFor()
      await expect.poll(() => trail(page).textContent()).toBe('全国新疆维吾尔自治区')
      await page.goBack()
      await page.locator('.eq-map-chart[data-drawn="china"]').waitFor()
      await visitor.go(`${MAP}?provinceId=44&cityId=4403`)
      await page.locator('.eq-map-chart[data-drawn="area-4403"]').waitFor()
      expect(await trail(page).textContent()).toBe('全国广东省深圳市')
      await trail(page).getByRole('button', { name: '广东省' }).click()
      await page.locator('.eq-map-chart[data-drawn="area-44"]').waitFor()
      await trail(page).getByRole('button', { name: '全国' }).click()
      await expect.poll(() => page.url()).not.toContain('provinceId')
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('offers all counts in a table for the keyboard, with and without the drawing', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.go(MAP)
      const table = page.getByRole('table', { name: /全国各地区的数量/ })
      // Beside the map it is read out, and comes into sight as soon as the focus is in it.
      const first = table.getByRole('button').first()
      await first.focus()
      expect((await table.boundingBox())?.height).toBeGreaterThan(100)
      await page.getByRole('button', { name: '表格' }).focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => page.url()).toContain('view=table')
      expect(await page.locator('.eq-map-chart').count()).toBe(0)
      const name = await first.textContent()
      await first.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => page.url()).toContain('provinceId=')
      await expect.poll(() => trail(page).textContent()).toBe(`全国${name}`)
      expect(await page.getByRole('table', { name: new RegExp(`^${name}各地区的数量`) }).count()).toBe(1)
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('pages through its list and opens an item', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.go(`${MAP}?kinds=company`)
      const titles = () => list(page).locator('.eq-map-item').allTextContents()
      const before = await titles()
      await page.getByRole('button', { name: '下一页' }).click()
      await expect.poll(() => page.url()).toContain('page=2')
      await expect.poll(async () => (await titles())[0]).not.toBe(before[0])
      const item = list(page).locator('a.eq-map-item').first()
      const title = await item.textContent()
      await item.click()
      await settle(page)
      expect(await page.locator('main h1').textContent()).toBe(title)
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('shows an error and keeps the list when outlines fail to load, and draws after a retry', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await page.route('**/map/100000.json', (route) => route.abort('blockedbyclient'))
      await visitor.go(MAP)
      const alert = page.getByRole('alert')
      expect(await alert.textContent()).toContain('地图加载失败')
      expect(await list(page).locator('.eq-map-item').count()).toBeGreaterThan(0)
      await page.unroute('**/map/100000.json')
      await alert.getByRole('button', { name: '重试' }).click()
      await page.locator('.eq-map-chart[data-drawn="china"] canvas').waitFor()
      await visitor.close()
    })

    test.each(walkedAt(390))('fits and is accessible at %d px', async (width) => {
      const visitor = await stage.visit({ width, height: 900 })
      const { page } = visitor
      for (const route of [MAP, `${MAP}?view=table&provinceId=44`]) {
        await visitor.go(route)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        expect(await findViolations(page)).toEqual([])
      }
      await visitor.go(MAP)
      const tops = await page
        .locator('.eq-map-main, .eq-map-filters, .eq-map-list')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top))
      if (width < 1024) expect(tops).toEqual([...tops].sort((a, b) => a - b))
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('is linked from the home page, which loads none of the map code', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      const asked: string[] = []
      page.on('request', (request) => void asked.push(request.url()))
      await visitor.go('/home-page')
      const regions = page.getByRole('list', { name: '数量最多的地区' })
      await regions.scrollIntoViewIfNeeded()
      const name = await regions.getByRole('link').first().textContent()
      expect(asked.filter((url) => /echarts-|one-map-|map-drawing|\/map\/\d/.test(url))).toEqual([])
      await regions.getByRole('link').first().click()
      await settle(page)
      await expect.poll(() => trail(page).textContent()).toBe(`全国${name}`)
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })
  })
