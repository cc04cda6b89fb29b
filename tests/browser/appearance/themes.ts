// Tests the dark and high-contrast themes: contrast on each page type, first paint, print, map.
import { describe, expect, test } from 'vitest'
import { isInAudience } from '#shared/access/roles.ts'
import type { Page } from '#shared/model/page-model.ts'
import { IS_LONG, someOf } from '../../support/long-run.ts'
import { model } from '../../support/portal-model.ts'
import { askerAs } from '../../support/roles.ts'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { settle } from '../support/visit.ts'
import { walkedAt } from '../support/widths.ts'

const READER = 'unit'

/** Opened without a choice of what they show. */
const open = model.pages.filter(
  ({ access, params, onlyFrom }) =>
    onlyFrom === undefined &&
    isInAudience(askerAs(READER, 'x'), access) &&
    !Object.values(params).some(({ required }) => required),
)

/** What has style sheets of its own. */
const kindOf = (page: Page): string => (page.kind === 'list' ? `list ${page.view}` : page.kind)

/** One page of each kind. */
const kinds = [...new Map(open.map((page) => [kindOf(page), page])).values()]
/** Everyday runs look at every other kind, the long run at every page. */
const looked = IS_LONG ? open : someOf(kinds, Math.ceil(kinds.length / 2))
const pathOf = ({ path }: Page) => path.replace(/\/:\w+\?/g, '')

/** All pages and widths share the tokens of a look: everyday runs see each page in one look, the long run in all. */
const quarter = (at: 0 | 1 | 2 | 3) => (IS_LONG ? looked : looked.filter((_, index) => index % 4 === at))

/** The choice, what the system asks for, the pages and the widths at which contrasts are looked at. */
const LOOKS = [
  ['dark', 'dark', 'light', quarter(0), walkedAt(1440)],
  ...(IS_LONG ? [] : [['dark', 'dark', 'light', quarter(1), walkedAt(390)] as const]),
  ['high contrast', 'contrast', 'light', quarter(2), walkedAt(390)],
  ['high contrast in the dark', 'contrast', 'dark', quarter(3), walkedAt(1440)],
] as const

const groundOf = () => getComputedStyle(document.body).backgroundColor
const isDark = (color: string): boolean =>
  (color.match(/\d+/g) ?? ['255']).every((channel) => Number(channel) < 60)

export const themes = (stage: Stage) =>
  describe('themes', () => {
    test.concurrent.each(LOOKS)(
      'pages in the theme "%s" have no accessibility violation',
      { timeout: IS_LONG ? 900_000 : 300_000 },
      async (_, theme, colorScheme, pages, widths) => {
        const visitor = await stage.visit()
        const { page, context } = visitor
        await context.addCookies([{ name: 'equipnet-theme', value: theme, url: stage.portal.url }])
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await visitor.signIn(`demo-${READER}`)
        const found: string[] = []
        for (const one of pages) {
          for (const [at, width] of widths.entries()) {
            await page.setViewportSize({ width, height: 900 })
            await (at === 0 ? visitor.go(pathOf(one)) : settle(page))
            const violations = await findViolations(page, {
              without: [],
              contrast: IS_LONG ? 'also' : 'alone',
            })
            found.push(...violations.map((violation) => `${one.path} at ${width}: ${violation}`))
          }
        }
        expect(kinds.length).toBeGreaterThan(12)
        expect(found).toEqual([])
        expect(isDark(await page.evaluate(groundOf))).toBe(theme === 'dark' || colorScheme === 'dark')
        expect(visitor.problems).toEqual([])
        await visitor.close()
      },
    )

    test('the selected theme applies before any script runs, and print stays light', async () => {
      const visitor = await stage.visit()
      const { page, context } = visitor
      await visitor.go('/home-page')
      await page.getByRole('combobox', { name: '外观' }).selectOption({ label: '深色' })
      expect(isDark(await page.evaluate(groundOf))).toBe(true)
      await page.emulateMedia({ media: 'print' })
      expect(isDark(await page.evaluate(groundOf))).toBe(false)
      await page.emulateMedia({ media: 'screen' })
      const still = await context.newPage()
      await still.route('**/*.js', (route) => route.abort())
      await still.goto(stage.portal.url, { waitUntil: 'load' })
      expect(isDark(await still.evaluate(groundOf))).toBe(true)
      await page.getByRole('combobox', { name: '外观' }).selectOption({ label: '跟随系统' })
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(isDark(await page.evaluate(groundOf))).toBe(colorScheme === 'dark')
      }
      await visitor.close()
    })

    test('the map is redrawn when the theme changes', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.go('/oneMap-page')
      const canvas = page.locator('.eq-map-chart canvas').first()
      await canvas.waitFor()
      const drawn = () => canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL())
      const light = await drawn()
      await page.getByRole('combobox', { name: '外观' }).selectOption({ label: '深色' })
      await expect.poll(async () => (await drawn()) === light).toBe(false)
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })
  })
