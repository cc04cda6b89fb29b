// Tests pictures of equipment types in the browser: they load, keep their margin and differ at 80 px.
import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import type { Visitor } from '../support/visit.ts'
import { walkedAt } from '../support/widths.ts'

const FOLDER = 'schemas/parameters/equipment'
const ADDRESSES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.svg'))
  .map((name) => `/pictures/equipment/${name}`)

/** What a list may be as small as. */
const SMALL = { width: 80, height: 53 }
/** Mean difference of two pictures' colours, of 255; the most alike, two boats, are 18 apart. */
const LEAST_APART = 10
/** Between the frame and what is drawn; strokes stand out a little. */
const MARGIN = 6

export const typePictures = (stage: Stage) =>
  describe('pictures of equipment types', () => {
    let visitor: Visitor
    beforeAll(async () => {
      visitor = await stage.visit()
      await visitor.go('/404')
      return () => visitor.close()
    })

    test('load, and differ from each other at 80 px', async () => {
      const images = await visitor.page.evaluate(
        async ([addresses, { width, height }]) => {
          const canvas = new OffscreenCanvas(width, height)
          const pen = canvas.getContext('2d', {
            willReadFrequently: true,
          }) as OffscreenCanvasRenderingContext2D
          const seen: { address: string; bytes: string }[] = []
          for (const address of addresses) {
            const image = new Image()
            image.src = address
            await image.decode()
            pen.fillStyle = '#fff'
            pen.fillRect(0, 0, width, height)
            pen.drawImage(image, 0, 0, width, height)
            // A string of bytes: the browser gives away numbers one by one.
            const { data } = pen.getImageData(0, 0, width, height)
            seen.push({ address, bytes: String.fromCharCode(...data) })
          }
          return seen
        },
        [ADDRESSES, SMALL] as const,
      )
      const drawn = images.map(({ address, bytes }) => ({ address, data: Buffer.from(bytes, 'latin1') }))
      const found = drawn.flatMap((one, at) =>
        drawn.slice(at + 1).map((other) => ({
          pair: `${one.address} ${other.address}`,
          apart:
            one.data.reduce((sum, value, i) => sum + Math.abs(value - (other.data[i] ?? 0)), 0) /
            one.data.length,
        })),
      )
      expect(found.length).toBeGreaterThan(1000)
      expect(found.filter(({ apart }) => apart < LEAST_APART)).toEqual([])
    })

    test('keep a margin of 6 px unless the drawing reaches the frame', async () => {
      const found = await visitor.page.evaluate(
        async ([addresses, margin]) => {
          const out: string[] = []
          for (const address of addresses) {
            const text = await (await fetch(address)).text()
            const svg = document.importNode(
              new DOMParser().parseFromString(text, 'image/svg+xml').documentElement,
              true,
            ) as unknown as SVGSVGElement
            document.body.append(svg)
            const { x, y, width, height } = svg.getBBox()
            svg.remove()
            const gaps = [x, y, 240 - x - width, 160 - y - height]
            if (gaps.some((gap) => gap < margin && gap !== 0)) out.push(`${address} ${gaps.join(' ')}`)
          }
          return out
        },
        [ADDRESSES, MARGIN] as const,
      )
      expect(found).toEqual([])
    })

    test.each(walkedAt(390))('load in the equipment list at %i px', async (width) => {
      const { page, go, problems, close } = await stage.visit({ width })
      await go('/inquire-page')
      const pictures = page.locator('img[src^="/pictures/"]:visible')
      await expect.poll(() => pictures.count()).toBeGreaterThan(5)
      for (const picture of await pictures.all()) {
        await picture.scrollIntoViewIfNeeded()
        await expect
          .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
          .toBeGreaterThan(0)
      }
      expect(problems).toEqual([])
      await close()
    })
  })
