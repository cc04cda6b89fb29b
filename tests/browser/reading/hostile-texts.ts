// Tests that hostile texts execute nothing in lists, comments and articles if the server lets them through.
import type { BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts'
import { IS_LONG } from '../../support/long-run.ts'
import type { Stage } from '../support/browser-test.ts'
import { settle } from '../support/visit.ts'

type Json = Record<string, unknown>

const EVENTS = ['click', 'error', 'load', 'focus', 'mouseover', 'pointerenter', 'toggle', 'animationstart']

/** Longer than the others together: one visit for each text. */
const LONG = 300_000
/** Every text stands in the list and in comments; as whole articles everyday runs take one of so many. */
const ONE_OF = IS_LONG ? 1 : 6

export const hostileTexts = (stage: Stage) =>
  describe('hostile texts', () => {
    let context: BrowserContext
    let page: Page
    let item: Json
    const foreign: string[] = []

    beforeAll(async () => {
      // Without the content security policy, which would hide what the cleaning lets through.
      context = await stage.browser.newContext({ bypassCSP: true, locale: 'zh-CN' })
      page = await context.newPage()
      page.on('request', (request) => {
        if (!request.url().startsWith(stage.portal.url) && !/^(data|blob):/.test(request.url()))
          foreign.push(request.url())
      })
      page.on('dialog', (dialog) => void dialog.dismiss())
      const answer = await fetch(`${stage.portal.url}/newapi/deliver/list?limit=1`)
      const { data } = (await answer.json()) as { data: { list: { id: string }[] } }
      const found = await fetch(`${stage.portal.url}/newapi/deliver/info/${data.list[0]?.id}`)
      item = ((await found.json()) as { data: Json }).data
    })
    afterAll(() => context?.close())

    /** An item with the text wherever it holds a text. */
    const poisoned = (text: string, id: string): Json => ({
      ...item,
      ...Object.fromEntries(
        ['summary', 'content', 'author', 'source', 'ownerName', 'statusReason'].map((name) => [name, text]),
      ),
      title: `${id} ${text}`,
      tags: [text, text],
      attachments: [text, { name: text, url: text }],
      cover: text,
      id,
    })
    const give = (route: Route, data: unknown) =>
      route.fulfill({ json: { code: 0, message: '成功', requestId: 'x', timestamp: 1, data } })
    const paged = (list: readonly unknown[]) => ({
      list,
      totalCount: list.length,
      pageSize: 50,
      totalPage: 1,
      currPage: 1,
    })

    /** Fires what a person, or the browser, might fire at anything drawn. */
    async function provoke(): Promise<void> {
      await page.evaluate((events) => {
        const stop = (event: Event) => event.preventDefault()
        document.addEventListener('click', stop, true)
        for (const element of document.querySelectorAll('main article *, main li *, main [class*=comment] *'))
          if (!element.closest('button, .eq-actions'))
            for (const name of events) element.dispatchEvent(new Event(name, { cancelable: true }))
        document.removeEventListener('click', stop, true)
      }, EVENTS)
    }

    async function expectQuiet(what: string): Promise<void> {
      await provoke()
      const found = await page.evaluate(() => ({
        hacked: 'hacked' in window,
        polluted: 'hacked' in {},
        elements: [
          ...document.querySelectorAll(
            'main :is(script, style, iframe, object, embed, base, meta, form[action])',
          ),
        ].map(({ outerHTML }) => outerHTML),
      }))
      expect(found, what).toEqual({ hacked: false, polluted: false, elements: [] })
      expect(foreign, what).toEqual([])
    }

    test(`execute nothing as rows of a list (all ${HOSTILE_TEXTS.length})`, async () => {
      const rows = HOSTILE_TEXTS.map((text, index) => poisoned(text, `H${index}`))
      await page.route('**/newapi/deliver/list**', (route) => give(route, paged(rows)))
      await page.goto(`${stage.portal.url}/#/information-page`)
      await settle(page)
      expect(
        await page.locator('main li.eq-list-row, main tbody tr, main .eq-item-card').count(),
      ).toBeGreaterThanOrEqual(rows.length)
      await expectQuiet('list')
      await page.unroute('**/newapi/deliver/list**')
    })

    test(`execute nothing as comments and names of their authors (all ${HOSTILE_TEXTS.length})`, async () => {
      const comments = HOSTILE_TEXTS.map((text, index) => ({
        id: `C${index}`,
        dataId: item.id,
        content: text,
        ownerId: 'x',
        ownerName: text,
        replyTo: null,
        likeCount: 0,
        liked: false,
        createdAt: new Date().toISOString(),
        replies: [],
      }))
      await page.route('**/newapi/deliverInfoComment/list**', (route) => give(route, paged(comments)))
      await page.goto(`${stage.portal.url}/#/threePageContribute?id=${item.id}`)
      await settle(page)
      await page.waitForFunction(
        (count) => document.querySelectorAll('.eq-comments > li').length === count,
        comments.length,
      )
      await expectQuiet('comments')
      await page.unroute('**/newapi/deliverInfoComment/list**')
    })

    test(
      `execute nothing as whole articles (one of every ${ONE_OF})`,
      async () => {
        await page.route('**/newapi/deliver/info/**', (route) => {
          const id = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
          return give(route, poisoned(HOSTILE_TEXTS[Number(id.slice(1))] ?? '', id))
        })
        await page.route('**/newapi/deliverInfoComment/list**', (route) => give(route, paged([])))
        await page.route('**/newapi/deliver/{hot,recommend,view}**', (route) => give(route, []))
        for (const [index, text] of HOSTILE_TEXTS.entries()) {
          if (index % ONE_OF !== 0) continue
          await page.evaluate((id) => {
            location.hash = `#/threePageContribute?id=${id}`
          }, `H${index}`)
          await page.waitForFunction(
            (wanted) => document.querySelector('main article h1')?.textContent?.startsWith(wanted),
            `H${index} `,
          )
          await expectQuiet(`article ${index}: ${text.slice(0, 80)}`)
        }
      },
      LONG,
    )
  })
