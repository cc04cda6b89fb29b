// Tests lists of the console: how many rows a screen shows, and a whole review by keyboard.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { callPortal, signInBehind } from '../support/operator.ts'
import { settle, type Visitor } from '../support/visit.ts'

const SOON = { timeout: 15_000 }
const TITLES = ['甲', '乙', '丙'].map((number) => `排涝泵并联使用的提问${number}`)

/** How many rows are whole on the screen, and the boxes of the list that scroll by themselves. */
function readRows() {
  const rows = [...document.querySelectorAll('.ant-table-tbody tr[data-row-key]')]
  const scrolling = [...document.querySelectorAll('.eq-list-card *')].filter((box) => {
    const { overflowX, overflowY } = getComputedStyle(box)
    return (
      (['auto', 'scroll'].includes(overflowX) && box.scrollWidth > box.clientWidth + 1) ||
      (['auto', 'scroll'].includes(overflowY) && box.scrollHeight > box.clientHeight + 1)
    )
  })
  const isWhole = (row: Element) => row.getBoundingClientRect().bottom <= innerHeight
  return {
    whole: rows.filter(isWhole).length,
    heights: [...new Set(rows.map((row) => Math.round(row.getBoundingClientRect().height)))],
    scrolling: scrolling.map(({ className }) => String(className)),
  }
}

export const consoleLists = (stage: Stage) =>
  describe('list of the console', () => {
    let operator: Visitor
    beforeAll(async () => {
      const { url } = stage.portal
      const token = await signInBehind(url, 'demo-unit')
      for (const title of TITLES) await callPortal(url, '/zhihu/add', token, { title, sysCategoryId: 'C04' })
      operator = await stage.visit()
      await operator.signIn('demo-operator')
    })
    afterAll(() => operator?.close())

    const focused = () =>
      operator.page.evaluate(
        () => document.activeElement?.closest('tr')?.querySelector('a')?.textContent ?? '',
      )
    const picture = async (name: string) => {
      const { SHOTS } = process.env
      if (SHOTS) await operator.page.screenshot({ path: `${SHOTS}/console-list-${name}.png` })
    }

    test.each([1440, 768])(
      'shows twenty rows of one line each without scroll bars of its own, at %i px',
      async (width) => {
        const { page } = operator
        await page.setViewportSize({ width, height: 900 })
        await operator.goAfresh('/console/news')
        const { whole, heights, scrolling } = await page.evaluate(readRows)
        expect(heights).toHaveLength(1)
        expect(scrolling).toEqual([])
        expect(whole).toBeGreaterThanOrEqual(width > 1000 ? 20 : 17)
        expect(await findViolations(page)).toEqual([])
        await picture(`rows-${width}`)
      },
    )

    test('the skip link leads to the first row', async () => {
      const { page } = operator
      await page.setViewportSize({ width: 1440, height: 900 })
      await operator.goAfresh('/console/news')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      const first = await page.locator('tr[data-row-key] a').first().textContent()
      expect(await focused()).toBe(first)
    })

    test.each([
      [1440, TITLES[0] ?? '', TITLES[1] ?? ''],
      [768, TITLES[1] ?? '', TITLES[2] ?? ''],
    ])(
      'an item is refused by keys alone, and the next row has the focus, at %i px',
      async (width, title, next) => {
        const { page } = operator
        await page.setViewportSize({ width, height: 900 })
        await operator.goAfresh('/console/zhihu?status=pending&sort=createdAt')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        const rows = await page.locator('tr[data-row-key]').count()
        for (let step = 0; step < rows && (await focused()) !== title; step += 1)
          await page.keyboard.press('j')
        expect(await focused()).toBe(title)
        await page.keyboard.press('j')
        expect(await focused()).toBe(next)
        await page.keyboard.press('k')
        // Preview, the next one, and back to the list.
        await page.keyboard.press('Enter')
        const drawer = page.getByRole('dialog', { name: title, exact: true })
        await drawer.getByRole('button', { name: '不予通过' }).waitFor(SOON)
        await settle(page)
        expect(await findViolations(page)).toEqual([])
        await picture(`drawer-${width}`)
        await page.keyboard.press('Escape')
        await drawer.waitFor({ state: 'hidden' })

        await page.keyboard.press('r')
        const asking = page.getByRole('dialog', { name: '不予通过', exact: true })
        const words = asking.getByRole('textbox', { name: /退回原因/ })
        await expect.poll(() => words.evaluate((box) => box === document.activeElement), SOON).toBe(true)
        // These letters are words, not keys.
        await page.keyboard.type('jkare?/ 请补充流量')
        expect(await words.inputValue()).toBe('jkare?/ 请补充流量')
        await picture(`refuse-${width}`)
        const confirm = asking.getByRole('button', { name: '确定' })
        const isFocused = () => confirm.evaluate((button) => button === document.activeElement)
        for (let stop = 0; stop < 4 && !(await isFocused()); stop += 1) await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        await expect.poll(focused, SOON).toBe(next)
        await page.locator('tr[data-row-key] a', { hasText: title }).waitFor({ state: 'hidden', ...SOON })
        expect(await focused()).toBe(next)
        expect(operator.problems).toEqual([])
      },
    )

    test('the sheet of keys names them all, and they can be switched off', async () => {
      const { page } = operator
      await page.setViewportSize({ width: 1440, height: 900 })
      await operator.goAfresh('/console/news')
      await page.keyboard.press('?')
      const sheet = page.getByRole('dialog', { name: '快捷键', exact: true })
      await sheet.waitFor(SOON)
      expect(await sheet.locator('kbd').allTextContents()).toEqual(
        expect.arrayContaining(['j', 'k', 'o', 'Enter', 'a', 'r', 'e', '/', '?']),
      )
      expect(await findViolations(page)).toEqual([])
      await picture('keys')
      await sheet.getByRole('checkbox', { name: /启用快捷键/ }).uncheck()
      await sheet.getByRole('button', { name: '知道了' }).click()
      await sheet.waitFor({ state: 'hidden' })
      await page.keyboard.press('j')
      expect(await focused()).toBe('')
      await page.getByRole('button', { name: '快捷键' }).click()
      await sheet.getByRole('checkbox', { name: /启用快捷键/ }).check()
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'hidden' })
      await page.keyboard.press('/')
      expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
    })

    test.each([1440, 768])(
      'what was taken offline in bulk is online again after 撤销, at %i px',
      async (width) => {
        const { page } = operator
        await page.setViewportSize({ width, height: 900 })
        await operator.goAfresh('/console/encyclopedia?status=online&sort=createdAt')
        const rows = page.locator('tr[data-row-key]')
        const ids = await rows.evaluateAll((all) =>
          all.slice(0, 3).map((row) => (row as HTMLElement).dataset.rowKey),
        )
        for (const index of [0, 1, 2]) await rows.nth(index).getByRole('checkbox').check()
        await page.locator('.eq-bulk').getByRole('button', { name: '下线' }).click()
        await page.getByRole('dialog', { name: '下线' }).getByRole('button', { name: '确定' }).click()
        const results = page.getByRole('dialog', { name: '下线：结果' })
        await results.getByText('3 条全部完成。').waitFor(SOON)
        expect(await findViolations(page)).toEqual([])
        await picture(`bulk-${width}`)
        await results.getByRole('button', { name: '撤销（3 条）' }).click()
        const undone = page.getByRole('dialog', { name: '撤销下线：结果' })
        await undone.getByText('3 条全部完成。').waitFor(SOON)
        await undone.getByRole('button', { name: '知道了' }).click()
        await undone.waitFor({ state: 'hidden' })
        await settle(page)
        const now = await rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.rowKey))
        expect(now).toEqual(expect.arrayContaining(ids))
        expect(operator.problems).toEqual([])
      },
    )

    test('all items of a list are chosen beyond its page, and a bulk action says how many it did', async () => {
      const { page } = operator
      await page.setViewportSize({ width: 1440, height: 900 })
      await operator.goAfresh('/console/encyclopedia?status=online')
      await page.getByRole('checkbox', { name: '全选本页' }).check()
      const bar = page.locator('.eq-bulk')
      const all = bar.getByRole('button', { name: /^选择全部 \d+ 条/ })
      const total = /\d+/.exec((await all.textContent()) ?? '')?.[0] ?? ''
      expect(Number(total)).toBeGreaterThan(20)
      await all.click()
      await bar.getByText(`已选 ${total} 条`).waitFor(SOON)
      await bar.getByRole('button', { name: '下线' }).click()
      await page.getByRole('dialog', { name: '下线' }).getByRole('button', { name: '确定' }).click()
      const done = page.getByRole('dialog', { name: /下线：结果/ })
      await done.getByText(`${total} 条全部完成。`).waitFor({ timeout: 60_000 })
      await done.getByRole('button', { name: /^撤销（/ }).click()
      await done.getByText(`${total} 条全部完成。`).waitFor({ timeout: 60_000 })
      await done.getByRole('button', { name: '知道了' }).click()
      await done.waitFor({ state: 'hidden' })
    }, 180_000)

    test('filters and columns are kept as a view, which the side menu lists with its count', async () => {
      const { page } = operator
      await page.setViewportSize({ width: 1440, height: 900 })
      await operator.goAfresh('/console/law')
      await page.getByRole('button', { name: '筛选：状态' }).click()
      await page
        .getByRole('group', { name: '状态' })
        .getByRole('button', { name: '已上线', exact: true })
        .click()
      await page.getByRole('button', { name: '列：列' }).click()
      await page.getByRole('checkbox', { name: '发布时间' }).check()
      await page.getByRole('columnheader', { name: '发布时间' }).waitFor(SOON)
      expect(await findViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '视图：视图' }).click()
      await page.getByRole('textbox', { name: /保存为/ }).fill('上线的法规')
      expect(await findViolations(page)).toEqual([])
      await picture('view')
      await page.getByRole('button', { name: '保存视图' }).click()
      const entry = page
        .getByRole('navigation', { name: '运营管理导航' })
        .getByRole('link', { name: /^上线的法规/ })
      await entry.waitFor(SOON)
      await settle(page)
      const total = /\d+/.exec((await page.locator('.eq-list-bar-total').textContent()) ?? '')?.[0]
      await expect.poll(() => entry.textContent(), SOON).toBe(`上线的法规${total} 条`)
      // Another browser of the same account, later.
      await operator.goAfresh('/console/law')
      await page.getByRole('columnheader', { name: '发布时间' }).waitFor(SOON)
      await entry.click()
      await expect.poll(() => page.url(), SOON).toContain('status=online')
    })

    test('the bar goes to a page and to an item that waits', async () => {
      const { page } = operator
      await operator.goAfresh('/console')
      await page.keyboard.press('Control+k')
      const field = page.getByRole('combobox', { name: /标题、编号、发布者/ })
      await expect.poll(() => field.evaluate((box) => box === document.activeElement), SOON).toBe(true)
      await page.keyboard.type('回收站')
      await page.getByRole('option', { name: /^回收站/ }).waitFor(SOON)
      expect(await findViolations(page)).toEqual([])
      await picture('go-to')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.url(), SOON).toContain('/console/deleted')
      await page.keyboard.press('Control+k')
      const title = TITLES[2] ?? ''
      await field.fill(title)
      await page.getByRole('option', { name: new RegExp(`^${title}.*待办`) }).click()
      await expect.poll(() => page.url(), SOON).toContain('/console/zhihu/item?id=')
    })
  })
