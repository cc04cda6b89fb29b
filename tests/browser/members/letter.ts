// Tests the choice of the recipient of a letter by unit name, without login names.
import { describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'

export const letter = (stage: Stage) =>
  describe('a letter', () => {
    test('is sent to a unit chosen by part of its name, without showing login names', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.signIn('demo-supplier')
      await visitor.go('/userPage/writeMessage')
      const receiver = page.getByRole('combobox', { name: /收信人/ })
      await receiver.click()
      await receiver.fill('排水抢险')
      const choice = page.locator('.eq-picker-option', { hasText: '示例排水抢险应急队' })
      await choice.waitFor()
      expect(await choice.textContent()).toContain('救援力量')
      expect(await page.locator('main').textContent()).not.toContain('demo-rescueForces')
      expect(await findViolations(page)).toEqual([])
      await choice.click()
      await page.getByRole('textbox', { name: /标题/ }).fill('询问排水车')
      await page.getByRole('textbox', { name: /^内容/ }).fill('请问排水车的日常保养怎么做？')
      await page.getByRole('button', { name: '发送' }).click()
      await page.getByText('站内信已发出').waitFor()
      expect(await page.locator('main').textContent()).toContain('示例排水抢险应急队')
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })
  })
