// Tests a new version of published equipment: the old version stays public until an operator approves.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { look } from '../support/look.ts'
import { settle } from '../support/visit.ts'

const ITEM = '/inquire-page/msgEquipmen?id=EQ001A'
const OLD = '垂直式供排水抢险车 SL-001A（示例）'
const NEW = '垂直式供排水抢险车 SL-001A 二代（示例）'

export const newVersion = (stage: Stage) =>
  describe('a published equipment item', () => {
    const text = (page: Page) => page.locator('main').textContent()
    const fact = (page: Page, title: string) =>
      page.locator('main .eq-parameters dt', { hasText: title }).locator('xpath=following-sibling::dd[1]')
    test('stays public in the old version until an operator compares and approves the new version', async () => {
      const guest = await stage.visit()
      await guest.go(ITEM)
      expect(await guest.page.locator('main h1').textContent()).toBe(OLD)
      const before = await fact(guest.page, '额定流量').textContent()

      const supplier = await stage.visit()
      await supplier.signIn('demo-supplier')
      await supplier.go('/myPublications?dataType=equipment&keyWord=SL-001A')
      await supplier.page.locator('main').getByRole('link', { name: OLD }).first().click()
      await settle(supplier.page)
      await supplier.page.locator('main').getByRole('link', { name: '修改', exact: true }).first().click()
      await settle(supplier.page)
      await supplier.page.locator('[id="equipment-name"]').fill(NEW)
      await supplier.page.getByRole('button', { name: '下一步' }).click()
      await supplier.page.locator('[id="equipment-params-flow"]').fill('3456')
      await look(supplier.page, 'version-edit', { widths: [768, 390, 1440] })
      await supplier.page.getByRole('button', { name: '下一步' }).click()
      await supplier.page.getByRole('button', { name: '下一步' }).click()
      await supplier.page.getByRole('button', { name: '下一步' }).click()
      await supplier.page.getByRole('heading', { name: '核对信息' }).waitFor()
      const review = supplier.page.locator('.eq-review')
      expect(await review.textContent()).toContain('改动了 2 项')
      expect(await review.locator('.eq-changed-list').allTextContents()).toEqual(['额定流量'])
      await supplier.page.getByRole('button', { name: '提交', exact: true }).click()
      await supplier.page.getByText('修改稿已提交审核').first().waitFor()

      await guest.goAfresh(ITEM)
      expect(await guest.page.locator('main h1').textContent()).toBe(OLD)
      expect(await fact(guest.page, '额定流量').textContent()).toBe(before)

      const operator = await stage.visit()
      await operator.signIn('demo-operator')
      await operator.go('/console/queue?dataType=equipment')
      await operator.page.locator('main').getByRole('link', { name: OLD }).first().click()
      await settle(operator.page)
      const row = (title: string) =>
        operator.page.locator('.eq-change-table tr.is-changed', { hasText: title })
      expect(await row('装备名称').textContent()).toContain(NEW)
      expect(await row('技术参数').locator('.eq-changed-list').allTextContents()).toEqual(['额定流量'])
      expect(await row('技术参数').textContent()).toContain('3,456')
      expect(await operator.page.locator('.eq-change-table tr.is-changed').count()).toBe(2)
      await look(operator.page, 'version-operator', { widths: [768, 390, 1440] })
      // Figures that stand a character to a line are there, but nobody reads them.
      const widths = operator.page
        .locator('.eq-parameters dd')
        .evaluateAll((all) => all.map((one) => one.clientWidth))
      expect(Math.min(...(await widths))).toBeGreaterThan(75)
      await operator.page.getByRole('button', { name: '通过修改', exact: true }).click()
      const dialog = operator.page.getByRole('dialog', { name: '通过修改' })
      await dialog.getByRole('button', { name: '确定' }).click()
      await dialog.waitFor({ state: 'hidden' })

      await guest.goAfresh(ITEM)
      expect(await guest.page.locator('main h1').textContent()).toBe(NEW)
      expect(await fact(guest.page, '额定流量').textContent()).toContain('3,456')
      expect(await text(guest.page)).not.toContain('修改稿')
      for (const { problems } of [guest, supplier, operator]) expect(problems).toEqual([])
    }, 180_000)
  })
