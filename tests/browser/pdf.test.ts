// Holds that a PDF is read in the page: its own worker under the strict policy, keys, page number, zoom, text.
import { expect, test, vi } from 'vitest'
import { describeInBrowser } from './support/browser-test.ts'

const WAITING = { timeout: 30_000, interval: 100 }
const ADDRESS = '/periodicalDetail?id=J001'

describeInBrowser('reading a PDF', (stage) => {
  test('pages turn by keys, buttons and number, and can be read aloud', async () => {
    const visitor = await stage.visit()
    const { page, problems } = visitor
    const workers: string[] = []
    page.on('worker', (worker) => workers.push(worker.url()))
    await visitor.go(ADDRESS)
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
