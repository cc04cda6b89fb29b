// Tests uploaded pictures: orientation, camera data, pixel limit, sizes, crops, read access.
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PDF, PNG } from '../../support/real-files.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { type OpenPlace, PLACES } from './stores.ts'
import { type FileInfo, uploadTo } from './upload.ts'

interface Described extends FileInfo {
  readonly alt: string
  readonly focus: { readonly x: number; readonly y: number }
}

describe.each(PLACES)('pictures in $name', ({ open }) => {
  let app: TestApp
  let place: OpenPlace
  let operator: string
  let owner: string
  let other: string

  beforeAll(async () => {
    place = await open()
    app = await createTestApp({ env: { ...place.env, WRITE_LIMITS: 'off' } })
    operator = await app.signIn('boss', 'operator')
    owner = await app.signIn('owner', 'unit')
    other = await app.signIn('other', 'unit')
  })
  afterAll(async () => {
    await app.close()
    await place.close()
  })

  const PLACE = { form: 'bidding', field: 'cover' }

  /** Left half red, right half blue. */
  async function halves(width: number, height: number) {
    const half = { width: width / 2, height, channels: 3 as const }
    const red = await sharp({ create: { ...half, background: '#f00' } })
      .png()
      .toBuffer()
    return sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
      { input: red, left: 0, top: 0 },
    ])
  }

  const send = (content: Buffer, name: string, token = owner) =>
    uploadTo(app, content, { ...PLACE, token, name })

  const load = (id: string, more: string, token = owner, headers: Readonly<Record<string, string>> = {}) =>
    app.app.inject({ url: `/file/fileOperation/download/${id}${more}`, headers: { token, ...headers } })

  const describePicture = (body: object, token: string) =>
    app.ask<Described>({
      method: 'POST',
      url: '/file/fileOperation/describe',
      headers: { token },
      payload: body,
    })

  async function colourOf(bytes: Buffer): Promise<readonly number[]> {
    const { channels } = await sharp(bytes).stats()
    return channels.slice(0, 3).map(({ mean }) => Math.round(mean))
  }

  test('an uploaded JPEG is stored upright and without camera data', async () => {
    const content = await (await halves(800, 400))
      .jpeg()
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '31/1 12/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(content).metadata()).exif).toBeDefined()
    const { data } = await send(content, 'a.jpg')
    const kept = await load(data?.id ?? '', '')
    const told = await sharp(kept.rawPayload).metadata()
    expect([told.width, told.height, told.exif, told.orientation]).toEqual([400, 800, undefined, undefined])
    expect(data?.size).toBe(kept.rawPayload.length)
  })

  test('an uploaded JPEG without camera data keeps its bytes', async () => {
    const content = await (await halves(80, 40)).jpeg().toBuffer()
    const { data } = await send(content, 'a.jpg')
    expect((await load(data?.id ?? '', '')).rawPayload.equals(content)).toBe(true)
  })

  /** Three frames, one above the other as the library takes them. */
  async function animation(): Promise<Buffer> {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 64, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    return sharp(frames, { join: { animated: true } })
      .webp({ delay: [100, 100, 100] })
      .withExif({ IFD0: { Make: 'Camera' } })
      .toBuffer()
  }

  function chunk(name: string, content: Buffer): Buffer {
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    const body = Buffer.concat([Buffer.from(name), content])
    length.writeUInt32BE(content.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }

  /** An animated PNG with a place in its camera data. */
  async function animatedPng(): Promise<Buffer> {
    const told = { IFD0: { Make: 'Camera' } }
    const plain = await (await halves(64, 40)).png().withExif(told).toBuffer()
    const control = Buffer.alloc(26)
    control.writeUInt32BE(64, 4)
    control.writeUInt32BE(40, 8)
    const count = Buffer.alloc(8)
    count.writeUInt32BE(2)
    const data = plain.indexOf('IDAT') - 4
    const end = plain.length - 12
    const second = plain.subarray(data + 8, data + 8 + plain.readUInt32BE(data))
    return Buffer.concat([
      plain.subarray(0, data),
      chunk('acTL', count),
      chunk('fcTL', control),
      plain.subarray(data, end),
      chunk('fcTL', Buffer.concat([Buffer.from([0, 0, 0, 1]), control.subarray(4)])),
      chunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2]), second])),
      plain.subarray(end),
    ])
  }

  test('an animated WebP keeps its frames, also in sizes, and loses its camera data', async () => {
    const content = await animation()
    expect(await sharp(content).metadata()).toMatchObject({ pages: 3, exif: expect.anything() })
    const { data } = await send(content, 'a.webp')
    for (const more of ['', '?w=320', '?w=320&shape=wide']) {
      const told = await sharp((await load(data?.id ?? '', more)).rawPayload).metadata()
      expect([told.pages, told.delay, told.exif]).toEqual([3, [100, 100, 100], undefined])
    }
  })

  test('an animated PNG keeps its frames, also in sizes, and loses its camera data', async () => {
    const content = await animatedPng()
    expect((await sharp(content).metadata()).exif).toBeDefined()
    const { data } = await send(content, 'a.png')
    for (const more of ['', '?w=320']) {
      const { rawPayload } = await load(data?.id ?? '', more)
      expect(rawPayload.includes('acTL') && rawPayload.includes('fdAT')).toBe(true)
      expect(rawPayload.includes('Camera')).toBe(false)
      expect((await sharp(rawPayload).metadata()).width).toBe(64)
    }
  })

  test('a small file with very many pixels is refused in Chinese and not stored', async () => {
    const before = await place.names()
    const bomb = Buffer.from(PNG)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
    const { code, msg } = await send(bomb, 'a.png')
    expect(code).toBe(41302)
    expect(msg).toBe('图片有 360000 万像素，不能超过 5000 万像素，请缩小后重新选择')
    expect(await place.names()).toEqual(before)
  })

  test('sizes of a picture are WebP, no larger than the picture, stored once and deleted with the picture', async () => {
    const { data } = await send(await (await halves(1000, 500)).png().toBuffer(), '现场.png')
    const id = data?.id ?? ''
    const answer = await load(id, '?w=320')
    expect(answer.headers['content-type']).toBe('image/webp')
    const told = await sharp(answer.rawPayload).metadata()
    expect([told.format, told.width, told.height]).toEqual(['webp', 320, 160])
    expect((await sharp((await load(id, '?w=1280')).rawPayload).metadata()).width).toBe(1000)
    const names = async () => (await place.names()).filter((name) => name.startsWith(id))
    expect(await names()).toEqual([id, `${id}.1280.webp`, `${id}.320.webp`])
    const again = await load(id, '?w=320')
    expect(again.headers.etag).toBe(answer.headers.etag)
    await app.files.remove(id)
    expect(await names()).toEqual([])
  })

  /** Coloured dust, so that it says something how many bytes it takes. */
  const dust = (width: number, height: number) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .blur(2)
      .jpeg({ quality: 95 })
      .toBuffer()

  describe('sizes of a picture for a browser that accepts AVIF', () => {
    const MODERN = { accept: 'image/avif,image/webp,image/*,*/*;q=0.8' }
    const kindOf = async (id: string, more: string, headers: Readonly<Record<string, string>> = MODERN) =>
      (await load(id, more, owner, headers)).headers['content-type']

    test('are WebP at first and AVIF once generated, and stay WebP for other browsers', async () => {
      const { data } = await send(await dust(900, 600), '演练.jpg')
      const id = data?.id ?? ''
      const first = await load(id, '?w=640&shape=wide', owner, MODERN)
      expect([first.headers['content-type'], first.headers.vary]).toEqual([
        'image/webp',
        expect.stringContaining('accept'),
      ])
      await expect.poll(() => kindOf(id, '?w=640&shape=wide'), { timeout: 20_000 }).toBe('image/avif')
      const later = await load(id, '?w=640&shape=wide', owner, MODERN)
      const told = await sharp(later.rawPayload).metadata()
      expect([told.format, told.width, told.height]).toEqual(['heif', 640, 400])
      expect(later.rawPayload.length).toBeLessThan(first.rawPayload.length)
      expect(later.headers.etag).not.toBe(first.headers.etag)
      expect(await kindOf(id, '?w=640&shape=wide', {})).toBe('image/webp')
      expect(await kindOf(id, '?w=640&shape=wide', { accept: 'image/webp,*/*' })).toBe('image/webp')
    })

    test('are cropped around the focus, also after the focus was moved', async () => {
      const { data } = await send(await (await halves(1600, 400)).jpeg().toBuffer(), 'a.jpg')
      const id = data?.id ?? ''
      await load(id, '?w=320&shape=wide', owner, MODERN)
      await describePicture({ id, focusX: 10, focusY: 50 }, owner)
      const left = async () => {
        const { headers, rawPayload } = await load(id, '?w=320&shape=wide', owner, MODERN)
        return [headers['content-type'], ((await colourOf(rawPayload))[0] ?? 0) > 240]
      }
      expect((await left())[1]).toBe(true)
      // Plain colours take fewer bytes as WebP: nothing larger takes its place.
      await expect.poll(() => place.names(), { timeout: 20_000 }).toContain(`${id}.320-10-50.avif`)
      expect((await left())[1]).toBe(true)
    })

    test('need the same read access, and are not generated for a deleted picture', async () => {
      const { data } = await send(await dust(700, 500), 'a.jpg')
      const id = data?.id ?? ''
      expect((await load(id, '?w=320', other, MODERN)).statusCode).toBe(404)
      await load(id, '?w=320', owner, MODERN)
      await app.files.remove(id)
      await load((await send(await dust(300, 200), 'b.jpg')).data?.id ?? '', '?w=320', owner, MODERN)
      await new Promise((resolve) => setTimeout(resolve, 1500))
      expect((await place.names()).filter((name) => name.startsWith(id))).toEqual([])
    })
  })

  test('an unknown width is refused, and a PDF is returned unchanged for any width', async () => {
    const { data } = await send(await (await halves(100, 50)).png().toBuffer(), 'a.png')
    expect((await load(data?.id ?? '', '?w=333')).json()).toMatchObject({ code: 40003 })
    const paper = await uploadTo(app, PDF, { form: 'bidding', field: 'attachments', token: owner })
    expect((await load(paper.data?.id ?? '', '?w=320')).rawPayload.equals(PDF)).toBe(true)
  })

  test('a crop is centred on the focus that the uploader set', async () => {
    const { data } = await send(await (await halves(1600, 400)).png().toBuffer(), 'a.png')
    const id = data?.id ?? ''
    const wide = async () => colourOf((await load(id, '?w=320&shape=wide')).rawPayload)
    const [red = 0, , blue = 0] = await wide()
    expect(Math.abs(red - blue)).toBeLessThan(20)
    const said = await describePicture({ id, alt: ' 抢险车侧面 ', focusX: 90, focusY: 50 }, owner)
    expect(said.data).toMatchObject({ alt: '抢险车侧面', focus: { x: 90, y: 50 } })
    expect((await wide())[2]).toBeGreaterThan(240)
    expect((await wide())[0]).toBeLessThan(15)
  })

  test('sizes have the read access of the picture, and other accounts cannot describe the picture', async () => {
    const { data } = await send(await (await halves(200, 100)).png().toBuffer(), 'a.png')
    const id = data?.id ?? ''
    expect((await load(id, '?w=320', other)).statusCode).toBe(404)
    expect((await load(id, '?w=320', '')).statusCode).toBe(404)
    expect((await load(id, '?w=320', operator)).statusCode).toBe(200)
    expect((await describePicture({ id, alt: '别人的话' }, other)).code).toBe(40401)
    expect((await describePicture({ id, alt: '运营人员的话' }, operator)).code).toBe(0)
  })

  test('a picture of a public item is described by operators, and its owner gets 409', async () => {
    const { data } = await send(await (await halves(200, 100)).png().toBuffer(), 'a.png', operator)
    const id = data?.id ?? ''
    const { code, errors } = await app.post(
      '/newapi/operator/bidding/add',
      {
        title: '有封面的演练招标公告',
        projectCode: 'YL-1',
        purchaser: '演练采购人',
        biddingContentType: '1',
        biddingChannelType: '1',
        content: '<p>演练公告的正文，十个字以上。</p>',
        cover: id,
      },
      { token: operator },
    )
    expect({ code, errors }).toEqual({ code: 0, errors: undefined })
    await app.services.db.updateTable('item').set({ ownerId: 'owner' }).execute()
    await app.services.db.updateTable('file').set({ ownerId: 'owner' }).where('id', '=', id).execute()
    expect((await load(id, '?w=320', '')).statusCode).toBe(200)
    expect(await describePicture({ id, alt: '换了的话' }, owner)).toMatchObject({ status: 409 })
    expect((await describePicture({ id, alt: '封面' }, operator)).data).toMatchObject({ alt: '封面' })
  })
})
