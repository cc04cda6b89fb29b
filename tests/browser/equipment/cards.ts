// Checks that a card of equipment tells its price and key figures wherever it stands, and that they move nothing.
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
  describe('a card of equipment', () => {
    test.each(CARDS)('on %s tells a price and key figures', async (path, card) => {
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

    test('on a phone the first card keeps a distance from the bar of orders, with and without a category', async () => {
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

    test('a figure stays on one line with its unit, however long its name is', async () => {
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
