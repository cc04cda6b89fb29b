// Tests purchase intentions: submission, hidden contact data, answer of the seller, disclosure.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { look } from '../support/look.ts'
import { settle, type Visitor } from '../support/visit.ts'

const ITEM = '/inquire-page/msgEquipmen?id=EQ001A'
const PUMP = '垂直式供排水抢险车 SL-001A（示例）'
const NAME = '王采购'
const MOBILE = '13912345678'
const WORDS = '可以供货，请下周一上午来厂看样。'
const SELLER_PHONE = '400-000-0000'

const BOTH = { widths: [1440, 390] }

export const intention = (stage: Stage) =>
  describe('a purchase intention', () => {
    let buyer: Visitor
    let seller: Visitor
    let other: Visitor
    let operator: Visitor
    let visitor: Visitor
    let address = ''

    beforeAll(async () => {
      buyer = await stage.visit()
      seller = await stage.visit({ width: 390 })
      other = await stage.visit()
      operator = await stage.visit()
      visitor = await stage.visit()
    })
    afterAll(() => Promise.all([buyer, seller, other, operator, visitor].map((one) => one?.close())))

    const main = (page: Page) => page.locator('main')
    const text = async ({ page }: Visitor) => (await main(page).textContent()) ?? ''

    test('is submitted from the equipment page, and a second one is refused before the form opens', async () => {
      const { page } = buyer
      await buyer.signIn('demo-unit')
      await buyer.go(ITEM)
      await look(buyer.page, 'equipment', BOTH)
      expect(await text(buyer)).toContain('下穿隧道积水快速抽排（示例）')
      await main(page).getByRole('link', { name: '我有采购意向' }).click()
      const field = (name: string) => page.locator(`[id="intention-${name}"]`)
      await field('quantity').fill('2')
      await field('expectPrice').fill('52.5')
      await field('content').fill('汛前交付，含两次培训。')
      expect(await field('resourceId').count(), 'the address says for what').toBe(0)
      await look(buyer.page, 'state', BOTH)
      await page.getByRole('button', { name: '下一步' }).click()
      await field('contactName').fill(NAME)
      await field('contactMobile').fill(MOBILE)
      await page.getByRole('button', { name: '下一步' }).click()
      await page.getByRole('heading', { name: '核对信息' }).waitFor()
      await page.getByRole('button', { name: '提交', exact: true }).click()
      await page.getByText('采购意向已送达').first().waitFor()
      await look(buyer.page, 'receipt', BOTH)
      await buyer.goAfresh('/myIntentions')
      expect(await page.locator('main tr', { hasText: PUMP }).textContent()).toContain('待反馈')
      await look(buyer.page, 'mine-waiting', BOTH)
      await main(page).getByRole('link', { name: PUMP }).first().click()
      await settle(page)
      address = page.url().split('#')[1] ?? ''
      expect(await text(buyer)).not.toContain(SELLER_PHONE)
      // Who comes again is not asked to fill in what would be refused.
      await buyer.goAfresh(ITEM)
      await main(page).getByRole('link', { name: '我有采购意向' }).click()
      await page.getByRole('heading', { name: '您已提交过采购意向' }).waitFor()
      expect(await text(buyer)).toContain('待反馈')
      expect(await field('quantity').count()).toBe(0)
      await look(buyer.page, 'stated-already', BOTH)
    }, 120_000)

    test('reaches the seller without the contact data of the buyer', async () => {
      const { page } = seller
      await seller.signIn('demo-supplier')
      await seller.go('/receivedIntentions')
      await look(seller.page, 'received-waiting', BOTH)
      await main(page).getByRole('link', { name: PUMP }).first().click()
      await settle(page)
      const seen = await text(seller)
      expect(seen).toContain('汛前交付，含两次培训。')
      for (const hidden of [NAME, '139****5678', MOBILE]) expect(seen).not.toContain(hidden)
      await look(seller.page, 'detail-seller-waiting', BOTH)
    }, 120_000)

    test('discloses the contact data to both sides after the seller answers', async () => {
      const { page } = seller
      await main(page).getByRole('link', { name: '同意洽谈' }).click()
      await page.locator('[id="intentionFeedback-content"]').fill(WORDS)
      await look(seller.page, 'answer', BOTH)
      await page.getByRole('button', { name: '提交', exact: true }).click()
      await page.getByText('反馈已送达').first().waitFor()
      await seller.goAfresh(address)
      expect(await text(seller)).toContain(NAME)
      await look(seller.page, 'detail-seller-agreed', BOTH)
      await buyer.goAfresh(address)
      const seen = await text(buyer)
      for (const shown of ['同意洽谈', WORDS, '供应方反馈']) expect(seen).toContain(shown)
      expect(seen).not.toContain(SELLER_PHONE)
      await look(buyer.page, 'detail-buyer-agreed', BOTH)
      await main(buyer.page)
        .getByRole('button', { name: /^显示完整/ })
        .first()
        .click()
      await main(buyer.page).getByText(SELLER_PHONE).waitFor()
      await buyer.goAfresh('/myIntentions')
      expect(await buyer.page.locator('main tr', { hasText: PUMP }).textContent()).toContain('同意洽谈')
    }, 120_000)

    test('is hidden from other accounts and visible to operators with statistics', async () => {
      await other.signIn('demo-science')
      await other.go('/receivedIntentions')
      expect(await text(other)).not.toContain(PUMP)
      await operator.signIn('demo-operator')
      await operator.go('/console/intention')
      expect(await text(operator)).toContain(PUMP)
      await operator.goAfresh('/console/intention/statistics')
      for (const shown of ['同意洽谈', '垂直式供排水抢险车']) expect(await text(operator)).toContain(shown)
      await look(operator.page, 'statistics', BOTH)
      for (const { problems } of [buyer, seller, other, operator, visitor]) expect(problems).toEqual([])
      await visitor.go(address)
      expect(await visitor.page.textContent('body')).not.toContain(NAME)
    }, 120_000)
  })
