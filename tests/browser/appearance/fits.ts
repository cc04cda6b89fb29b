// Checks that what is read, opened or filled in is not cut off by what it stands in.
import { describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { callPortal } from '../support/operator.ts'

const PHONE = { width: 390, height: 844 }

export const fits = (stage: Stage) =>
  describe('nothing is cut off', () => {
    test('on a phone the sign-in card shows its fields and all ways to sign in whole', async () => {
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

    test('on a phone what 更多 opens in the bar of actions can be tapped', async () => {
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
    ])(
      'on a computer the table of %s at %s has room for texts and shows its last column',
      async (user, path) => {
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
      },
    )
  })
