// Tests docking in the browser: a demand, a proposal for it, its acceptance, invisibility to others.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IS_LONG } from '../../support/long-run.ts'
import type { Stage } from '../support/browser-test.ts'
import { look } from '../support/look.ts'
import { settle, type Visitor } from '../support/visit.ts'

const DEMAND = '采购山洪监测浮标及配套通信设备'
const SCHEME = '示例江海：监测浮标与卫星通信成套方案'
const WORDS = '技术路线合适，请于下周一上午来面谈。'
const PRICE = '123.4'
const MOBILE = '13912345678'

export const docking = (stage: Stage) =>
  describe('docking', () => {
    let buyer: Visitor
    let supplier: Visitor
    let rival: Visitor
    let operator: Visitor
    let address = ''

    beforeAll(async () => {
      buyer = await stage.visit()
      supplier = await stage.visit({ width: 390 })
      rival = await stage.visit()
      operator = await stage.visit()
    })
    afterAll(() => Promise.all([buyer, supplier, rival, operator].map((somebody) => somebody?.close())))

    /** At what shows nothing that another page of the walk, or of the walk over all pages, does not show: in the long run. */
    const lookWhole = async (page: Page, name: string) => {
      if (IS_LONG) await look(page, name)
    }
    const main = (page: Page) => page.locator('main')
    const next = (page: Page) => page.getByRole('button', { name: '下一步' }).click()

    async function decide(page: Page, label: string, words?: string): Promise<void> {
      await page.getByRole('button', { name: label, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: label })
      if (words) await dialog.getByRole('textbox').fill(words)
      await dialog.getByRole('button', { name: '确定' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await settle(page)
    }

    /** An operator puts what waits online, from the desk of the type. */
    async function approve(type: string, title: string): Promise<void> {
      await operator.goAfresh(`/console/${type}?status=pending`)
      await main(operator.page).getByRole('link', { name: title }).first().click()
      await settle(operator.page)
      await decide(operator.page, '通过并上线')
    }

    const publish = async (): Promise<void> => {
      const { page } = buyer
      const field = (name: string) => page.locator(`[id="demand-${name}"]`)
      await buyer.signIn('demo-unit')
      await buyer.go('/demandPublish')
      await field('title').fill(DEMAND)
      for (const name of ['demandType', 'urgency', 'sysCategoryId'])
        await field(name).selectOption({ index: 1 })
      await field('application').press('ArrowDown')
      await field('application').press('Enter')
      await field('quantity').fill('20')
      await field('unit').fill('套')
      await next(page)
      await field('technicalRequirement').fill('续航不少于三十天，断网时改用卫星回传，随附第三方检测报告。')
      const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
      await field('deadline').fill(day)
      await lookWhole(buyer.page, 'publish')
      await next(page)
      await field('contactName').fill('王需求')
      await field('contactMobile').fill('13800001111')
      await next(page)
      await page.getByRole('heading', { name: '核对信息' }).waitFor()
      await page.getByRole('button', { name: '提交', exact: true }).click()
      await page.getByText('需求已提交').first().waitFor()
      await operator.signIn('demo-operator')
      await approve('demand', DEMAND)
    }

    const handIn = async (): Promise<void> => {
      const { page } = supplier
      await supplier.signIn('demo-supplier')
      await supplier.go('/demandDocking-page')
      await main(page).getByRole('link', { name: DEMAND }).first().click()
      await settle(page)
      address = page.url().split('#')[1] ?? ''
      await page.getByRole('link', { name: '提交需求方案' }).first().click()
      const field = (name: string) => page.locator(`[id="demandScheme-${name}"]`)
      await field('title').fill(SCHEME)
      await field('summary').fill('浮标、岸站与卫星回传一体供应。')
      await field('content').fill('浮标二十套，岸站两座，首年两次上门保养。')
      expect(await field('demandId').count(), 'the address says for what').toBe(0)
      await page.getByText('草稿已保存').waitFor()
      await supplier.goAfresh(address)
      await page.getByRole('link', { name: '提交需求方案' }).first().click()
      await page.getByRole('button', { name: '继续填写' }).click()
      expect(await field('content').inputValue()).toBe('浮标二十套，岸站两座，首年两次上门保养。')
      await field('price').fill(PRICE)
      await field('deliveryDays').fill('45')
      await field('contactName').fill('李供应')
      await field('contactMobile').fill(MOBILE)
      await look(supplier.page, 'hand-in')
      await page.getByRole('button', { name: '下一步' }).click()
      await page.getByRole('heading', { name: '核对信息' }).waitFor()
      await page.getByRole('button', { name: '提交', exact: true }).click()
      await page.getByText('方案已提交').first().waitFor()
      await supplier.goAfresh('/mySchemes')
      expect(await page.locator('main tr', { hasText: SCHEME }).textContent()).toContain('待审核')
      await buyer.goAfresh(address)
      expect(await main(buyer.page).getByText(SCHEME).count()).toBe(0)
      await approve('demandScheme', SCHEME)
    }

    const accept = async (): Promise<void> => {
      const { page } = buyer
      await buyer.goAfresh(address)
      const child = page.locator('.eq-children > li', { hasText: SCHEME })
      for (const text of [PRICE, '45', '李供应', '已上线']) expect(await child.textContent()).toContain(text)
      await look(buyer.page, 'demand-of-owner')
      await buyer.goAfresh('/receivedSchemes')
      await lookWhole(buyer.page, 'received')
      await main(page).getByRole('link', { name: SCHEME }).click()
      await settle(page)
      expect(await main(page).textContent()).toContain(PRICE)
      await page
        .getByRole('button', { name: /显示|查看/ })
        .first()
        .click()
      await main(page).getByText(MOBILE).waitFor()
      await page.getByRole('button', { name: '采纳', exact: true }).click()
      await look(buyer.page, 'accept')
      await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
      await decide(page, '采纳', WORDS)
      await lookWhole(buyer.page, 'scheme-of-buyer')
      expect(await main(page).textContent()).toContain('已采纳')
    }

    const hear = async (): Promise<void> => {
      const { page } = supplier
      await supplier.goAfresh('/mySchemes')
      const row = page.locator('main tr', { hasText: SCHEME })
      expect(await row.textContent()).toContain('已采纳')
      expect(await row.textContent()).toContain(`需求方意见：${WORDS}`)
      await lookWhole(supplier.page, 'mine')
      await row.getByRole('link', { name: SCHEME }).click()
      await settle(page)
      expect(await main(page).textContent()).toContain(WORDS)
      await look(supplier.page, 'scheme-of-supplier')
      await supplier.goAfresh(address)
      await page.getByText('联系电话').first().waitFor()
      await lookWhole(supplier.page, 'demand-of-supplier')
    }

    const findNothing = async (): Promise<void> => {
      await rival.signIn('demo-science')
      await rival.goAfresh(address)
      expect(await main(rival.page).textContent()).toContain(DEMAND)
      for (const text of [SCHEME, PRICE, WORDS, '李供应'])
        expect(await rival.page.getByText(text).count()).toBe(0)
      await lookWhole(rival.page, 'demand-of-rival')
      await rival.goAfresh('/receivedSchemes')
      expect(await rival.page.getByText(SCHEME).count()).toBe(0)
    }

    test('leads from a demand to an accepted proposal, which other accounts cannot see', async () => {
      await publish()
      await handIn()
      await accept()
      await hear()
      await findNothing()
      for (const { problems } of [buyer, supplier, operator]) expect(problems).toEqual([])
    }, 240_000)
  })
