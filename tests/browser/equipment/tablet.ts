// Tests equipment pages on a tablet, and list addresses with page numbers and parameters out of range.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { someOf } from '../../support/long-run.ts'
import type { Stage } from '../support/browser-test.ts'
import { look } from '../support/look.ts'
import { settle, type Visitor } from '../support/visit.ts'

/** Pages of each kind are opened at this width with all pages; everyday runs have axe look at some of these. */
const OPEN = [
  '/inquire-page',
  '/inquire-page?equipmentType=E001&view=table',
  '/inquire-page/msgEquipmen?id=EQ001A',
  '/goodsLst',
  '/twoPageEquipment',
  '/goodsCompare?ids=EQ001A,EQ001B,EQ001C,EQ001D',
  '/oneMap-page',
] as const
const OWN = ['/equipmentPublish', '/equipmentImport', '/receivedIntentions', '/myPublications'] as const

export const onTablet = (stage: Stage) =>
  describe('equipment on a tablet', () => {
    let guest: Visitor
    let supplier: Visitor
    beforeAll(async () => {
      guest = await stage.visit({ width: 768, height: 1024 })
      supplier = await stage.visit({ width: 768, height: 1024 })
      await supplier.signIn('demo-supplier')
    })
    afterAll(() => Promise.all([guest, supplier].map((one) => one?.close())))

    async function open(visitor: Visitor, route: string): Promise<void> {
      await visitor.go(route)
      await look(visitor.page, `tablet${route.replaceAll(/\W+/g, '-')}`)
      expect(visitor.problems, route).toEqual([])
    }

    test.each(someOf(OPEN, 1))(
      'the page %s has no accessibility violation or overflow at 768 px',
      (route) => open(guest, route),
      60_000,
    )
    test.each(someOf(OWN, 1))(
      'the supplier page %s has no accessibility violation or overflow at 768 px',
      (route) => open(supplier, route),
      60_000,
    )

    test('a page number after the last page offers a button to the last page', async () => {
      const { page } = guest
      await guest.go('/inquire-page?page=9999')
      await page.getByText('没有第 9999 页，一共 27 页').waitFor()
      await page.getByRole('button', { name: '到最后一页（第 27 页）' }).click()
      await page.locator('main .eq-card-grid li, main .eq-cards li, main .eq-results li').first().waitFor()
      expect(page.url()).toContain('page=27')
    }, 60_000)

    test('parameters of another category are reported as ignored and removed with one click', async () => {
      const { page } = guest
      await guest.go('/inquire-page?equipmentType=E001&params.nothingFrom=3&params.flowFrom=2000')
      const hint = page.getByText('地址中的 1 个条件不适用于当前所选的类别')
      await hint.waitFor()
      await page.getByRole('button', { name: '清除这些条件' }).click()
      await hint.waitFor({ state: 'hidden' })
      expect(page.url()).toContain('params.flowFrom=2000')
      expect(page.url()).not.toContain('nothing')
      await guest.go('/inquire-page?params.flowFrom=2000')
      await hint.waitFor()
    }, 60_000)

    test('the company filter shows a count for each choice', async () => {
      const { page } = guest
      await guest.go('/inquire-page?equipmentType=E001')
      await settle(page)
      const row = page.getByRole('group', { name: '所属企业' })
      expect(await row.locator('.eq-choice-count').count()).toBe(5)
    }, 60_000)
  })
