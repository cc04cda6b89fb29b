// Checks the picture that is shown where an item's address is passed on: a PNG of the size that messengers show, for whoever may read the item.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canWrite, drawShared, wrapTitle } from '#server/publishing/pages/share-picture.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ samples: true })
}, 120_000)
afterAll(() => app.close())

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  app.app.inject({ method: 'GET', url: path, headers })

describe('the picture of an item', () => {
  test('is a PNG, 1200 by 630, small enough to be passed on, and differs from that of another', async () => {
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

  test('shows what the item shows: the half of its picture is not one colour', async () => {
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
  ])('%s is not there', async (path) => {
    expect((await ask(path)).statusCode).toBe(404)
  })
})

describe('what is drawn', () => {
  const WORDS = {
    title: '城市内涝排水抢险车',
    kind: '装备',
    portal: '某某网',
    colors: { primaryDark: '#083B7B' },
  }

  test('the title can be read where the machine has a font, and no item is without a picture', async () => {
    if (!(await canWrite())) return
    const left = async (title: string) => {
      const { channels } = await sharp(await drawShared({ ...WORDS, title }))
        .extract({ left: 64, top: 110, width: 600, height: 400 })
        .stats()
      return channels[0]?.mean ?? 0
    }
    expect(await left('一')).toBeLessThan(await left(WORDS.title))
  })

  test('what cannot be read, and signs of markup, do no harm', async () => {
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
])('%s is set in lines', (title, lines) => {
  expect(wrapTitle(title, 500, 50, 2)).toEqual(lines)
})
