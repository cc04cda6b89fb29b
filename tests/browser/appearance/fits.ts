// Tests that the sign-in card, the action menu and tables are not cut off.
import { describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { callPortal } from '../support/operator.ts'

const PHONE = { width: 390, height: 844 }

export const fits = (stage: Stage) =>
  describe('clipping of controls and tables', () => {
    test('the sign-in card contains all fields and sign-in methods on a phone', async () => {
      const { page, go, close } = await stage.visit(PHONE)
      await go('/login')
      const cut = await page.locator('.eq-sign-in-card').evaluate((card) => {
        const { left, right } = card.getBoundingClientRect()
        return [...card.querySelectorAll('input, button, a')]
          .map((one) => ({ name: one.textContent || one.id, box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.left < left || box.right > right))
          .map(({ name }) => name)
      })
      expect(cut).toEqual([])
      expect(await page.locator('.eq-sign-in-card .eq-tabs-more').count()).toBe(0)
      await close()
    })

    test('a button in the 更多 menu of the action bar can be tapped on a phone', async () => {
      const visitor = await stage.visit(PHONE)
      const { page } = visitor
      const { list } = await callPortal<{ list: readonly { readonly id: string }[] }>(
        stage.portal.url,
        '/demand/showlist?limit=1',
      )
      await visitor.signIn('demo-operator')
      await visitor.go(`/needDetail?id=${list[0]?.id}`)
      await page.locator('.eq-more-actions > summary').click()
      await page.locator('.eq-more-actions').getByRole('button', { name: '打印' }).click({ trial: true })
      await visitor.close()
    })

    test.each([
      ['demo-unit', '/myPublications'],
      ['demo-supplier', '/receivedIntentions'],
    ])('the table of %s at %s fits a computer screen and has cells of at least 80 px', async (user, path) => {
      const visitor = await stage.visit()
      await visitor.signIn(user)
      await visitor.go(path)
      const table = await visitor.page.locator('.eq-table-frame').evaluate((frame) => ({
        hidden: frame.scrollWidth - frame.clientWidth,
        narrowest: Math.min(
          ...[...frame.querySelectorAll('tbody td:not(.eq-numeric, .eq-tick)')].map(
            (cell) => cell.clientWidth,
          ),
        ),
      }))
      expect(table.hidden).toBeLessThanOrEqual(0)
      expect(table.narrowest).toBeGreaterThanOrEqual(80)
      await visitor.close()
    })
  })
