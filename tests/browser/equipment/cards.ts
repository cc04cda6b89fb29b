// Tests equipment cards in lists, zones and company pages: price, key figures, layout.
import { describe, expect, test } from 'vitest'
import { watchPaint } from '../look/measure.ts'
import type { Stage } from '../support/browser-test.ts'

/** Where the cards stand, and how one of them is found. */
const CARDS: readonly (readonly [path: string, card: string])[] = [
  ['/inquire-page', '.eq-item-card'],
  ['/inquire-page?equipmentType=C04', '.eq-item-card'],
  ['/inquire-page?equipmentType=C0401', '.eq-item-card'],
  ['/inquire-page?equipmentType=E001', '.eq-item-card'],
  ['/inquire-page?keyWord=排水', '.eq-item-card'],
  ['/inquire-page?view=table', '.eq-list-card tbody tr'],
  ['/FloodZone', '.eq-posters > li'],
  ['/AerialEnterprise', '.eq-posters > li'],
  ['/companyDetails?id=CO045', '.eq-posters > li'],
]

export const cards = (stage: Stage) =>
  describe('an equipment card', () => {
    test.each(CARDS)('shows a price and key figures without layout shift on %s', async (path, card) => {
      const visitor = await stage.visit({ height: 900 })
      const { page } = visitor
      await page.addInitScript(watchPaint)
      await visitor.goAfresh(path)
      const first = page.locator(card, { hasText: '（示例）' }).first()
      await first.scrollIntoViewIfNeeded()
      await expect.poll(() => first.textContent()).toMatch(/元|面议/)
      // Figures with a unit, beside the price.
      await expect.poll(() => first.locator('.eq-figure:not(.eq-money) small').count()).toBeGreaterThan(0)
      expect(await first.textContent()).not.toContain('…')
      const shift = await page.evaluate(
        () => (window as unknown as { lookSeen: { readonly shift: number } }).lookSeen.shift,
      )
      expect(shift).toBeLessThanOrEqual(0.01)
      await visitor.close()
    })

    test('starts at least 8 px after the sort bar on a phone, with and without a category', async () => {
      const visitor = await stage.visit({ width: 390, height: 844 })
      for (const path of ['/inquire-page', '/inquire-page?equipmentType=E053', '/demandDocking-page']) {
        await visitor.goAfresh(path)
        const gap = await visitor.page.evaluate(() => {
          const [last, first] = ['.eq-result-bar > :last-child', '.eq-results'].map((found) =>
            (document.querySelector(found) as Element).getBoundingClientRect(),
          )
          return (first?.top ?? 0) - (last?.bottom ?? 0)
        })
        expect(gap, path).toBeGreaterThanOrEqual(8)
      }
      await visitor.close()
    })

    test('keeps each figure and its unit on one line on a phone', async () => {
      const visitor = await stage.visit({ width: 390, height: 844 })
      for (const path of ['/home-page', '/AerialEnterprise']) {
        await visitor.goAfresh(path)
        const figures = visitor.page.locator(':is(.eq-card-facts, .eq-inline-facts) .eq-figure:has(small)')
        await figures.first().scrollIntoViewIfNeeded()
        const split = await figures.evaluateAll((all) =>
          all.filter((one) => one.getClientRects().length > 1).map(({ textContent }) => textContent),
        )
        expect(split, path).toEqual([])
      }
      await visitor.close()
    })
  })
