// Holds that what is opened or filled in on a phone is not cut off by what it stands in.
import { describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { callPortal } from '../support/operator.ts'

const PHONE = { width: 390, height: 844 }

export const fits = (stage: Stage) =>
  describe('on a phone', () => {
    test('the sign-in card shows its fields and all ways to sign in whole', async () => {
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

    test('what 更多 opens in the bar of actions can be tapped', async () => {
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
  })
