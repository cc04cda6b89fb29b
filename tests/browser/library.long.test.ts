// Tests the library portal in the browser: pages, custom widgets and handlers, loans, console.
import { execFileSync } from 'node:child_process'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { LIBRARY } from '../portals/library.ts'
import { IS_LONG, someOf } from '../support/long-run.ts'
import { ROOT } from '../support/source-files.ts'
import { findViolations } from './support/find-violations.ts'
import { launchBrowser, THRIFTY } from './support/launch-browser.ts'
import { DEMO_PASSWORD, type RunningPortal, startPortal } from './support/start-portal.ts'
import { settle, visit } from './support/visit.ts'
import { WIDTHS, walkedAt } from './support/widths.ts'

const PASSWORD = 'Kaijuan-2026!'
const ROUTES = [
  ['/start', '馆内'],
  ['/books', '馆藏'],
  ['/book?id=book-1', '城南旧事'],
  ['/visit', '到馆'],
  ['/find?keyWord=边城', '全馆检索'],
  ['/enter', '登录'],
  ['/card', '办理读者证'],
] as const
/** What draws them axe has seen in the other portal; everyday runs have it see the library's colours on some. */
const examined: ReadonlySet<string> = new Set(someOf(ROUTES, 3).map(([route]) => route))

/** The widgets and handlers of the library, with the program, unless that is done already. */
function buildOwn(): void {
  const program = "import('./scripts/lib/prepare.mjs').then(({ build }) => process.exit(build() ? 0 : 1))"
  const env = { ...process.env, PORTAL_DIR: LIBRARY, NODE_ENV: 'production' }
  execFileSync(process.execPath, ['-e', program], { cwd: ROOT, env })
}

let portal: RunningPortal
let browser: Browser

describe.skipIf(!findChromium())('library portal', () => {
  beforeAll(async () => {
    buildOwn()
    portal = await startPortal({ env: { PORTAL_DIR: LIBRARY, DEMO_PASSWORD } })
    browser = await launchBrowser(THRIFTY)
  })
  afterAll(async () => {
    await browser?.close()
    await portal?.stop()
  })

  test.each(IS_LONG ? WIDTHS : walkedAt(390))(
    'shows its pages without words of the equipment portal, at %i px',
    async (width) => {
      const visitor = await visit(browser, portal.url, { width })
      const { page, problems } = visitor
      const asked: string[] = []
      page.on('response', (response) => {
        if (response.status() >= 400) asked.push(response.url())
      })
      for (const [route, title] of ROUTES) {
        await visitor.goAfresh(route)
        expect(await page.title(), route).toContain(title)
        expect(await page.locator('body').textContent(), route).not.toMatch(/装备|应急|equipnet/i)
        if (examined.has(route))
          expect(await findViolations(page, { without: [], contrast: 'also' }), route).toEqual([])
        const { scrolled, seen } = await page.evaluate(() => ({
          scrolled: document.documentElement.scrollWidth,
          seen: window.innerWidth,
        }))
        expect(scrolled, route).toBeLessThanOrEqual(seen)
      }
      expect(asked).toEqual([])
      expect(problems).toEqual([])
      await visitor.close()
    },
  )

  test('renders its custom widget and calls its custom handler', async () => {
    const visitor = await visit(browser, portal.url)
    const { page } = visitor
    await visitor.go('/books')
    const mark = page.locator('.library-call-number').filter({ hasText: 'I246.5' }).first()
    expect(await mark.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('solid')
    await visitor.go('/start')
    await page.getByText('3 种').first().waitFor()
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  test('opens a book from the menu, lists a searched book and redirects an unknown address to /lost', async () => {
    const visitor = await visit(browser, portal.url)
    const { page } = visitor
    await visitor.go('/')
    await page.getByRole('link', { name: '馆藏', exact: true }).first().click()
    await settle(page)
    await page.getByRole('link', { name: '呼兰河传' }).click()
    await settle(page)
    expect(await page.locator('main').textContent()).toContain('萧红')
    await page.getByRole('combobox', { name: '站内搜索' }).fill('万历')
    await page.getByRole('button', { name: '搜索', exact: true }).click()
    await settle(page)
    await page
      .getByRole('link', { name: /万历十五年/ })
      .first()
      .waitFor()
    await visitor.go('/nowhere')
    await page.getByRole('heading', { name: '页面不存在' }).first().waitFor()
    expect(page.url()).toContain('/lost')
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  test('issues a reader card, lends a book and takes the book back', async () => {
    const reader = await visit(browser, portal.url)
    const { page } = reader
    await reader.go('/card')
    await page.getByRole('textbox', { name: '用户名' }).fill('shen_congwen')
    await page.getByRole('textbox', { name: '登录密码' }).fill(PASSWORD)
    await page.getByRole('textbox', { name: '确认密码' }).fill(PASSWORD)
    await page.getByRole('textbox', { name: '姓名' }).fill('沈同学')
    await page.getByRole('button', { name: '提交' }).click()
    await page.getByText('读者证已办好').first().waitFor()
    await page.getByRole('link', { name: '前往登录', exact: true }).click()
    await page.getByRole('textbox', { name: '用户名' }).fill('shen_congwen')
    await page.locator('input[type=password]').fill(PASSWORD)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByText('沈同学').first().waitFor()
    await reader.go('/book?id=book-6')
    await page.getByRole('link', { name: '预约借书' }).click()
    await settle(page)
    const day = page.getByRole('textbox', { name: '预计归还' })
    await day.fill('2999-01-01')
    await day.press('Tab')
    await page.getByRole('button', { name: '提交' }).click()
    await page.getByText('已预约').first().waitFor()
    await page.getByRole('link', { name: '我的借阅' }).first().click()
    await settle(page)
    await page.getByRole('link', { name: '边城' }).click()
    await settle(page)
    const address = page.url().split('#')[1] ?? ''
    expect(await page.locator('main').textContent()).toContain('待办理')

    const keeper = await visit(browser, portal.url)
    await keeper.signIn('demo-librarian')
    await keeper.go(address)
    for (const [button, state] of [
      ['借出', '借出'],
      ['归还', '已归还'],
    ] as const) {
      await keeper.page.getByRole('button', { name: button, exact: true }).click()
      await keeper.page.getByRole('dialog').getByRole('button', { name: '确定', exact: true }).click()
      await keeper.page.locator('main .eq-tag').filter({ hasText: state }).first().waitFor()
    }
    await reader.goAfresh('/myLoans')
    await expect.poll(() => page.locator('main').textContent()).toContain('已归还')
    expect([...reader.problems, ...keeper.problems]).toEqual([])
    await reader.close()
    await keeper.close()
  })

  test('lists books in the console to a librarian, including a book that the public list hides', async () => {
    const keeper = await visit(browser, portal.url)
    const { page } = keeper
    await keeper.signIn('demo-librarian')
    await keeper.go('/desk')
    await page.locator('main').getByRole('link', { name: /图书/ }).first().click()
    await settle(page)
    expect(await page.locator('main').textContent()).toContain('旧馆藏目录')
    expect(await findViolations(page)).toEqual([])
    expect(keeper.problems).toEqual([])
    await keeper.close()
  })
})
