// Tests the ticker of the home page: new missions arrive over the socket without moving the page.
import { describe, expect, test } from 'vitest'
import { MISSION } from '../../portal-content/rescue/cast.ts'
import { IS_LONG } from '../../support/long-run.ts'
import type { Stage } from '../support/browser-test.ts'
import { callPortal, signInBehind } from '../support/operator.ts'

const TOLD_WITHIN = 8_000
const STRIP = 'main .eq-ticker'

/** As a department does in a session of its own; resolves with its id. */
async function offer(title: string, url: string): Promise<string> {
  const department = await signInBehind(url, 'demo-government')
  const call = <T>(path: string, body: object) =>
    callPortal<T>(url, `/governmentDepartments/${path}`, department, body)
  const { id } = await call<{ id: string }>('create', { ...MISSION, title })
  await call('robbed', { id })
  return id
}

export const liveStrip = (stage: Stage) =>
  describe('ticker of the home page', () => {
    type Reader = readonly [name: string, width: number, motion: boolean]
    const READERS: readonly Reader[] = [['a reader on a phone', 390, true]]
    const MORE: readonly Reader[] = [
      ['a reader who wants less motion', 1440, false],
      ['any reader', 1440, true],
    ]
    test.each(IS_LONG ? [...READERS, ...MORE] : READERS)(
      'shows %s a new mission of another session without a reload or layout shift',
      async (name, width, motion) => {
        const title = `内涝抽排：${name}`
        const visitor = await stage.visit({ width, motion })
        const { page } = visitor
        const sockets: string[] = []
        page.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname))
        await visitor.signIn('demo-rescueForces')
        await visitor.go('/home-page')
        await expect.poll(() => sockets).toEqual(['/websocket'])
        await page.evaluate(() => {
          document.body.dataset.since = 'before'
        })
        const below = page.locator('main .eq-carousel, main .eq-quick-links').first()
        // What stands above has come, the missions and the warnings, and its fonts.
        await expect.poll(() => page.locator(STRIP).count(), { timeout: 15_000 }).toBe(2)
        let top: number | undefined
        const hasSettled = async () => {
          const before = top
          top = (await below.boundingBox())?.y
          return top !== undefined && top === before
        }
        await expect.poll(hasSettled, { interval: 500, timeout: 15_000 }).toBe(true)
        expect(await page.locator(STRIP).getByText(title).count()).toBe(0)

        const id = await offer(title, stage.portal.url)

        await page.locator(STRIP).getByText(title).waitFor({ timeout: TOLD_WITHIN })
        expect(await page.evaluate(() => document.body.dataset.since)).toBe('before')
        expect((await below.boundingBox())?.y).toBe(top)
        const moving = await page.evaluate(
          (strip) =>
            document
              .getAnimations()
              .filter(({ effect }) => (effect as KeyframeEffect).target?.closest(`${strip}, .eq-band`))
              .length,
          STRIP,
        )
        expect(moving).toBe(0)
        await page.locator(STRIP).getByRole('link', { name: title }).first().click()
        await expect.poll(() => page.url()).toContain(id)
        expect(visitor.problems).toEqual([])
        await visitor.close()
      },
    )

    test('shows and sends no mission to a visitor', async () => {
      const visitor = await stage.visit()
      const heard: string[] = []
      visitor.page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => heard.push(String(payload))),
      )
      await visitor.go('/home-page')
      expect(await visitor.page.locator('main').getByText('预警快讯').count()).toBe(1)
      await offer('内涝抽排：游客不应看到', stage.portal.url)
      await visitor.page.waitForTimeout(2_000)
      expect(await visitor.page.locator('main').getByText('内涝抽排：游客不应看到').count()).toBe(0)
      expect(heard.filter((frame) => frame.includes('rescueMission'))).toEqual([])
      await visitor.close()
    })
  })
