// Tests public lists: first result on the first screen, folded filters, site search.
import type { Page as Tab } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { model } from '../../support/portal-model.ts'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { settle } from '../support/visit.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
/** Of the first result so much is seen that one knows what it is. */
const SEEN = 48
/** The address without what it may end with. */
const routeOf = (path: string): string => path.replace(/\/:[^/]+\?$/, '')

const lists = model.pages.filter(
  ({ kind, access, path }) => kind === 'list' && access.includes('anyone') && !routeOf(path).includes(':'),
)

interface Folded {
  /** Of the first result, or of what stands in its place where there is none. */
  readonly top: number
  /** Rows of choices or tabs that take more than one line. */
  readonly broken: readonly string[]
  readonly boxes: number
  readonly isWide: boolean
}

function readFolded(): Folded {
  scrollTo(0, 0)
  const first = document.querySelector('.eq-results :is(li, tbody tr, article), .eq-list-card .eq-empty')
  const rows = [...document.querySelectorAll('.eq-list-card :is(.eq-choices, .eq-tabs-line, .eq-sorts)')]
  const isBroken = (row: Element) =>
    new Set(
      [...row.children]
        .filter((child) => child.checkVisibility({ visibilityProperty: true }))
        .map((child) => {
          const { top, bottom } = child.getBoundingClientRect()
          return Math.round((top + bottom) / 20)
        }),
    ).size > 1
  return {
    top: Math.round(first?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY),
    broken: rows.filter(isBroken).map((row) => row.getAttribute('aria-label') ?? row.className),
    boxes: [...document.querySelectorAll('input[type="search"]')].filter((box) => box.checkVisibility())
      .length,
    isWide: document.documentElement.scrollWidth > innerWidth,
  }
}

export const firstResults = (stage: Stage) =>
  describe('public lists', () => {
    test('show the first result on the first screen, one-line filters and one search box, on both sizes', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      expect(lists.length).toBeGreaterThan(30)
      const faults: string[] = []
      for (const { path } of lists) {
        await page.setViewportSize(SIZES[0] ?? { width: 1440, height: 900 })
        await visitor.go(routeOf(path))
        for (const size of SIZES) {
          await page.setViewportSize(size)
          await settle(page)
          const { top, broken, boxes, isWide } = await page.evaluate(readFolded)
          const at = `${routeOf(path)} at ${size.width}`
          if (top > size.height - SEEN) faults.push(`${at}: first result at ${top} px`)
          if (broken.length > 0) faults.push(`${at}: not one line: ${broken.join('; ')}`)
          if (boxes > 1) faults.push(`${at}: ${boxes} boxes for words`)
          if (isWide) faults.push(`${at}: wider than the screen`)
        }
      }
      expect(faults).toEqual([])
      expect(visitor.problems).toEqual([])
      await visitor.close()
    }, 240_000)

    const rowOf = (page: Tab, label: string) => page.getByRole('group', { name: label, exact: true })

    test('a filter row stays expanded after a choice, a detail page and a reload, and folds to its choice', async () => {
      const visitor = await stage.visit({ height: 900 })
      const { page } = visitor
      await visitor.go('/needMore-page')
      const row = rowOf(page, '应用场景')
      const names = () => row.getByRole('button').allTextContents()
      const folded = await names()
      await row.getByRole('button', { name: '更多应用场景' }).focus()
      await page.keyboard.press('Enter')
      const fold = row.getByRole('button', { name: '收起应用场景' })
      await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('true')
      const unfolded = await names()
      expect(unfolded.length).toBeGreaterThan(folded.length)
      const firstNew = unfolded[folded.length - 1] ?? ''
      // The focus stands on the first that came into sight.
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(firstNew)
      const last = unfolded.at(-2) ?? ''
      await row.getByRole('button', { name: last, exact: true }).click()
      await expect.poll(() => page.url()).toContain('application=')
      await settle(page)
      expect(await names()).toEqual(unfolded)
      await page.locator('main tbody a').first().click()
      await settle(page)
      await page.goBack()
      await settle(page)
      await expect.poll(names).toEqual(unfolded)
      await page.reload()
      await settle(page)
      await expect.poll(names).toEqual(unfolded)
      await fold.click()
      await expect.poll(names).toContain(last)
      expect((await names()).length).toBeLessThan(unfolded.length)
      await visitor.close()
    })

    test('a filter with many choices narrows by typing, Enter chooses, and Escape closes it', async () => {
      const visitor = await stage.visit({ height: 900 })
      const { page } = visitor
      await visitor.go('/inquire-page')
      const button = page.getByRole('button', { name: /^所属企业：/ })
      await button.click()
      const box = page.getByRole('combobox', { name: '查找所属企业' })
      await box.waitFor()
      expect(await findViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect.poll(() => box.count()).toBe(0)
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
      await button.click()
      await box.fill('江海')
      const options = page.getByRole('listbox', { name: '所属企业' }).getByRole('option')
      await expect.poll(() => options.count()).toBe(1)
      const name = (await options.first().locator('span').textContent()) ?? ''
      await page.keyboard.press('Enter')
      await expect.poll(() => page.url()).toContain('companyId=')
      await page.getByRole('button', { name: `所属企业：${name}`, exact: true }).waitFor()
      await visitor.close()
    })

    test('the header button opens the site search on a list', async () => {
      for (const width of [1440, 390]) {
        const visitor = await stage.visit({ width })
        const { page } = visitor
        await visitor.go('/consultSecondPage')
        const box = page.getByRole('combobox', { name: '站内搜索' })
        expect(await box.count()).toBe(0)
        await page.getByRole('button', { name: '站内搜索' }).click()
        await box.fill('排涝')
        expect(await findViolations(page)).toEqual([])
        await page.keyboard.press('Enter')
        await expect.poll(() => page.url()).toContain('keyWord=')
        await settle(page)
        expect(await page.locator('main .eq-found .eq-list > li').count()).toBeGreaterThan(0)
        await visitor.close()
      }
    })
  })
