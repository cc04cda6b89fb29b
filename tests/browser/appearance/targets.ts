// Tests the size of tap targets: 24 by 24 px or that much distance (WCAG 2.2, 2.5.8).
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { someOf } from '../../support/long-run.ts'
import type { Stage } from '../support/browser-test.ts'
import { walkedAt } from '../support/widths.ts'

const LEAST = 24
const ROUTES = [
  '/home-page',
  '/inquire-page',
  '/inquire-page/msgEquipmen?id=EQ001A',
  '/tenderingBidding-page',
  '/FloodZone',
  `/homePageSearch?keyWord=${encodeURIComponent('应急')}`,
  '/login',
  '/register',
  '/companyList',
  '/oneMap-page',
]

/**
 * A target that is smaller passes where the circle of that size around its middle touches no other target's;
 * links within a line of text are no targets of their own.
 */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const shown = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [role=tab]',
      ),
    ]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => !one.closest('.eq-sr-only, .eq-skip, p'))
      .map((one) => {
        const label = one instanceof HTMLInputElement ? one.closest('label') : null
        return { one, box: (label ?? one).getBoundingClientRect() }
      })
      .filter(({ box }) => box.width > 1 && box.height > 1)
    const middle = (box: DOMRect) => [box.x + box.width / 2, box.y + box.height / 2] as const
    const isSmall = (box: DOMRect) => box.width < least - 0.5 || box.height < least - 0.5
    return shown
      .filter(({ one, box }) => {
        if (!isSmall(box)) return false
        const [x, y] = middle(box)
        return shown.some((other) => {
          if (other.one === one || other.one.contains(one) || one.contains(other.one)) return false
          if (isSmall(other.box)) {
            const [ox, oy] = middle(other.box)
            return Math.hypot(ox - x, oy - y) < least
          }
          const dx = Math.max(other.box.left - x, 0, x - other.box.right)
          const dy = Math.max(other.box.top - y, 0, y - other.box.bottom)
          return Math.hypot(dx, dy) < least / 2
        })
      })
      .map(
        ({ one, box }) => `${one.outerHTML.slice(0, 120)} ${Math.round(box.width)}×${Math.round(box.height)}`,
      )
  }, LEAST)

export const targets = (stage: Stage) =>
  describe('tap targets', () => {
    test.each(walkedAt(390))(
      'are at least 24 px large or 24 px apart from other targets, at %i px',
      async (width) => {
        const visitor = await stage.visit({ width })
        const { page } = visitor
        const found: Record<string, string[]> = {}
        for (const route of someOf(ROUTES, 5)) {
          await visitor.go(route)
          const small = await smallTargets(page)
          if (small.length > 0) found[route] = small.slice(0, 8)
        }
        expect(found).toEqual({})
        await visitor.close()
      },
    )
  })
