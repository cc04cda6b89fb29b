// Tests form controls by keyboard: searchable lists, dates, undo.
import { describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { settle } from '../support/visit.ts'

export const controls = (stage: Stage) =>
  describe('form controls', () => {
    test('a long list is searched and chosen from by keyboard, and Tab leaves the choice unchanged', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.signIn('demo-unit')
      await visitor.goAfresh('/demandPublish')
      await page.locator('[id="demand-sysCategoryId"]').focus()
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('demand-application')
      await page.keyboard.type('监测')
      await page.locator('.ant-select-item-option-active').waitFor()
      const words = await page.locator('.ant-select-item-option-active').first().textContent()
      await page.keyboard.press('Enter')
      expect(await page.locator('.ant-select:has([id="demand-application"])').textContent()).toContain(words)
      // The way on closes the list, opened again, and takes no other entry.
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('demand-application')
      await page.locator('.ant-select-dropdown').waitFor({ state: 'hidden' })
      const taken = page.locator('.ant-select:has([id="demand-application"]) .ant-select-content')
      expect(await taken.allTextContents()).toEqual([words])
      await visitor.close()
    })

    test('a date is typed in a common notation or picked in the calendar, by keyboard alone', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.signIn('demo-operator')
      await visitor.goAfresh('/console/exhibition/new')
      const date = page.locator('[id="exhibition-startDate"]')
      const focused = () =>
        page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id)
      await date.focus()
      await page.keyboard.type('2026/7/1')
      await page.keyboard.press('Tab')
      expect(await date.inputValue()).toBe('2026-07-01')
      expect(await focused()).toBe('打开开始日期的日历')
      await page.keyboard.press('Enter')
      await expect.poll(focused).toBe('2026年7月1日')
      await page.keyboard.press('ArrowUp')
      await expect.poll(focused).toBe('2026年6月24日')
      await page.keyboard.press('PageDown')
      await expect.poll(focused).toBe('2026年7月24日')
      await page.keyboard.press('Enter')
      expect(await date.inputValue()).toBe('2026-07-24')
      expect(await focused()).toBe('打开开始日期的日历')
      await page.keyboard.press('Enter')
      await expect.poll(focused).toBe('2026年7月24日')
      await page.keyboard.press('Escape')
      await page.locator('.eq-date-popup').waitFor({ state: 'hidden' })
      expect(await focused()).toBe('打开开始日期的日历')
      await page.keyboard.press('Tab')
      expect(await focused()).toBe('exhibition-endDate')
      await visitor.close()
    })

    test('the undo key restores letters by the browser, and choices and rows by the form', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.signIn('demo-operator')
      await visitor.goAfresh('/console/masterTutorial/new')
      const title = page.locator('[id="masterTutorial-title"]')
      await title.pressSequentially('大流量排水')
      await page.keyboard.press('ControlOrMeta+z')
      expect((await title.inputValue()).length).toBeLessThan(5)
      await title.fill('大流量排水车')
      for (const name of ['第一章', '第二章']) {
        await page.getByRole('button', { name: '添加一行' }).click()
        await page.getByRole('dialog').getByRole('textbox').first().fill(name)
        await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
      }
      await page.getByRole('button', { name: '删除第 1 行' }).click()
      await page.getByRole('cell', { name: '第一章' }).waitFor({ state: 'detached' })
      await page.keyboard.press('ControlOrMeta+z')
      await page.getByRole('cell', { name: '第一章' }).waitFor()
      await page.getByText('已撤销：章节').waitFor()
      await settle(page)
      expect(await findViolations(page)).toEqual([])
      await visitor.close()
    })
  })
