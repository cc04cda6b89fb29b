// Tests layout shift of pages whose calls answer late.
import { describe, expect, test } from 'vitest'
import { IS_LONG } from '../../support/long-run.ts'
import { watchPaint } from '../look/measure.ts'
import type { Stage } from '../support/browser-test.ts'
import { callPortal } from '../support/operator.ts'
import { WIDTHS, walkedAt } from '../support/widths.ts'

const MOST = 0.02
/** Where it is known in which order they come, nothing is left to chance. */
const MOST_LATE = 0.01

interface Case {
  readonly path: string
  readonly width: number
  readonly user?: string
  /** Calls that answer late, each after so many milliseconds, as on a slow line. */
  readonly late?: Readonly<Record<string, number>>
  /** A call that lists; the first of its items fills `{id}` of the path. */
  readonly firstOf?: string
}

const COMPARED = '/goodsCompare?ids=EQ001A,EQ001B,EQ001C'
const company = { path: '/companyDetails?id={id}', firstOf: '/company/getList?limit=1' }
const news = { path: '/threePage?id={id}', firstOf: '/cmsInfo/sortedList?limit=1' }

const MORE: readonly Case[] = [
  { ...news, width: 390 },
  { path: '/oneMap-page', width: 390 },
  { path: COMPARED, width: 1440 },
  { path: COMPARED, width: 390 },
  { path: '/userPage', width: 1440, user: 'demo-unit' },
  { ...company, width: 768 },
  { path: '/userPage', width: 768, user: 'demo-supplier' },
  { path: '/userPage', width: 390, user: 'demo-ordinary' },
]

const CASES: readonly Case[] = [
  ...(IS_LONG ? MORE : []),
  ...(IS_LONG ? WIDTHS : [390]).map((width) => ({
    path: '/userPage',
    width,
    user: 'demo-unit',
    late: { getMsgNoticeInfo: 1000, getInboxMessageList: 500, views: 750, todo: 900, drafts: 600 },
  })),
  // A strip that may well be empty stands above everything, and comes last.
  ...walkedAt(390).map((width) => ({
    path: '/home-page',
    width,
    user: 'demo-rescueForces',
    late: { 'rescueMission/list': 1500, 'floodControlNotice/list': 700 },
  })),
  // How soon counts are there, and so whether rows of choices grow, is a matter of how busy the machine is.
  ...(IS_LONG ? [1440, 768].map((width) => ({ path: '/inquire-page', width })) : []),
]

export const whatComesLater = (stage: Stage) =>
  describe('layout shift', () => {
    test.each(CASES)(
      'stays within its limit on $path at $width px with delayed calls $late',
      async ({ path, width, user, firstOf, late = {} }) => {
        const { url } = stage.portal
        const { list } = firstOf
          ? await callPortal<{ list: readonly { readonly id: string }[] }>(url, firstOf)
          : { list: [] }
        const visitor = await stage.visit({ width, height: width < 500 ? 844 : 900 })
        await visitor.page.addInitScript(watchPaint)
        for (const [call, ms] of Object.entries(late))
          await visitor.page.route(`**${call}*`, async (route) => {
            await new Promise((done) => setTimeout(done, ms))
            await route.continue()
          })
        if (user) await visitor.signIn(user)
        await visitor.goAfresh(path.replace('{id}', list[0]?.id ?? ''))
        const seen = await visitor.page.evaluate(
          () => (window as unknown as { lookSeen: { readonly shift: number } }).lookSeen.shift,
        )
        expect(seen).toBeLessThanOrEqual(Object.keys(late).length > 0 ? MOST_LATE : MOST)
        await visitor.close()
      },
    )
  })
