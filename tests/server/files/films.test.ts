// Tests uploaded films of phones, cameras and drones: positions are removed, media data keeps its offset.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { type OpenPlace, PLACES } from './stores.ts'
import { uploadTo } from './upload.ts'

describe.each(PLACES)('films in $name', ({ open }) => {
  let app: TestApp
  let place: OpenPlace
  let owner: string

  beforeAll(async () => {
    place = await open()
    app = await createTestApp({ env: { ...place.env, WRITE_LIMITS: 'off' } })
    owner = await app.signIn('owner', 'operator')
  })
  afterAll(async () => {
    await app.close()
    await place.close()
  })

  const POSITION = '+31.2304+121.4737/'

  function box(name: string, ...content: readonly Buffer[]): Buffer {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0))
    head.write(name, 4, 'latin1')
    return Buffer.concat([head, ...content])
  }
  const numbers = (...values: readonly number[]) => {
    const bytes = Buffer.alloc(4 * values.length)
    for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at)
    return bytes
  }

  /** One chunk of samples of so many bytes. */
  function track(kind: string, offset: number, sizes: readonly number[], ...more: readonly Buffer[]): Buffer {
    const handler = box('hdlr', numbers(0, 0), Buffer.from(kind), numbers(0, 0, 0), Buffer.from('\0'))
    const tables = box(
      'stbl',
      box('stsz', numbers(0, 0, sizes.length, ...sizes)),
      box('stsc', numbers(0, 1, 1, sizes.length, 1)),
      box('stco', numbers(0, 1, offset)),
    )
    return box('trak', box('tkhd', numbers(7)), ...more, box('mdia', handler, box('minf', tables)))
  }

  const FTYP = box('ftyp', Buffer.from('isom\0\0\x02\0isom'))
  const PICTURES = Buffer.from('pictures of the film')
  const SOUND_TEXT = Buffer.from('\0\x05hello')
  const MEASURED = Buffer.from(`measured ${POSITION}`)
  const DRONE_TEXT = Buffer.from('GPS (121.4737, 31.2304, 20)')
  const SAMPLES = [PICTURES, MEASURED, DRONE_TEXT, SOUND_TEXT]

  const KEYS = box('keys', numbers(0, 1), box('mdta', Buffer.from('com.apple.quicktime.location.ISO6709')))
  const ILST = box('ilst', box('\0\0\0\x01', box('data', numbers(1, 0), Buffer.from(POSITION))))
  const POSITIONS = [
    box('udta', box('\xa9xyz', Buffer.from([0, 18, 0x15, 0xc7]), Buffer.from(POSITION))),
    box('udta', box('loci', numbers(0), Buffer.from('Shanghai\0'), numbers(0x121_0000, 0x1f_0000))),
    box('meta', box('hdlr', numbers(0, 0), Buffer.from('mdta'), numbers(0, 0, 0)), KEYS, ILST),
    box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), Buffer.from(`<x>${POSITION}</x>`)),
  ]

  /** Its description before or behind the film itself. */
  function film(isFirst: boolean, isLong = false): Buffer {
    const build = (from: number) => {
      const at = (index: number) =>
        from + SAMPLES.slice(0, index).reduce((sum, { length }) => sum + length, 0)
      const sizes = (index: number) => [SAMPLES[index]?.length ?? 0]
      return box(
        'moov',
        box('mvhd', numbers(1, 2, 3)),
        track('vide', at(0), sizes(0), box('udta', box('\xa9xyz', Buffer.from(POSITION)))),
        track('meta', at(1), sizes(1)),
        track('text', at(2), sizes(2)),
        track('sbtl', at(3), sizes(3)),
        ...POSITIONS,
      )
    }
    const head = isLong ? 16 : 8
    const samples = isLong
      ? Buffer.concat([
          numbers(1),
          Buffer.from('mdat'),
          numbers(0, 16 + Buffer.concat(SAMPLES).length),
          ...SAMPLES,
        ])
      : box('mdat', ...SAMPLES)
    const offset = isFirst ? FTYP.length + build(0).length + head : FTYP.length + head
    return isFirst
      ? Buffer.concat([FTYP, build(offset), samples, ...POSITIONS])
      : Buffer.concat([FTYP, samples, build(offset), box('free', Buffer.from(POSITION))])
  }

  test.each([
    ['with its description first', film(true)],
    ['with its description last', film(false)],
    ['with sizes of 64 bits', film(false, true)],
  ])('a film %s is stored without its position, and its media data keeps its offset', async (_, content) => {
    const { data } = await uploadTo(app, content, {
      form: 'video',
      field: 'videoFile',
      token: owner,
      name: 'a.mp4',
    })
    expect(data?.size).toBe(content.length)
    const { rawPayload: kept } = await app.app.inject({
      url: `/file/fileOperation/download/${data?.id}`,
      headers: { token: owner },
    })
    expect(kept.length).toBe(content.length)
    for (const told of ['31.2304', '121.4737', 'location.ISO6709', '\xa9xyz', 'loci', 'Shanghai'])
      expect(kept.includes(Buffer.from(told, 'latin1')), told).toBe(false)
    for (const part of [PICTURES, SOUND_TEXT, box('mvhd', numbers(1, 2, 3))])
      expect(kept.indexOf(part)).toBe(content.indexOf(part))
    expect(kept.readUInt32BE(kept.indexOf('stco') + 12)).toBe(kept.indexOf(PICTURES))
  })
})
