// Tests scene pictures in the browser: small variants differ, zone headers show their subject.
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { someOf } from '../../support/long-run.ts'
import type { Stage } from '../support/browser-test.ts'
import type { Visitor } from '../support/visit.ts'
import { WIDTHS } from '../support/widths.ts'

/** A list of ten, and some more. */
const SHOWN = 12
const TINY = { width: 16, height: 12 }
/** Mean difference of two pictures' colours, of 255, as pages are measured. */
const LEAST_APART = 4

const loaded = await loadConfiguration(process.cwd())
const names = loaded.ok ? (loaded.model.scenes?.scenes.map(({ name }) => name) ?? []) : []

function loadedZones() {
  if (!loaded.ok) return []
  return loaded.model.pages.flatMap((page) =>
    page.kind === 'zone' && page.hero && page.theme?.scene
      ? [{ id: page.id, path: page.path, focus: page.theme.focus }]
      : [],
  )
}

/** The zones with a picture of their own at the head. */
const ZONES = loadedZones()
/** What stands nearer to an edge or to words counts as hidden. */
const MARGIN = 24

const isPicture = (path: string) => path.startsWith('/pictures/')

export const scenes = (stage: Stage) =>
  describe('scene pictures', () => {
    let visitor: Visitor
    beforeAll(async () => {
      visitor = await stage.visit()
      await visitor.go('/404')
      return () => visitor.close()
    })

    test.each(someOf(names, 2))(
      'variants of the scene %s differ from each other at 16 by 12 px',
      async (name) => {
        const alike = await visitor.page.evaluate(
          async ([scene, count, { width, height }, least]) => {
            const canvas = new OffscreenCanvas(width, height)
            const pen = canvas.getContext('2d', {
              willReadFrequently: true,
            }) as OffscreenCanvasRenderingContext2D
            const drawn: Uint8ClampedArray[] = []
            for (let variant = 0; variant < count; variant++) {
              const image = new Image()
              image.src = `/pictures/scene/${scene}/${variant}.svg`
              await image.decode()
              pen.drawImage(image, 0, 0, width, height)
              drawn.push(pen.getImageData(0, 0, width, height).data)
            }
            return drawn.flatMap((one, at) =>
              drawn.slice(at + 1).flatMap((other, next) => {
                const apart =
                  one.reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0) / one.length
                return apart < least ? [`${at} ${at + 1 + next} ${apart.toFixed(1)}`] : []
              }),
            )
          },
          [name, SHOWN, TINY, LEAST_APART] as const,
        )
        expect(alike).toEqual([])
      },
    )

    test.each(WIDTHS)(
      'every zone header shows the subject of its scene clear of its text, at %i px',
      async (width) => {
        const { page, go, close } = await stage.visit({ width })
        const hidden: string[] = []
        for (const { id, path, focus } of ZONES) {
          expect(focus, id).toBeDefined()
          await go(path)
          const seen = await page.locator('.eq-hero').evaluate((hero, { x, y }) => {
            const image = hero.querySelector('img') as HTMLImageElement
            const box = image.getBoundingClientRect()
            const scale = Math.max(box.width / image.naturalWidth, box.height / image.naturalHeight)
            const [left, top] = getComputedStyle(image)
              .objectPosition.split(' ')
              .map((part) => Number.parseFloat(part) / 100)
            const at = {
              x:
                box.left +
                (box.width - image.naturalWidth * scale) * (left ?? 0) +
                image.naturalWidth * scale * (x / 100),
              y:
                box.top +
                (box.height - image.naturalHeight * scale) * (top ?? 0) +
                image.naturalHeight * scale * (y / 100),
            }
            const words = [...hero.querySelectorAll('h1, p')].map((element) => {
              const range = document.createRange()
              range.selectNodeContents(element)
              return range.getBoundingClientRect()
            })
            return { at, box: box.toJSON(), words: words.map((word) => word.toJSON()) } as {
              at: { x: number; y: number }
              box: DOMRect
              words: DOMRect[]
            }
          }, focus ?? { x: 50, y: 50 })
          const isWithin = (rect: DOMRect, margin: number) =>
            seen.at.x > rect.left + margin &&
            seen.at.x < rect.right - margin &&
            seen.at.y > rect.top + margin / 2 &&
            seen.at.y < rect.bottom - margin / 2
          if (!isWithin(seen.box, MARGIN) || seen.words.some((word) => isWithin(word, -MARGIN)))
            hidden.push(id)
        }
        expect(hidden).toEqual([])
        await close()
      },
    )

    test('a zone header picture is requested before the drawing code has loaded, and only once', async () => {
      const { page, goAfresh, close } = await stage.visit()
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url().slice(stage.portal.url.length)))
      // The code waits for a picture: where it alone asks for pictures, none has come when the wait is over.
      let before: readonly string[] = []
      await page.route('**/assets/portal-*', async (route) => {
        const end = Date.now() + 5_000
        while (Date.now() < end && !asked.some(isPicture)) await sleep(20)
        before = asked.filter(isPicture)
        await route.continue()
      })
      await goAfresh('/FloodZone')
      const shown = String(await page.locator('.eq-hero img').getAttribute('src'))
      expect(before).toContain(shown)
      expect(asked.filter((path) => path === shown)).toHaveLength(1)
      await close()
    })
  })
