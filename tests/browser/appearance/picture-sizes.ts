// Tests uploaded pictures: loaded size on each screen, crop around the focus, blurred placeholder.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { IS_LONG } from '../../support/long-run.ts'
import type { Stage } from '../support/browser-test.ts'
import { callPortal, signInBehind } from '../support/operator.ts'
import { uploadFile } from '../support/upload-file.ts'
import { visitIn } from '../support/visit.ts'

/** The narrowest and the widest that the server makes of a picture. */
const [NARROWEST, WIDEST] = [160, 1280]
/** On fine screens a browser takes the size that is nearer, of two that are twice one another. */
const NEARER = Math.SQRT1_2
const TITLE = '带封面的演练资讯'

/** Everyday runs have those at which the largest and the smallest are fetched: a fine one, and a phone's that is not. */
const SCREENS = [
  [1440, 900, IS_LONG ? [1, 2] : [2]],
  [390, 844, IS_LONG ? [1, 2] : [1]],
] as const

interface Shown {
  readonly address: string
  /** In pixels of the screen. */
  readonly width: number
  /** Of the left third. */
  readonly color: readonly number[]
}

/** Red on its left quarter, blue elsewhere. */
async function cover(): Promise<Buffer> {
  const blue = { width: 2600, height: 1000, channels: 3, background: '#0000ff' } as const
  const red = await sharp({ create: { ...blue, width: 650, background: '#ff0000' } })
    .png()
    .toBuffer()
  return sharp({ create: blue })
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg()
    .toBuffer()
}

const shownOf = (page: Page, id: string): Promise<Shown[]> =>
  page.evaluate(async (file) => {
    const images = [...document.querySelectorAll('main img')].filter(
      (image): image is HTMLImageElement =>
        image instanceof HTMLImageElement && image.src.includes(file) && image.checkVisibility(),
    )
    const found: { address: string; width: number; color: number[] }[] = []
    for (const image of images) {
      image.scrollIntoView({ block: 'center' })
      await new Promise((done) => setTimeout(done, 300))
      await image.decode()
      const pen = new OffscreenCanvas(3, 3).getContext('2d') as OffscreenCanvasRenderingContext2D
      pen.drawImage(image, 0, 0, 3, 3)
      found.push({
        address: image.currentSrc,
        width: image.getBoundingClientRect().width * devicePixelRatio,
        color: [...pen.getImageData(0, 1, 1, 1).data.slice(0, 3)],
      })
    }
    return found
  }, id)

export const pictureSizes = (stage: Stage) =>
  describe('an uploaded picture', () => {
    test('loads in a size between once and twice its rendered width, cropped around its focus', async () => {
      const { url } = stage.portal
      const operator = await signInBehind(url, 'demo-operator')
      const file = await uploadFile(url, operator, 'news', 'cover', '封面.jpg', await cover())
      const { list } = await callPortal<{ list: { topicId: string }[] }>(url, '/cmsInfo/sortedList')
      const { id } = await callPortal<{ id: string }>(url, '/operator/news/add', operator, {
        title: TITLE,
        topicId: list[0]?.topicId,
        source: '演练采购人',
        content: '<p>演练的过程与结论。</p>',
        isTop: true,
        cover: file,
      })
      const reason = encodeURIComponent('图片须立即公开')
      await callPortal(url, `/operator/news/publishUrgently?id=${id}&reason=${reason}`, operator)
      const focus = { id: file, focusX: 10, focusY: 50 }
      const described = await fetch(`${url}/file/fileOperation/describe`, {
        method: 'POST',
        headers: { token: operator, 'content-type': 'application/json' },
        body: JSON.stringify(focus),
      })
      expect(await described.json()).toMatchObject({ code: 0 })
      const widths = new Set<string>()
      for (const [width, height, screens] of SCREENS)
        for (const deviceScaleFactor of screens) {
          const context = await stage.browser.newContext({
            viewport: { width, height },
            deviceScaleFactor,
            locale: 'zh-CN',
            reducedMotion: 'reduce',
          })
          const visitor = await visitIn(context, url)
          for (const path of ['/home-page', '/consult-page']) {
            await visitor.goAfresh(path)
            const here = new Set<string>()
            for (const shown of await shownOf(visitor.page, file)) {
              const { searchParams } = new URL(shown.address)
              const taken = Number(searchParams.get('w'))
              const told = `${path} at ${width} times ${deviceScaleFactor}: ${taken} for ${shown.width}`
              widths.add(`${path} ${taken}`)
              expect(searchParams.get('shape'), told).toBe('wide')
              // Pictures have whole pixels.
              const least = Math.min(Math.floor(shown.width), WIDEST) * (deviceScaleFactor > 1 ? NEARER : 1)
              expect(taken, told).toBeGreaterThanOrEqual(least)
              // One that is here already is shown again rather than fetched in another size.
              if (!here.has(shown.address))
                expect(taken, told).toBeLessThanOrEqual(Math.max(2 * shown.width, NARROWEST))
              here.add(shown.address)
              const [red = 0, , blue = 0] = shown.color
              expect(red, `${told}, of what was pointed at`).toBeGreaterThan(blue)
            }
          }
          expect(visitor.problems).toEqual([])
          await visitor.close()
        }
      expect([...widths].filter((one) => one.startsWith('/home-page')).length).toBeGreaterThan(1)
      expect([...widths].some((one) => one.startsWith('/consult-page'))).toBe(true)
    })

    test('shows a blurred placeholder until it has loaded, and removes the placeholder afterwards', async () => {
      const { url } = stage.portal
      const visitor = await stage.visit()
      const { page } = visitor
      let give = () => {}
      const given = new Promise<void>((resolve) => {
        give = resolve
      })
      const isLarge = (address: URL) => Number(address.searchParams.get('w')) >= NARROWEST
      await page.route(isLarge, async (route) => {
        await given
        await route.continue()
      })
      const small = page.waitForResponse((answer) => answer.url().includes('?w=24'))
      await visitor.goAfresh('/home-page')
      const answer = await small
      expect(answer.status()).toBe(200)
      expect((await answer.body()).length).toBeLessThan(1000)
      const groundOf = (address: string) =>
        page.evaluate(
          (start) =>
            [...document.querySelectorAll('main img')]
              .filter((image): image is HTMLImageElement => image instanceof HTMLImageElement)
              .filter(({ src }) => src === start)
              .map((image) => [getComputedStyle(image).backgroundImage, image.naturalWidth > 0]),
          address,
        )
      const [address = ''] = answer.url().split('?')
      expect(address.startsWith(url)).toBe(true)
      const waiting = await groundOf(address)
      expect(waiting.length).toBeGreaterThan(0)
      for (const [ground, isHere] of waiting) {
        expect(isHere).toBe(false)
        expect(ground).toContain(`${address}?w=24`)
      }
      give()
      await expect
        .poll(async () => (await groundOf(address)).some(([ground, isHere]) => isHere && ground === 'none'))
        .toBe(true)
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })
  })
