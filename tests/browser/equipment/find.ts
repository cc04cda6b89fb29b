// Tests equipment from the publishing form through search and comparison to an answered intention.
import { describe, expect, test } from 'vitest'
import { IS_LONG } from '../../support/long-run.ts'
import type { Stage } from '../support/browser-test.ts'
import { chooseFilter } from '../support/choose-filter.ts'
import { findViolations } from '../support/find-violations.ts'
import { settle } from '../support/visit.ts'
import { walkedAt } from '../support/widths.ts'

export const finding = (stage: Stage) =>
  describe('equipment form, search and comparison', () => {
    test.each(walkedAt(390))(
      'the publishing form validates the parameters of the chosen equipment type, at %i px',
      async (width) => {
        const visitor = await stage.visit({ width })
        const { page } = visitor
        await visitor.signIn('demo-supplier')
        await visitor.go('/equipmentPublish?equipmentType=E001')
        const again = page.getByRole('button', { name: '重新开始' })
        if (await again.isVisible()) await again.click()
        await page.getByLabel('装备名称').fill('某型排水抢险车')
        await page.getByLabel('型号').fill(`PS-${width}`)
        const uses = page.getByRole('combobox', { name: /应用场景/ })
        await uses.click()
        await uses.fill('防汛')
        await page.getByText('防汛抗旱', { exact: true }).last().click()
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: '下一步' }).click()
        const flow = page.getByLabel(/额定流量/)
        await flow.fill('9000')
        await flow.blur()
        await page.getByText('额定流量不能大于 6000').first().waitFor()
        await flow.fill('3200')
        await flow.blur()
        expect(await findViolations(page)).toEqual([])
        await page.getByRole('button', { name: '下一步' }).click()
        await page.getByLabel('装备简介').fill('用于城市内涝与下穿隧道排水的垂直式抢险车，展开快、扬程高。')
        await page.getByRole('button', { name: '下一步' }).click()
        await page.getByRole('button', { name: '下一步' }).click()
        await page.getByText('3,200').first().waitFor()
        await page.getByRole('button', { name: '提交', exact: true }).click()
        await page.getByText('装备已提交').first().waitFor()
        await visitor.close()
      },
    )

    test.each(walkedAt(1440))(
      'category, flow range and sort order filter the list and are stored in the address, at %i px',
      async (width) => {
        const visitor = await stage.visit({ width })
        const { page } = visitor
        await visitor.go('/inquire-page')
        const filters = page.getByRole('region', { name: '筛选' })
        if (width < 600) await filters.getByRole('button', { name: '筛选条件' }).click()
        for (const name of ['防汛排涝与水域救援', '排水抢险车辆', '垂直式供排水抢险车'])
          await chooseFilter(filters, name)
        await filters.getByLabel('额定流量起').fill('2500')
        await filters.getByLabel('额定流量起').press('Enter')
        await expect.poll(() => page.url()).toContain('params.flowFrom=2500')
        await page.getByText(/^共 3 条结果$/).waitFor()
        await page.getByRole('combobox', { name: '按参数排序' }).selectOption({ label: '展开时间 从低到高' })
        await expect.poll(() => page.url()).toContain('sort=params.deployTime')
        await settle(page)
        await expect.poll(() => page.locator('.eq-item-card h2').first().textContent()).toContain('SL-001B')
        expect(await findViolations(page)).toEqual([])
        await page.getByRole('button', { name: '表格' }).click()
        await page.getByRole('button', { name: '加入比对' }).first().click()
        await page.getByText('1/4').first().waitFor()
        const other = await stage.visit({ width })
        await other.page.goto(page.url())
        await settle(other.page)
        await other.page.getByText(/^共 3 条结果$/).waitFor()
        await other.close()
        // Another class has other parameters.
        await filters.getByRole('button', { name: /^舟艇/ }).click()
        await expect.poll(() => page.url()).not.toContain('params.')
        await visitor.close()
      },
    )

    test.each(walkedAt(390))(
      'three items are compared by parameters, and the address restores the comparison, at %i px',
      async (width) => {
        const visitor = await stage.visit({ width })
        const { page } = visitor
        await visitor.go('/inquire-page/msgEquipmen?id=EQ001A')
        await page.getByRole('group', { name: '主要性能' }).waitFor()
        expect(await page.locator('main').textContent()).toMatch(/额定流量\s*2,?100\s*m³\/h/)
        expect(await findViolations(page)).toEqual([])
        await visitor.go('/goodsCompare?ids=EQ001A,EQ001B,EQ002C')
        const table = page.getByRole('table')
        const row = (name: string) =>
          table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
        await row('额定流量').waitFor()
        expect(await row('额定流量').getByRole('cell').allInnerTexts()).toEqual([
          expect.stringContaining('2,100'),
          expect.stringContaining('3,000'),
          expect.stringMatching(/3,900.*较优/s),
        ])
        expect((await row('展开时间').getByRole('cell').allInnerTexts())[2]).toBe('—')
        await row('综合星级').waitFor()
        expect(await findViolations(page)).toEqual([])
        await table
          .getByRole('button', { name: /^设为基准/ })
          .nth(1)
          .click()
        await expect.poll(() => page.url()).toContain('base=EQ001B')
        await settle(page)
        expect((await row('额定流量').getByRole('cell').allInnerTexts())[1]).toContain('−30%')
        await table.getByRole('button', { name: /^更换/ }).last().click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: '子母式排水抢险车 SL-002A（示例）' })
          .click()
        await expect.poll(() => page.url()).toContain('EQ002A')
        const file = page.waitForEvent('download')
        await page.getByRole('button', { name: '导出 CSV' }).click()
        expect((await file).suggestedFilename()).toBe('装备比对.csv')
        const other = await stage.visit({ width })
        await other.page.goto(page.url())
        await settle(other.page)
        await other.page.getByRole('columnheader', { name: /SL-002A/ }).waitFor()
        await other.close()
        await visitor.go('/goodsCompare?ids=EQ001A,EQ030A')
        await page.getByText(/只能比对同一类目的内容/).waitFor()
        await row('供货周期').waitFor()
        expect(await table.textContent()).not.toContain('较优')
        await visitor.close()
      },
    )

    /** Each width with a buyer of its own: nobody states the same intention twice. */
    const BUYERS = ['demo-unit', 'demo-fireControl']
    const WALKS = [1440, 390].map((width, at) => [width, BUYERS[at] ?? ''] as const)
    // Everyday runs walk its parts: those above, and the intention with the answer to it in a file of their own.
    test.each(IS_LONG ? WALKS : [])(
      'EQP-01, EQP-02, API-09: a buyer compares items and gets an answer to an intention, at %i px',
      async (width, account) => {
        const [region, id, name] = ['福建', 'EQ001A', '垂直式供排水抢险车 SL-001A（示例）']
        const [buyer, seller, friend] = await Promise.all([1, 2, 3].map(() => stage.visit({ width })))
        if (!buyer || !seller || !friend) throw new Error('nobody came')
        const isWhole = async ({ page, problems }: typeof buyer) => {
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
          expect(problems).toEqual([])
        }
        const textOf = async ({ page }: typeof buyer) => (await page.locator('main').textContent()) ?? ''
        await buyer.signIn(account)
        const { page } = buyer

        // A pump is found by its flow and its region.
        await buyer.go('/inquire-page')
        const filters = page.getByRole('region', { name: '筛选' })
        if (width < 768) await filters.getByRole('button', { name: '筛选条件' }).click()
        for (const category of ['防汛排涝与水域救援', '排水抢险车辆', '垂直式供排水抢险车'])
          await chooseFilter(filters, category)
        await filters.getByLabel('额定流量起').fill('2000')
        await filters.getByLabel('额定流量起').press('Enter')
        await page.getByText(/^共 4 条结果$/).waitFor()
        const regions = filters.getByRole('button', { name: /^所在地区：/ })
        if (!(await regions.isVisible())) await filters.getByRole('button', { name: /^更多筛选/ }).click()
        await regions.click()
        const panel = page.getByRole('group', { name: '选择所在地区' })
        await panel.getByLabel('搜索地区').fill(region)
        await panel.locator('.eq-region-found button').first().click()
        await expect.poll(() => page.url()).toContain('region=')
        await page.getByText(/^共 1 条结果$/).waitFor()
        await isWhole(buyer)
        const compare = (title: string) =>
          page.locator('.eq-item-card', { hasText: title }).getByRole('button', { name: '加入比对' })
        await compare(name).click()
        await page.getByText('1/4').first().waitFor()

        // Three are compared.
        await page.getByRole('button', { name: /^取消筛选 所在地区/ }).click()
        await page.getByText(/^共 4 条结果$/).waitFor()
        const others = ['SL-001A', 'SL-001B', 'SL-001C', 'SL-001E'].filter((model) => !name.includes(model))
        for (const [at, model] of others.slice(0, 2).entries()) {
          await compare(model).click()
          await page
            .getByText(`${at + 2}/4`)
            .first()
            .waitFor()
        }
        await page.getByRole('link', { name: '开始比对' }).click()
        await settle(page)
        await page.getByRole('table').getByRole('rowheader', { name: '额定流量', exact: true }).waitFor()
        const heads = page.getByRole('columnheader').filter({ hasText: 'SL-001' })
        expect(await heads.count()).toBe(3)

        // The address shows the same elsewhere, to somebody who is not signed in.
        await friend.page.goto(page.url())
        await settle(friend.page)
        await friend.page
          .getByRole('table')
          .getByRole('rowheader', { name: '额定流量', exact: true })
          .waitFor()
        const rowsOf = (on: typeof page) => on.getByRole('table').getByRole('row').allInnerTexts()
        expect(await rowsOf(friend.page)).toEqual(await rowsOf(page))
        expect(friend.problems).toEqual([])

        // An intention is stated.
        await buyer.go(`/inquire-page/msgEquipmen?id=${id}`)
        await page.locator('main').getByRole('link', { name: '我有采购意向' }).click()
        const field = (key: string) => page.locator(`[id="intention-${key}"]`)
        await field('quantity').fill('2')
        await field('content').fill(`汛前交付，含两次培训，${width}。`)
        await page.getByRole('button', { name: '下一步' }).click()
        await field('contactName').fill('王采购')
        await field('contactMobile').fill('13912345678')
        await page.getByRole('button', { name: '下一步' }).click()
        await page.getByRole('button', { name: '提交', exact: true }).click()
        await page.getByText('采购意向已送达').first().waitFor()
        await buyer.goAfresh('/myIntentions')
        await page.locator('main').getByRole('link', { name }).first().click()
        await settle(page)
        const address = page.url().split('#')[1] ?? ''
        expect(await textOf(buyer)).not.toContain('400-000-0000')
        await isWhole(buyer)

        // The seller answers, and only then each sees whom to call.
        await seller.signIn('demo-supplier')
        await seller.go('/receivedIntentions')
        await seller.page.locator('main').getByRole('link', { name }).first().click()
        await settle(seller.page)
        const before = await textOf(seller)
        expect(before).toContain(`汛前交付，含两次培训，${width}。`)
        for (const hidden of ['王采购', '13912345678', '139****5678']) expect(before).not.toContain(hidden)
        await seller.page.locator('main').getByRole('link', { name: '同意洽谈' }).click()
        await seller.page.locator('[id="intentionFeedback-content"]').fill('可以供货，请来厂看样。')
        await seller.page.getByRole('button', { name: '提交', exact: true }).click()
        await seller.page.getByText('反馈已送达').first().waitFor()
        await seller.goAfresh(address)
        expect(await textOf(seller)).toContain('王采购')
        await isWhole(seller)

        // The buyer sees it.
        await buyer.goAfresh('/myIntentions')
        const entry = page.locator('main :is(tr, li)', { hasText: name }).first()
        expect(await entry.textContent()).toContain('同意洽谈')
        await buyer.goAfresh(address)
        const seen = await textOf(buyer)
        for (const shown of ['可以供货，请来厂看样。', '400-000-0000']) expect(seen).toContain(shown)
        await isWhole(buyer)
        await Promise.all([buyer, seller, friend].map((one) => one.close()))
      },
    )
  })
