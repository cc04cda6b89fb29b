// Tests the equipment detail page: content, picture viewer, links, share address, search, home page.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { someOf } from '../../support/long-run.ts'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { settle } from '../support/visit.ts'
import { walkedAt } from '../support/widths.ts'

const AT = '/inquire-page/msgEquipmen?id=EQ001B'
const NAME = '垂直式供排水抢险车 SL-001B（示例）'

const sectionOf = (page: Page, title: string) =>
  page.locator('.eq-card', { has: page.getByRole('heading', { name: title, exact: true }) })
const scaleOf = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^显示全图/ })
    .textContent()

export const reading = (stage: Stage) =>
  describe('equipment detail page', () => {
    test.each(walkedAt(390))(
      'shows profile chart, trend, facts, company, related items and laws, at %i px',
      async (width) => {
        const visitor = await stage.visit({ width })
        const { page } = visitor
        await visitor.go(AT)
        const portrait = sectionOf(page, '装备画像')
        await portrait.getByRole('rowheader', { name: /额定流量/ }).waitFor()
        expect(await portrait.locator('.eq-radar-own, .eq-radar-beside').count()).toBe(2)
        expect(await portrait.getByRole('row', { name: /展开时间/ }).textContent()).toContain('越低越好')
        await sectionOf(page, '关注趋势').getByText('查看每周数据').click()
        await sectionOf(page, '关注趋势').getByRole('columnheader', { name: '浏览次数' }).waitFor()
        expect(
          await page.locator('.eq-article').getByRole('term').filter({ hasText: '参考价' }).count(),
        ).toBe(1)
        expect(await page.locator('.eq-key-figures').textContent()).toContain('参考价面议')
        await sectionOf(page, '所属企业')
          .getByRole('link', { name: /示例长河应急装备有限公司/ })
          .waitFor()
        await sectionOf(page, '您可能感兴趣的装备')
          .getByRole('link', { name: /SL-001/ })
          .first()
          .waitFor()
        await sectionOf(page, '相关法律法规').getByRole('link', { name: '中华人民共和国防洪法' }).waitFor()
        expect(await page.getByRole('heading', { name: '企业视频' }).count()).toBe(0)
        await settle(page)
        expect(await findViolations(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        expect(visitor.problems).toEqual([])
        await visitor.close()
      },
    )

    test.each(walkedAt(390))(
      'enlarges pictures by keyboard, double click and wheel, and restores the focus, at %i px',
      async (width) => {
        const visitor = await stage.visit({ width })
        const { page } = visitor
        await visitor.go(AT)
        const picture = page.getByRole('button', { name: /示意图/ })
        await picture.focus()
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('img', { name: `${NAME}的示意图` }).waitFor()
        expect(await findViolations(page)).toEqual([])
        await page.keyboard.press('+')
        await expect.poll(() => scaleOf(page)).toBe('150%')
        await page.keyboard.press('0')
        await expect.poll(() => scaleOf(page)).toBe('100%')
        await dialog.locator('.eq-lightbox-frame').dblclick()
        await expect.poll(() => scaleOf(page)).toBe('250%')
        await dialog.locator('.eq-lightbox-frame').hover()
        await page.mouse.wheel(0, 100)
        await expect.poll(() => scaleOf(page)).toBe('217%')
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        expect(await picture.evaluate((button) => button === document.activeElement)).toBe(true)
        expect(visitor.problems).toEqual([])
        await visitor.close()
      },
    )

    test('links to standards, prices and tracked items, which link back', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.go(AT)
      await page.getByRole('link', { name: '防洪标准' }).click()
      await page.getByRole('heading', { name: '防洪标准', level: 1 }).waitFor()
      for (const title of someOf(['价格查询', '装备跟踪'], 1)) {
        await visitor.go(AT)
        await sectionOf(page, title)
          .getByRole('link', { name: `更多${title}` })
          .click()
        await expect.poll(() => page.url()).toContain('=EQ001B')
        await settle(page)
        await page
          .locator('main')
          .getByRole('link', { name: /垂直式供排水抢险车/ })
          .first()
          .click()
        await settle(page)
        await page.locator('.eq-facts').getByRole('link', { name: NAME }).click()
        await page.getByRole('heading', { name: NAME, level: 1 }).waitFor()
      }
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('opens from the path without a hash and from the /share address', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      for (const address of [AT, '/share/equipment/EQ001B']) {
        await page.goto(`${stage.portal.url}${address}`)
        await page.locator('.eq-facts').first().waitFor()
        await page.getByRole('heading', { name: NAME, level: 1 }).waitFor()
        expect(page.url()).toBe(`${stage.portal.url}/#${AT}`)
      }
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test.each(walkedAt(1440))(
      'is listed in the search by parameter, alias and company name, at %i px',
      async (width) => {
        const visitor = await stage.visit({ width })
        const { page } = visitor
        const searches = [
          ['流量 3000', 'SL-001B'],
          ['龙吸水', 'SL-001A'],
          ['江海排水', 'SL-001A'],
        ] as const
        for (const [words, found] of someOf(searches, 2)) {
          await visitor.go(`/homePageSearch?keyWord=${encodeURIComponent(words)}`)
          await page
            .getByRole('link', { name: new RegExp(found) })
            .first()
            .waitFor()
        }
        await visitor.go(`/inquire-page?keyWord=${encodeURIComponent('江海排水')}`)
        await page
          .getByRole('link', { name: /SL-001A/ })
          .first()
          .waitFor()
        expect(visitor.problems).toEqual([])
        await visitor.close()
      },
    )

    test.each(walkedAt(1440))(
      'home page and flood zone list equipment with pictures, at %i px',
      async (width) => {
        const visitor = await stage.visit({ width })
        const { page } = visitor
        await visitor.go('/home-page')
        const shown = sectionOf(page, '装备查询')
        await expect.poll(() => shown.locator('img.eq-cover').count()).toBe(5)
        const key = await shown.locator('h3').allTextContents()
        await shown.getByRole('tab', { name: '新上装备' }).click()
        await expect.poll(() => shown.locator('h3').allTextContents()).not.toEqual(key)
        await expect.poll(() => shown.locator('img.eq-cover').count()).toBe(5)
        const compared = sectionOf(page, '比对最多')
        if (width > 640) await expect.poll(() => compared.locator('.eq-row').count()).toBe(5)
        else expect(await compared.isVisible()).toBe(false)
        expect(await findViolations(page)).toEqual([])
        await visitor.go('/FloodZone')
        await sectionOf(page, '防汛装备推荐').getByRole('link', { name: '更多防汛装备推荐' }).click()
        await page.getByText(/^共 40 条结果$/).waitFor()
        await visitor.close()
      },
    )
  })
