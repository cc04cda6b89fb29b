// Tests the share picture of an item: a PNG of 1200 by 630 for every readable item.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canWrite, drawShared, wrapTitle } from '#server/publishing/pages/share-picture.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ samples: true })
}, 120_000)
afterAll(() => app.close())

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  app.app.inject({ method: 'GET', url: path, headers })

describe('GET /share/{type}/{id}/picture.png', () => {
  test('returns a PNG of 1200 by 630 below 300 kB that differs between items, with an ETag', async () => {
    const one = await ask('/share/equipment/EQ001A/picture.png')
    expect([one.statusCode, one.headers['content-type']]).toEqual([200, 'image/png'])
    expect(await sharp(one.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    expect(one.rawPayload.length).toBeLessThan(300_000)
    const other = await ask('/share/equipment/EQ001B/picture.png')
    expect(other.statusCode).toBe(200)
    expect(other.rawPayload.equals(one.rawPayload)).toBe(false)
    const { statusCode } = await ask('/share/equipment/EQ001A/picture.png', {
      'if-none-match': String(one.headers.etag),
    })
    expect(statusCode).toBe(304)
  })

  test('draws the picture of the item in the right part', async () => {
    const { rawPayload } = await ask('/share/equipment/EQ001A/picture.png')
    const { channels } = await sharp(rawPayload)
      .extract({ left: 720, top: 0, width: 480, height: 630 })
      .stats()
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10)
  })

  test.each([
    '/share/equipment/nobody/picture.png',
    '/share/nothing/EQ001A/picture.png',
    '/share/intention/1/picture.png',
  ])('returns 404 for %s', async (path) => {
    expect((await ask(path)).statusCode).toBe(404)
  })
})

describe('drawing of a share picture', () => {
  const WORDS = {
    title: '城市内涝排水抢险车',
    kind: '装备',
    portal: '某某网',
    colors: { primaryDark: '#083B7B' },
  }

  test('renders the title when the machine has a font', async () => {
    if (!(await canWrite())) return
    const left = async (title: string) => {
      const { channels } = await sharp(await drawShared({ ...WORDS, title }))
        .extract({ left: 64, top: 110, width: 600, height: 400 })
        .stats()
      return channels[0]?.mean ?? 0
    }
    expect(await left('一')).toBeLessThan(await left(WORDS.title))
  })

  test('renders a picture despite an unreadable image and markup in the title', async () => {
    const drawn = await drawShared({
      ...WORDS,
      title: '</text><script>1</script>&amp; "引号"',
      image: Buffer.from('no picture'),
      mark: Buffer.from('<svg'),
    })
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 1200, height: 630 })
  })
})

test.each([
  ['短标题', ['短标题']],
  ['一二三四五六七八九十甲乙丙', ['一二三四五六七八九十', '甲乙丙']],
  ['排水抢险车 SL-001A 型', ['排水抢险车 SL-001A', '型']],
  ['一二三四五六七八九十'.repeat(4), ['一二三四五六七八九十', '一二三四五六七八九…']],
])('wrapTitle breaks the title %s into at most two lines', (title, lines) => {
  expect(wrapTitle(title, 500, 50, 2)).toEqual(lines)
})
