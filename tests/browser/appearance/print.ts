// Tests printed pages: number of sheets, position of headings, address and QR code.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { IS_LONG } from '../../support/long-run.ts'
import type { Stage } from '../support/browser-test.ts'
import { printSheets } from '../support/printed-sheets.ts'
import { settle, type Visitor } from '../support/visit.ts'

const CODE = '/pictures/qr.svg'
/** Beyond what a page fetches after its first screen, in ms. */
const ALL_THERE = 2_500

/** Paths with their queries of the codes that were asked for, as they come. */
function noteCodes(page: Page): string[] {
  const codes: string[] = []
  page.on('response', (answer) => {
    const { pathname, searchParams } = new URL(answer.url())
    if (pathname === CODE) codes.push(`${answer.status()} ${searchParams.get('to')}`)
  })
  return codes
}

/** What heads something on the page, and so is not to be the last of a sheet. */
const headingsOf = (page: Page) =>
  page
    .locator('main :is(h1, h2, h3, th[scope="rowgroup"], .eq-parameters-title)')
    .evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.textContent?.replace(/\s/g, '') ?? ''),
    )

/** The printing of the system's dialog: notes whether the code was there when it was called. */
function notePrinting(): void {
  window.print = () => {
    const code = document.querySelector<HTMLImageElement>('.eq-print-address img')
    document.body.dataset.printed = String(code !== null && code.naturalWidth > 0)
  }
}

export const paper = (stage: Stage) =>
  describe('printing', () => {
    const firstOf = async (list: string): Promise<string> => {
      const answer = await fetch(`${stage.portal.url}/newapi${list}?limit=1`)
      const { data } = (await answer.json()) as { data: { list: { id: string }[] } }
      return data.list[0]?.id ?? ''
    }
    const onSheets = async (visitor: Visitor, route: string) => {
      const { page } = visitor
      const codes = noteCodes(page)
      await visitor.go(route)
      await page.waitForTimeout(ALL_THERE)
      expect(codes, 'asked for on a screen').toEqual([])
      const headings = await headingsOf(page)
      const sheets = await printSheets(page)
      await expect.poll(() => codes).toEqual([`200 /#${route}`])
      for (const { lines } of sheets) {
        expect(lines.length).toBeGreaterThan(0)
        expect(headings).not.toContain(lines.at(-1)?.replace(/\s/g, ''))
      }
      return { sheets, words: sheets.flatMap(({ lines }) => lines).join('\n') }
    }

    type Sheets = readonly [what: string, most: number, route: () => Promise<string>]
    /** The longest of details, and in the long run one of each other kind of page. */
    const DAILY: readonly Sheets[] = [
      ['a piece of equipment', 5, async () => '/inquire-page/msgEquipmen?id=EQ001A'],
    ]
    const MORE: readonly Sheets[] = [
      ['a list', 2, async () => '/demandDocking-page'],
      ['a comparison', 2, async () => '/goodsCompare?ids=EQ001A,EQ001B,EQ001C'],
      ['a demand', 2, async () => `/needDetail?id=${await firstOf('/demand/showlist')}`],
      ['a piece of news', 2, async () => `/threePage?id=${await firstOf('/cmsInfo/sortedList')}`],
    ]
    test.each(IS_LONG ? [...DAILY, ...MORE] : DAILY)(
      '%s prints on at most %d sheets, with its address and QR code',
      async (_, most, route) => {
        const visitor = await stage.visit()
        const address = await route()
        const { sheets, words } = await onSheets(visitor, address)
        expect(sheets.length).toBeLessThanOrEqual(most)
        expect(words.replace(/\n/g, '')).toContain(`本页地址：${stage.portal.url}/#${address}`)
        expect(words).not.toContain('还没有评论')
        expect(visitor.problems).toEqual([])
        await visitor.close()
      },
    )

    const OWN = [
      ['a mission', 2, 'demo-government', '/rescueMission', '/rescueMissionDetail'],
      [
        'a declaration',
        3,
        'demo-unit',
        '/equipment-incubation-declarations',
        '/equipment-incubation-declaration',
      ],
    ] as const
    test.each(IS_LONG ? OWN : [])(
      '%s prints on at most %d sheets, without empty sheets and reveal buttons',
      async (_, most, who, list, path) => {
        const visitor = await stage.visit()
        await visitor.signIn(who)
        await visitor.go(list)
        const link = visitor.page.locator(`main a[href*="${path}?"]`).first()
        const address = String(await link.getAttribute('href')).replace(/^.*#/, '')
        await visitor.go(address)
        await visitor.page.waitForTimeout(ALL_THERE)
        const sheets = await printSheets(visitor.page)
        expect(sheets.length).toBeLessThanOrEqual(most)
        for (const { lines } of sheets) expect(lines.length).toBeGreaterThan(0)
        const words = sheets.flatMap(({ lines }) => lines).join('\n')
        expect(words).not.toMatch(/\*\*\s*显示/)
        await visitor.close()
      },
    )

    test('the print button waits until the QR code has loaded', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await page.addInitScript(notePrinting)
      await visitor.go(`/threePageBind?id=${await firstOf('/bidding/list')}`)
      await settle(page)
      await page.getByRole('button', { name: '打印' }).click()
      await expect.poll(() => page.evaluate(() => document.body.dataset.printed)).toBe('true')
      await visitor.close()
    })
  })
