// Tests the operator console: table, preview, dialogs, messages, export, keyboard, widths.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTable } from '#server/platform/table-files/read-table.ts'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { callPortal, signInBehind } from '../support/operator.ts'
import { settle, type Visitor } from '../support/visit.ts'
import { WIDTHS, walkedAt } from '../support/widths.ts'

const SOON = { timeout: 15_000 }
const TITLES = ['一号', '二号', '三号'].map((number) => `手抬泵冬季启动的提问${number}`)
const REASON = '请补充机型与燃油标号。'

function isWithin(box: Element): boolean {
  return box.contains(document.activeElement) || document.activeElement === document.body
}

export const theConsole = (stage: Stage) =>
  describe('operator console', () => {
    let operator: Visitor
    beforeAll(async () => {
      const { url } = stage.portal
      const token = await signInBehind(url, 'demo-unit')
      for (const title of TITLES) await callPortal(url, '/zhihu/add', token, { title, sysCategoryId: 'C04' })
      operator = await stage.visit()
      await operator.signIn('demo-operator')
    })
    afterAll(() => operator?.close())

    const LIST = '/console/zhihu?status=pending&sort=-createdAt&size=20'
    const opener = (title: string) =>
      operator.page.getByRole('button', { name: `速览：${title}`, exact: true })
    const dialog = (name: string) => operator.page.getByRole('dialog', { name, exact: true })
    const focused = () => operator.page.evaluate(() => document.activeElement?.textContent ?? '')

    test.each(walkedAt(390))(
      'previews and refuses an item by keyboard without leaving the list, at %i px',
      async (width) => {
        const { page } = operator
        const title = TITLES[WIDTHS.indexOf(width)] ?? ''
        await page.setViewportSize({ width, height: 900 })
        await operator.goAfresh(LIST)
        expect(await page.locator('.ant-table').count()).toBe(width > 640 ? 1 : 0)
        expect(await findViolations(page)).toEqual([])

        await opener(title).focus()
        await page.keyboard.press('Enter')
        await dialog(title).getByRole('button', { name: '不予通过' }).waitFor(SOON)
        await settle(page)
        expect(await findViolations(page)).toEqual([])

        await dialog(title).getByRole('button', { name: '不予通过' }).focus()
        await page.keyboard.press('Enter')
        const asking = dialog('不予通过')
        await asking.waitFor(SOON)
        const words = asking.getByRole('textbox', { name: /退回原因/ })
        await expect.poll(() => words.evaluate((box) => box === document.activeElement), SOON).toBe(true)
        expect(await findViolations(page)).toEqual([])
        await asking.getByRole('button', { name: '确定' }).click()
        await asking.getByText('请填写退回原因').waitFor(SOON)
        // Round and round within the dialog, by way of the browser's own bar; Escape closes it alone.
        for (let stop = 0; stop < 8; stop += 1) {
          await page.keyboard.press('Tab')
          expect(await asking.evaluate(isWithin)).toBe(true)
        }
        await page.keyboard.press('Escape')
        await asking.waitFor({ state: 'hidden' })
        expect(await dialog(title).isVisible()).toBe(true)
        await expect.poll(focused, SOON).toBe('不予通过')

        await page.keyboard.press('Enter')
        await words.fill(REASON)
        await asking.getByRole('button', { name: '确定' }).click()
        const said = page.locator('.ant-message').getByText('已退回发布者')
        await said.waitFor(SOON)
        expect(await page.locator('.ant-message').getByRole('button', { name: '关闭提示' }).count()).toBe(1)
        expect(await findViolations(page)).toEqual([])
        expect(await page.locator('.eq-toast').count()).toBe(0)
        // The button that was pressed is gone; the focus is not.
        await dialog(title)
          .getByRole('button', { name: '不予通过' })
          .waitFor({ state: 'hidden', ...SOON })
        await expect
          .poll(() => page.evaluate(() => document.activeElement !== document.body), SOON)
          .toBe(true)
        await dialog(title).getByText('已不在本页').waitFor(SOON)
        const way = dialog(title).getByRole('list').filter({ hasText: '待办' })
        expect(await way.getByRole('listitem').allTextContents()).toEqual([
          expect.stringMatching(/^待审核（已完成）/),
          expect.stringMatching(/审核不通过（当前）.*请补充机型/),
          expect.stringMatching(/待审核（待办）/),
          expect.stringMatching(/已上线（待办）/),
        ])
        await page.keyboard.press('Escape')
        await dialog(title).waitFor({ state: 'hidden' })
        // What was decided has left the list, and with it the button that opened it.
        await expect.poll(focused, SOON).toBe('速览')
        expect(operator.problems).toEqual([])
      },
    )

    test('keeps scroll position, page and selection while the preview moves to the next item', async () => {
      const { page } = operator
      await page.setViewportSize({ width: 1440, height: 900 })
      await operator.goAfresh('/console/comment?page=2&size=20')
      const rows = page.locator('.ant-table-row')
      await rows.nth(3).getByRole('checkbox').check()
      await page.locator('.eq-bulk').getByText('已选 1 条').waitFor(SOON)
      const openers = page.getByRole('button', { name: /^速览：/ })
      await openers.nth(12).scrollIntoViewIfNeeded()
      const before = await page.evaluate(() => window.scrollY)
      await openers.nth(12).click()
      const look = page.getByRole('dialog')
      await look.getByText('本页第 13 条，共 20 条').waitFor(SOON)
      await look.getByRole('button', { name: '下一条' }).click()
      await look.getByText('本页第 14 条，共 20 条').waitFor(SOON)
      await page.keyboard.press('Escape')
      await look.waitFor({ state: 'hidden' })
      await expect
        .poll(() => openers.nth(13).evaluate((button) => button === document.activeElement), SOON)
        .toBe(true)
      expect(await page.evaluate(() => window.scrollY)).toBe(before)
      expect(page.url()).toContain('page=2')
      expect(await page.locator('.eq-bulk').getByText('已选 1 条').count()).toBe(1)
      await page.getByRole('checkbox', { name: '全选本页' }).check()
      await page.locator('.eq-bulk').getByText('已选 20 条').waitFor(SOON)
      expect(operator.problems).toEqual([])
    })

    test.each(walkedAt(1440))(
      'exports chosen columns of a list and resumes after a failed request, at %i px',
      async (width) => {
        const { page } = operator
        await page.setViewportSize({ width, height: 900 })
        await operator.goAfresh('/console/news?sort=-createdAt')
        const token = await signInBehind(stage.portal.url, 'demo-operator')
        const { totalCount } = (await callPortal(
          stage.portal.url,
          '/operator/news/manage?limit=1',
          token,
        )) as {
          totalCount: number
        }
        expect(totalCount).toBeGreaterThan(50)
        await page.getByRole('button', { name: '导出表格' }).click()
        const asking = page.getByRole('dialog', { name: /^导出：/ })
        await asking.getByText(`导出 ${totalCount.toLocaleString('zh-CN')} 条`).waitFor(SOON)
        expect(await findViolations(page)).toEqual([])
        expect(await asking.getByRole('checkbox', { name: '标题', exact: true }).isChecked()).toBe(true)
        await asking.getByRole('checkbox', { name: '编号', exact: true }).check()
        await asking.getByRole('checkbox', { name: '发布者', exact: true }).uncheck()
        // The second page cannot be had at first.
        let isDown = true
        await page.route(/manage.*[?&]page=2(&|$)/, (route) => (isDown ? route.abort() : route.continue()))
        await asking.getByRole('button', { name: '导出', exact: true }).click()
        await asking.getByRole('alert').getByText('继续导出').waitFor(SOON)
        await asking.getByText(/^已读取 50 \//).waitFor(SOON)
        isDown = false
        const saved = page.waitForEvent('download')
        await asking.getByRole('button', { name: '继续导出' }).click()
        const file = await saved
        await asking.waitFor({ state: 'hidden', ...SOON })
        expect(file.suggestedFilename()).toMatch(/管理-\d{4}-\d{2}-\d{2}\.xlsx$/)
        const table = await readTable(readFileSync(await file.path()), {
          rows: 10_000,
          cells: 100,
          bytes: 1e8,
        })
        const [head, ...rows] = table.rows
        const texts = head?.cells.map(String) ?? []
        expect(texts).toEqual(expect.arrayContaining(['标题', '编号', '状态', '浏览']))
        expect(texts).not.toContain('发布者')
        expect(rows).toHaveLength(totalCount)
        const ids = rows.map(({ cells }) => cells[texts.indexOf('编号')])
        expect(new Set(ids).size).toBe(totalCount)
        await page.unroute(/manage.*[?&]page=2(&|$)/)
        operator.problems.splice(
          0,
          operator.problems.length,
          ...operator.problems.filter((one) => !/ERR_FAILED|page=2/.test(one)),
        )
        expect(operator.problems).toEqual([])
      },
    )

    test('stores the sort of a column header in the address and keeps header, title and actions visible', async () => {
      const { page } = operator
      await page.setViewportSize({ width: 1440, height: 900 })
      await operator.goAfresh('/console/news?size=50')
      const head = page.getByRole('columnheader', { name: '浏览' })
      await head.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => page.url(), SOON).toContain('sort=-viewCount')
      await settle(page)
      expect(await head.getAttribute('aria-sort')).toBe('descending')
      const cells = page.locator('.ant-table-row > td:nth-last-child(2)')
      const views = (await cells.allTextContents()).map(Number)
      expect(views).toHaveLength(50)
      expect(views).toEqual([...views].sort((a, b) => b - a))
      await page.locator('.ant-table-row').nth(30).scrollIntoViewIfNeeded()
      const isSeen = (name: string) =>
        page.getByRole('columnheader', { name }).evaluate((cell) => cell.getBoundingClientRect().top >= 0)
      expect(await isSeen('标题')).toBe(true)
      // At 768 px columns are left out rather than scrolled to.
      await page.setViewportSize({ width: 768, height: 900 })
      await page.getByText('屏幕较窄，未列出').waitFor(SOON)
      expect(await page.getByRole('region', { name: /可左右滚动/ }).count()).toBe(0)
      for (const name of ['标题', '操作']) expect(await isSeen(name)).toBe(true)
    })

    test('a row dialog of a form stays open on Enter, and Escape discards the row and restores the focus', async () => {
      const { page } = operator
      await page.setViewportSize({ width: 1440, height: 900 })
      await operator.goAfresh('/console/periodical/new')
      const add = page.getByRole('button', { name: '添加一行' })
      await add.focus()
      await page.keyboard.press('Enter')
      const row = page.getByRole('dialog')
      const first = row.getByRole('textbox').first()
      await expect.poll(() => first.evaluate((box) => box === document.activeElement), SOON).toBe(true)
      await page.keyboard.type('水域救援')
      await page.keyboard.press('Enter')
      expect(await row.isVisible()).toBe(true)
      expect(await findViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await row.waitFor({ state: 'hidden' })
      await expect.poll(() => add.evaluate((button) => button === document.activeElement), SOON).toBe(true)
      await page.locator('main').getByText('还没有添加').first().waitFor(SOON)
      expect(operator.problems).toEqual([])
    })

    test('has a frame of its own: its side menu leads on, and the header of the site is gone', async () => {
      const { page } = operator
      await page.setViewportSize({ width: 1440, height: 900 })
      await operator.goAfresh('/console')
      expect(await page.getByRole('navigation', { name: '主导航' }).count()).toBe(0)
      const menu = page.getByRole('navigation', { name: '运营管理导航' })
      await menu.getByRole('searchbox', { name: '查找管理事项' }).fill('装备资讯')
      await menu.getByRole('link', { name: '装备资讯管理' }).click()
      await page.locator('.ant-table').waitFor(SOON)
      expect(await menu.locator('[aria-current=page]').textContent()).toBe('装备资讯管理')
      const first = await page.locator('.ant-table-tbody tr').first().boundingBox()
      expect(first?.y ?? 900, 'where the first row begins').toBeLessThan(220)
      expect(await findViolations(page)).toEqual([])

      await page.setViewportSize({ width: 390, height: 900 })
      const button = menu.getByRole('button', { name: '运营管理：装备资讯管理' })
      await button.click()
      await menu.getByRole('link', { name: '待办' }).click()
      await expect.poll(() => page.url(), SOON).toContain('/console/queue')
      expect(await menu.getByRole('searchbox').isVisible()).toBe(false)
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    test('pages of the site load no antd code', async () => {
      const { list } = await callPortal<{ list: { id: string }[] }>(
        stage.portal.url,
        '/cmsInfo/sortedList?limit=1',
      )
      const guest = await stage.visit()
      const scripts: Promise<string>[] = []
      guest.page.on('response', (answer) => {
        if (answer.url().endsWith('.js')) scripts.push(answer.text().catch(() => ''))
      })
      for (const page of ['/home-page', '/cmsIndex-page', `/threePage?id=${list[0]?.id}`, '/FloodZone'])
        await guest.go(page)
      const texts = await Promise.all(scripts)
      expect(texts.length).toBeGreaterThan(4)
      // The class of antd's icons, which stands in what all of its controls are built on.
      expect(texts.filter((text) => text.includes('anticon'))).toEqual([])
      await guest.close()
    })
  })
