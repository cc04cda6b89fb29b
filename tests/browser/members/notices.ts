// Tests notices in the browser: unread count in all tabs, server restart, link to the form, phone.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { callPortal } from '../support/operator.ts'
import { DEMO_PASSWORD } from '../support/start-portal.ts'
import { settle, type Visitor } from '../support/visit.ts'

const TITLE = '山区抢险排水设备需求'
const REASON = '请补充使用地区的海拔与道路条件'

export const notices = (stage: Stage) =>
  describe('notices', () => {
    let author: Visitor
    let tab: Visitor
    let phone: Visitor
    let operator: Visitor
    let id = ''

    const call = <T>(path: string, token: string, body?: object) =>
      callPortal<T>(stage.portal.url, path, token, body)
    const tokenOf = async (userName: string) =>
      (await call<{ token: string }>('/api/login', '', { userName, password: DEMO_PASSWORD })).token
    const picture = async (page: Page, name: string) => {
      const folder = process.env.NOTICES_PICTURES
      if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
    }
    const countOf = ({ page }: Visitor) => page.locator('.eq-unread b').textContent()

    beforeAll(async () => {
      const token = await tokenOf('demo-expert')
      const kind = await call<{ list: { sysCategoryId?: string }[] }>('/zhihu/list?limit=1', token)
      const added = await call<{ id: string }>('/zhihu/add', token, {
        title: TITLE,
        sysCategoryId: kind.list[0]?.sysCategoryId ?? 'C04',
      })
      id = added.id
      author = await stage.visit()
      await author.signIn('demo-expert')
      await author.go('/home-page')
      tab = await stage.visit({ within: author.context })
      await tab.go('/consult-page')
      phone = await stage.visit({ width: 390 })
      await phone.signIn('demo-expert')
      await phone.go('/home-page')
      operator = await stage.visit()
      await operator.signIn('demo-operator')
    })
    afterAll(() => Promise.all([author, phone, operator].map((somebody) => somebody?.close())))

    test('a refusal raises the unread count in every tab without a reload', async () => {
      expect(await author.page.locator('.eq-unread b').count()).toBe(0)
      await operator.go(`/threePageZhihu?id=${id}`)
      const { page } = operator
      await page.getByRole('button', { name: '不予通过' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill(REASON)
      await dialog.getByRole('button', { name: /不予通过|确定/ }).click()
      for (const visitor of [author, tab, phone]) {
        await visitor.page.locator('.eq-unread b').waitFor()
        expect(await countOf(visitor)).toBe('1')
      }
      await picture(author.page, 'count-1440')
      await picture(phone.page, 'count-390')
    })

    test('the unread count reappears after a server restart', async () => {
      await stage.restart()
      await tab.goAfresh('/consult-page')
      await tab.page.locator('.eq-unread b').waitFor()
      await author.page.locator('.eq-unread b').waitFor()
      expect(await countOf(author)).toBe('1')
    })

    test('the notice links to the edit form with the refusal reason and becomes read', async () => {
      const { page } = author
      await page.locator('.eq-unread').click()
      await page.getByRole('heading', { level: 1, name: '我的通知' }).waitFor()
      await settle(page)
      await picture(page, 'list-1440')
      expect(await findViolations(page, { without: [] })).toEqual([])
      await page.getByRole('link', { name: new RegExp(TITLE) }).click()
      await settle(page)
      expect(await page.locator('main').textContent()).toContain(REASON)
      await picture(page, 'notice-1440')
      await page.locator('.eq-unread b').waitFor({ state: 'detached' })
      await page.getByRole('link', { name: '查看并处理' }).click()
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await settle(page)
      expect(await page.locator('main').textContent()).toContain(REASON)
      expect(await page.getByRole('textbox').first().inputValue()).toBe(TITLE)
      await tab.page.locator('.eq-unread b').waitFor({ state: 'detached' })
      expect(author.problems.filter((problem) => !problem.includes('WebSocket'))).toEqual([])
    })

    test('the notice list fits a phone screen, and its header link is at least 44 px high', async () => {
      const { page } = phone
      await phone.goAfresh('/userPage/notices')
      await picture(page, 'list-390')
      expect(await findViolations(page, { without: [] })).toEqual([])
      const box = await page.locator('.eq-unread').boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide).toBeLessThanOrEqual(0)
    })
  })
