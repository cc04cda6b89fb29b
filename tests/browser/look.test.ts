// Holds how high the home page is on samples as they come, that it does not move, and that pictures are told apart.
import { expect, test } from 'vitest'
import { lookAt, watchPaint } from './look/measure.ts'
import { describeWithPictures } from './support/browser-test.ts'

/** Of pages that show things of several kinds, and of lists of one kind. */
const [MIXED, ONE_KIND] = [0.9, 0.6]

describeWithPictures('the look', (stage) => {
  test.each([
    ['/home-page', 1440, 4_200, MIXED],
    ['/home-page', 390, 6_000, MIXED],
    ['/prefecture-page', 1440, 2_400, MIXED],
    ['/FloodZone', 1440, 4_200, MIXED],
    ['/FloodZone', 390, 6_000, MIXED],
    ['/inquire-page', 1440, 4_200, ONE_KIND],
    ['/expertsThinkTank', 1440, 4_200, ONE_KIND],
    ['/equipmentVideoSecond', 1440, 4_200, ONE_KIND],
  ])(
    'of %s at %d px is at most %d high, and %d of its pictures are distinct',
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
