// Tests page height, layout shift and distinct pictures of the home page and other pages.
import { describe, expect, test } from 'vitest'
import { IS_LONG } from '../../support/long-run.ts'
import { lookAt, watchPaint } from '../look/measure.ts'
import type { Stage } from '../support/browser-test.ts'
import { walkedAt } from '../support/widths.ts'

/** Of pages that show things of several kinds, and of lists of one kind. */
const [MIXED, ONE_KIND] = [0.9, 0.6]

/** Three of one category, as they are compared. */
const COMPARED = '/goodsCompare?ids=EQ001A,EQ001B,EQ001C'

export const theLook = (stage: Stage) =>
  describe('page height and pictures', () => {
    test.each(walkedAt(390))(
      'a comparison at %d px shows a distinct picture for each of three items of one category',
      async (width) => {
        const visitor = await stage.visit({ width, height: 900 })
        await visitor.page.addInitScript(watchPaint)
        await visitor.goAfresh(COMPARED)
        const { measures } = await lookAt(visitor.page)
        expect(measures).toMatchObject({ pictures: 3, distinct: 3 })
        await visitor.close()
      },
    )

    type Case = readonly [path: string, width: number, high: number, apart: number]
    const DAILY: readonly Case[] = [['/home-page', 1440, 4_200, MIXED]]
    const MORE: readonly Case[] = [
      ['/home-page', 390, 6_000, MIXED],
      ['/inquire-page', 1440, 4_200, ONE_KIND],
      ['/prefecture-page', 1440, 2_400, MIXED],
      ['/inquire-page/msgEquipmen?id=EQ001A', 1440, 5_400, MIXED],
      ['/FloodZone', 1440, 4_200, MIXED],
      ['/FloodZone', 390, 6_000, MIXED],
      ['/expertsThinkTank', 1440, 4_200, ONE_KIND],
      ['/equipmentVideoSecond', 1440, 4_200, ONE_KIND],
      ['/home-page', 768, 5_700, MIXED],
      // On a tablet pairs stand beside one another.
      ['/FloodZone', 768, 3_600, MIXED],
    ]
    test.each(IS_LONG ? [...DAILY, ...MORE] : DAILY)(
      'the page %s at %d px is at most %d px high, and a share of %d of its pictures is distinct',
      async (path, width, high, apart) => {
        const visitor = await stage.visit({ width, height: width < 500 ? 844 : 900 })
        await visitor.page.addInitScript(watchPaint)
        await visitor.goAfresh(path)
        const { measures } = await lookAt(visitor.page)
        expect(measures.height).toBeLessThanOrEqual(high)
        expect(measures.pictures).toBeGreaterThan(3)
        expect(measures.distinct / measures.pictures).toBeGreaterThanOrEqual(apart)
        expect(measures.alikeNeighbours).toBe(0)
        expect(measures.cumulativeLayoutShift).toBeLessThanOrEqual(0.02)
        await visitor.close()
      },
    )
  })
