// Tests downloads in parts, as players ask for them, and downloads of what the caller has already.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdfOf } from '../../support/real-files.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { type OpenPlace, PLACES } from './stores.ts'
import { uploadTo } from './upload.ts'

const SIZE = 300_000
const CONTENT = pdfOf(SIZE)
for (let at = 20; at < SIZE - 100; at += 4) CONTENT.writeUInt32BE(at, at)

describe.each(PLACES)('download from $name', ({ open }) => {
  let app: TestApp
  let place: OpenPlace
  let token: string
  let url: string
  let etag: string

  beforeAll(async () => {
    place = await open()
    app = await createTestApp({ env: place.env })
    token = await app.signIn('owner', 'unit')
    url = (await uploadTo(app, CONTENT, { form: 'registerUnit', field: 'licenseFile', token })).data.url
    etag = String((await load()).headers.etag)
  })
  afterAll(async () => {
    await app.close()
    await place.close()
  })

  const load = (headers: Readonly<Record<string, string>> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.app.inject({ method, url, headers: { token, ...headers } })

  test.each([
    ['the first bytes', 'bytes=0-99', 0, 100],
    ['some in the middle', 'bytes=150000-299998', 150_000, 299_999],
    ['all from one on', 'bytes=299000-', 299_000, SIZE],
    ['the last ones', 'bytes=-50', SIZE - 50, SIZE],
    ['more than there are', 'bytes=299990-400000', 299_990, SIZE],
  ])('of %s returns 206 and these', async (_, range, from, to) => {
    const answer = await load({ range })
    expect(answer.statusCode).toBe(206)
    expect(answer.headers['content-range']).toBe(`bytes ${from}-${to - 1}/${SIZE}`)
    expect(answer.headers['content-length']).toBe(String(to - from))
    expect(answer.rawPayload.equals(CONTENT.subarray(from, to))).toBe(true)
  })
  test.each(['bytes=0-1,4-5', 'bytes=9-5', 'bytes=-', 'lines=1-2'])(
    'of the range %s returns the whole file',
    async (range) => {
      const answer = await load({ range })
      expect(answer.statusCode).toBe(200)
      expect(answer.rawPayload.equals(CONTENT)).toBe(true)
    },
  )
  test('of bytes behind the last one returns 416 with the size', async () => {
    const answer = await load({ range: `bytes=${SIZE}-` })
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, `bytes */${SIZE}`])
  })
  test('of a part of an earlier version returns the whole file', async () => {
    expect((await load({ range: 'bytes=0-9', 'if-range': '"earlier"' })).statusCode).toBe(200)
    expect((await load({ range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206)
  })
  test('of what the caller has returns 304, and of its head the size without the bytes', async () => {
    const known = await load({ 'if-none-match': etag })
    expect([known.statusCode, known.rawPayload.length, known.headers.etag]).toEqual([304, 0, etag])
    const head = await load({}, 'HEAD')
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      String(SIZE),
      0,
    ])
  })
  test('of a file that is gone returns 404 without an ETag', async () => {
    const lost = await uploadTo(app, CONTENT, { form: 'registerUnit', field: 'licenseFile', token })
    await app.files.remove(lost.data.id)
    const answer = await app.get(lost.data.url, { token })
    expect([answer.status, answer.code, answer.headers.etag]).toEqual([404, 40401, undefined])
  })
})
