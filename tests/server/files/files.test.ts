// Tests uploads: file kinds, limits, refused files leave nothing on disk, read access to each file.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adoptFiles } from '#server/files/waiting-files.ts'
import { cleanUp } from '#server/identity/clean-up.ts'
import type { Model } from '#shared/model/model.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import { model as whole } from '../../support/portal-model.ts'
import { PDF, PNG, pdfOf, pngOf } from '../../support/real-files.ts'
import { type Answer, createTestApp, type TestApp } from '../support/test-app.ts'
import { type OpenPlace, PLACES } from './stores.ts'

const UPLOAD = '/file/fileOperation/upload'
const PAPERS = { form: 'registerUnit', field: 'licenseFile' }
/** The same field, which takes pictures and says nothing of their kinds. */
const PICTURES = { form: 'pictures', field: 'licenseFile' }
const HOUR = 3_600_000

interface Info {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly type: string
  readonly url: string
}

describe.each(PLACES)('files in $name', ({ open }) => {
  let app: TestApp
  let place: OpenPlace
  let model: Model
  let owner: string
  let other: string
  let operator: string
  let now = Date.UTC(2026, 0, 5)

  beforeAll(async () => {
    place = await open()
    const form = whole.forms.find(({ id }) => id === PAPERS.form)
    const page = { id: 'open', kind: 'form', form, access: ['anyone'], path: '/open' } as unknown as FormPage
    const pictures = form && {
      ...form,
      id: PICTURES.form,
      inputs: { ...form.inputs, [PICTURES.field]: { widget: 'image' } },
    }
    model = {
      ...whole,
      pages: [...whole.pages, page],
      forms: [...whole.forms, ...(pictures ? [pictures] : [])],
    }
    app = await createTestApp({
      model,
      env: { ...place.env, WRITE_LIMITS: '1' },
      clock: () => new Date(now),
    })
    owner = await app.signIn('owner', 'unit')
    other = await app.signIn('other', 'unit')
    operator = await app.signIn('boss', 'operator')
  })
  afterAll(async () => {
    await app.close()
    await place.close()
  })

  function upload(
    content: Buffer,
    name: string,
    more: { token?: string; place?: Partial<typeof PAPERS>; address?: string; cookie?: string } = {},
  ) {
    const boundary = 'x-boundary-x'
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
          'Content-Type: application/octet-stream\r\n\r\n',
      ),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    return app.ask<Info>({
      method: 'POST',
      url: `${UPLOAD}?${new URLSearchParams({ ...PAPERS, ...more.place })}`,
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...(more.token ? { token: more.token } : {}),
        ...(more.cookie ? { cookie: more.cookie } : {}),
      },
      payload,
      remoteAddress: more.address ?? '127.0.0.1',
    })
  }

  const DAMAGED = /不完整或已损坏/
  const emptied = (file: Buffer, from: number, to: number) => Buffer.from(file).fill(0, from, to)

  describe('file upload (API-10)', () => {
    test('stores the bytes and returns id, name, size and type', async () => {
      const { status, data } = await upload(PDF, 'C:\\我的\\营业 执照<1>.PDF', { token: owner })
      expect(status).toBe(200)
      expect(data).toMatchObject({ name: '营业 执照1.PDF', size: PDF.length, type: 'application/pdf' })
      const answer = await app.ask({ method: 'GET', url: data.url, headers: { token: owner } })
      expect(answer.status).toBe(200)
      expect(answer.text).toBe(PDF.toString())
      expect(answer.headers['content-type']).toBe('application/pdf')
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''/)
      expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    })

    test('accepts a file of five megabytes', async () => {
      const large = pdfOf(5 * 1024 * 1024)
      const { data } = await upload(large, '大.pdf', { token: owner })
      expect(data.size).toBe(large.length)
    })

    const kinds = /证照扫描件只能是 JPG、PNG、PDF 文件/
    test.each<[string, Buffer, string, number, RegExp]>([
      [
        'a page that calls itself PDF',
        Buffer.from('<html><script>alert(1)</script></html>'),
        'a.pdf',
        41502,
        kinds,
      ],
      ['a picture under another name', PNG, 'a.pdf', 41502, kinds],
      ['a short piece of a mark', Buffer.from('%PD'), 'a.pdf', 41502, kinds],
      ['a kind that the field does not take', Buffer.from('GIF89a'.padEnd(40)), 'a.gif', 41502, kinds],
      ['no ending', PDF, 'pdf', 41502, kinds],
      ['the mark of a picture and nothing more', PNG.subarray(0, 12), 'a.png', 41502, DAMAGED],
      ['a picture cut off', pngOf(3000).subarray(0, 2900), 'a.png', 41502, DAMAGED],
      ['a picture without width', emptied(PNG, 16, 20), 'a.png', 41502, DAMAGED],
      ['a picture without a frame', Buffer.from('ffd8ffe00004ffffffd9', 'hex'), 'a.jpg', 41502, DAMAGED],
      ['the mark of a document and nothing more', Buffer.from('%PDF-'), 'a.pdf', 41502, DAMAGED],
      ['a document cut off', PDF.subarray(0, -10), 'a.pdf', 41502, DAMAGED],
      ['nothing at all', Buffer.alloc(0), 'a.pdf', 40002, /文件为空/],
      ['a byte too many', pdfOf(10 * 1024 * 1024 + 1), 'a.pdf', 41302, /10 MB/],
    ])('refuses %s and leaves nothing', async (_, content, name, code, words) => {
      const before = await place.names()
      const answer = await upload(content, name, { token: owner })
      expect(answer.code).toBe(code)
      expect(answer.msg).toMatch(words)
      expect(await place.names()).toEqual(before)
    })

    test('to a picture field without declared kinds accepts a picture and refuses a document', async () => {
      const place = PICTURES
      expect((await upload(PNG, 'a.png', { token: owner, place })).status).toBe(200)
      const refused = await upload(PDF, 'a.pdf', { token: owner, place })
      expect(refused).toMatchObject({
        code: 41502,
        msg: '证照扫描件只能是 JPG、PNG、WEBP 文件，且内容须与扩展名相符',
      })
    })

    test('accepts a file of exactly the maximum size', async () => {
      const { status } = await upload(pdfOf(10 * 1024 * 1024), 'a.pdf', { token: owner })
      expect(status).toBe(200)
    })

    test.each([
      { form: 'nothing' },
      { field: 'orgName' },
      { field: '__proto__' },
      { form: 'constructor', field: 'constructor' },
    ])('refuses the form and field %j', async (place) => {
      expect((await upload(PDF, 'a.pdf', { token: owner, place })).code).toBe(40003)
    })

    test('refuses JSON and broken multipart', async () => {
      expect(
        (await app.post(`${UPLOAD}?form=registerUnit&field=licenseFile`, {}, { token: owner })).code,
      ).toBe(40002)
      const headers = { token: owner, 'content-type': 'multipart/form-data; boundary=b' }
      const url = `${UPLOAD}?form=registerUnit&field=licenseFile`
      const broken = await app.ask({
        method: 'POST',
        url,
        headers,
        payload: '--b\r\nContent-Disposition: form-da',
      })
      expect(broken.status).toBeGreaterThanOrEqual(400)
      expect(broken.status).toBeLessThan(500)
    })

    test('refuses a blacklisted user (ROL-02)', async () => {
      const token = await app.signIn('black', 'unit', { black: true })
      expect((await upload(PDF, 'a.pdf', { token })).code).toBe(40302)
    })

    test('by a visitor is accepted only for forms that visitors may submit', async () => {
      expect((await upload(PDF, 'a.pdf', { place: { form: 'deliver', field: 'attachments' } })).code).toBe(
        401,
      )
      expect((await upload(PDF, 'a.pdf')).status).toBe(200)
    })

    test('returns 429 to visitors at one address after 30 uploads, not to other addresses or accounts', async () => {
      const refused: Answer<Info>[] = []
      for (let round = 0; round < 40; round += 1) {
        const answer = await upload(PDF, 'a.pdf', { address: '10.9.8.7' })
        if (answer.code !== 0) refused.push(answer)
      }
      expect(refused).toHaveLength(10)
      expect(refused.at(-1)).toMatchObject({
        status: 429,
        code: 42901,
        msg: '未登录时上传过于频繁，请 10 分钟后再试',
        headers: { 'retry-after': '600' },
      })
      expect((await upload(PDF, 'a.pdf', { address: '10.9.8.8' })).code).toBe(0)
      expect((await upload(PDF, 'a.pdf', { address: '10.9.8.7', token: owner })).code).toBe(0)
    })

    test('returns 429 to one browser after 25 uploads from different addresses', async () => {
      const [cookie = ''] = String(
        (await upload(PDF, 'a.pdf', { address: '10.9.9.1' })).headers['set-cookie'],
      ).split(';')
      const codes: number[] = []
      for (let round = 0; round < 30; round += 1)
        codes.push((await upload(PDF, 'a.pdf', { address: `10.9.9.${round}`, cookie })).code)
      expect(codes.filter((code) => code === 0)).toHaveLength(24)
      expect(codes.at(-1)).toBe(42901)
      expect((await upload(PDF, 'a.pdf', { address: '10.9.9.99' })).code).toBe(0)
    })
  })

  describe('access to a file', () => {
    const read = (id: string, token?: string) => app.get(`/file/fileOperation/download/${id}`, { token })
    const statuses = async (id: string) => ({
      visitor: (await read(id)).status,
      owner: (await read(id, owner)).status,
      other: (await read(id, other)).status,
      operator: (await read(id, operator)).status,
      info: (await app.get(`/file/fileOperation/info?id=${id}`, { token: other })).status,
    })

    test('is granted to the owner and operators, and returns 404 to all others', async () => {
      const { data } = await upload(PDF, 'a.pdf', { token: owner })
      expect(await statuses(data.id)).toEqual({
        visitor: 404,
        owner: 200,
        other: 404,
        operator: 200,
        info: 404,
      })
      expect((await read('0f8fad5b-d9cb-469f-a165-70867728950e', operator)).status).toBe(404)
      expect((await read('..%2F..%2Fetc%2Fpasswd', operator)).status).toBe(404)
    })

    test('before submission is granted to the uploading browser only, until an account adopts the file', async () => {
      const { data, headers } = await upload(PDF, 'a.pdf')
      const set = String(headers['set-cookie'])
      expect(set).toMatch(/; Path=\/; HttpOnly; SameSite=Strict; Max-Age=86400/)
      const withCookie = (cookie: string) =>
        app.get(`/file/fileOperation/download/${data.id}`, { headers: { cookie } })
      expect((await withCookie(set.split(';')[0] ?? '')).status).toBe(200)
      const another = String((await upload(PDF, 'b.pdf')).headers['set-cookie']).split(';')[0] ?? ''
      expect((await withCookie(another)).status).toBe(404)
      expect((await withCookie(`${another}; ${set.split(';')[0]}`)).status).toBe(200)
      expect(await statuses(data.id)).toMatchObject({ visitor: 404, owner: 404, other: 404 })
      await adoptFiles(app.services.db, 'owner', [data.id])
      expect(await statuses(data.id)).toMatchObject({ visitor: 404, owner: 200, other: 404 })
      await adoptFiles(app.services.db, 'other', [data.id])
      expect(await statuses(data.id)).toMatchObject({ owner: 200, other: 404 })
    })

    test('is public for a picture in rich text while the item is public', async () => {
      const place = { form: 'deliver', field: 'content' }
      expect((await upload(PNG, 'a.bmp', { token: owner, place })).status).toBe(415)
      const { data } = await upload(PNG, '现场.png', { token: owner, place })
      const body = {
        title: '排涝车编组经验分享',
        deliverType: '1',
        author: '李明',
        content: `<p>${'现场照片如下。'.repeat(10)}</p><img src="${data.url}" alt="现场">`,
      }
      const added = await app.post<{ id: string }>('/newapi/deliver/add', body, { token: owner })
      expect(added.status).toBe(200)
      expect(await statuses(data.id)).toMatchObject({ visitor: 404, owner: 200, other: 404, operator: 200 })
      const { id } = added.data
      await app.get(`/newapi/deliver/online?id=${id}`, { token: operator })
      expect(await statuses(data.id)).toMatchObject({ visitor: 200, other: 200 })
      const shown = await app.get<{ content: string }>(`/newapi/deliver/info/${id}`)
      expect(shown.data.content).toContain(`<img src="${data.url}" alt="现场" />`)
      await app.get(`/newapi/deliver/withdraw?id=${id}`, { token: owner })
      expect(await statuses(data.id)).toMatchObject({ visitor: 404, owner: 200 })
    })

    test('is of at most 5 MB for a picture in rich text, of 20 MB for an attachment, and no other kind is taken', async () => {
      const place = { form: 'deliver', field: 'content' }
      const send = (bytes: Buffer, name: string) => upload(bytes, name, { token: owner, place })
      const picture = await send(pngOf(5 * 1024 * 1024 + 1), '大图.png')
      expect([picture.status, picture.msg]).toEqual([413, expect.stringContaining('不能超过 5 MB')])
      expect((await send(pdfOf(6 * 1024 * 1024), '附件.pdf')).status).toBe(200)
      const other = await send(PNG, 'a.svg')
      expect([other.status, other.msg]).toEqual([415, expect.stringContaining('MP4、PDF、DOCX、XLSX、ZIP')])
    })

    test('ends a day after an upload that no account adopted, and the bytes are deleted', async () => {
      const { data } = await upload(PDF, 'a.pdf', { address: '10.1.1.1' })
      const taken = await upload(PDF, 'b.pdf', { address: '10.1.1.1' })
      await adoptFiles(app.services.db, 'owner', [taken.data.id])
      now += 25 * HOUR
      await cleanUp(app.services, app.files)
      expect((await read(data.id)).status).toBe(404)
      expect(await place.names()).not.toContain(data.id)
      const token = await app.signIn('owner')
      expect((await read(taken.data.id, token)).status).toBe(200)
    })
  })
})
