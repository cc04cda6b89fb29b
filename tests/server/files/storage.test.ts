// Tests file storage: complete writes, quotas, deletion with the account, clean-up.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DISK, type Disk, type OpenFile } from '#server/files/disk.ts'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import { cleanUp } from '#server/identity/clean-up.ts'
import { PDF, pngOf } from '../../support/real-files.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { type OpenPlace, PLACES } from './stores.ts'
import { uploadTo } from './upload.ts'

const PASSWORD = 'Zhongxin-7788x'
const HOUR = 3_600_000
const PLACE = { form: 'deliver', field: 'content', name: '现场.png' }
const LARGE = pngOf(39_083)

describe.each(PLACES)('storage of files in $name', ({ open }) => {
  /** How the disk behaves at the moment. */
  let mood: 'well' | 'short' | 'full' | 'liar' | 'unwilling' = 'well'
  let app: TestApp
  let place: OpenPlace
  let now = Date.now()

  const fullDisk = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

  function moody(file: OpenFile): OpenFile {
    let written = 0
    return {
      async write(buffer, offset) {
        if (mood === 'full' && written > 8_000) throw fullDisk()
        const most = mood === 'well' ? buffer.length : 1_000
        const rest = buffer.subarray(offset, offset + most)
        const answer = await file.write(rest, 0)
        written += answer.bytesWritten
        return mood === 'liar' ? { bytesWritten: buffer.length - offset } : answer
      },
      stat: () => file.stat(),
      sync: () => file.sync(),
      close: () => file.close(),
    }
  }

  const disk: Disk = {
    ...DISK,
    async open(path, flags, mode) {
      if (mood === 'unwilling') throw fullDisk()
      return moody(await DISK.open(path, flags, mode))
    },
  }

  beforeAll(async () => {
    place = await open()
    app = await createTestApp({
      env: { ...place.env, FILE_QUOTA_MB: '1', WRITE_LIMITS: '1000' },
      clock: () => new Date(now),
      disk,
    })
  })
  beforeEach(() => {
    mood = 'well'
  })
  afterAll(async () => {
    await app.close()
    await place.close()
  })

  const upload = (token: string, content = LARGE) => uploadTo(app, content, { ...PLACE, token })
  const read = (id: string, token?: string) => app.get(`/file/fileOperation/download/${id}`, { token })
  const sweep = () => cleanUp(app.services, app.files)

  /** All that lies there. */
  const stored = () => place.names()

  let published = 0
  async function publish(token: string, url: string): Promise<string> {
    published += 1
    const content = `<p>${'现场照片如下。'.repeat(10)}</p><img src="${url}" alt="现场">`
    const body = { title: `排涝车编组经验分享（${published}）`, deliverType: '1', author: '李明', content }
    const { data } = await app.post<{ id: string }>('/newapi/deliver/add', body, { token })
    const operator = await app.signIn('boss', 'operator')
    await app.get(`/newapi/deliver/online?id=${data.id}`, { token: operator })
    return data.id
  }

  describe('upload to a disk', () => {
    test('that writes part of a chunk at a time stores the whole file', async () => {
      mood = 'short'
      const token = await app.signIn('patient', 'unit')
      const { data } = await upload(token)
      expect(data.size).toBe(LARGE.length)
      const answer = await app.app.inject({ url: data.url, headers: { token } })
      expect(answer.rawPayload.equals(LARGE)).toBe(true)
    })
    test.each(['full', 'liar', 'unwilling'] as const)(
      'that is %s returns 503 and stores nothing',
      async (how) => {
        const before = await stored()
        const owner = `unlucky-${how}`
        const token = await app.signIn(owner, 'unit')
        mood = how
        const answer = await upload(token)
        expect(answer).toMatchObject({
          status: 503,
          code: 50301,
          msg: '存储空间不足，内容没有保存，请稍后重试',
        })
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
        expect(await stored()).toEqual(before)
        const rows = await app.services.db
          .selectFrom('file')
          .select('id')
          .where('ownerId', '=', owner)
          .execute()
        expect(rows).toEqual([])
        mood = 'well'
        expect((await upload(token)).code).toBe(0)
      },
    )
  })

  describe('stored files of an account or a visitor', () => {
    test('are refused beyond the quota, with the remaining space in the message', async () => {
      const token = await app.signIn('collector', 'unit')
      const half = pngOf(600_000)
      expect((await upload(token, half)).code).toBe(0)
      const before = await stored()
      const refused = await upload(token, half)
      expect(refused).toMatchObject({ status: 413, code: 41303 })
      expect(refused.msg).toMatch(/最多共 1 MB，还可上传 0\.4 MB/)
      expect(await stored()).toEqual(before)
      expect((await upload(token)).code).toBe(0)
      expect((await upload(await app.signIn('neighbour', 'unit'), half)).code).toBe(0)
    })
    test('are refused beyond the daily quota of a network for a visitor', async () => {
      const paper = { form: 'registerUnit', field: 'licenseFile', name: '执照.png' }
      const send = (address: string) => uploadTo(app, pngOf(600_000), { ...paper, address })
      expect((await send('10.70.0.1')).code).toBe(0)
      const before = await stored()
      const refused = await send('10.70.0.1')
      expect(refused).toMatchObject({
        status: 429,
        code: 42901,
        msg: '未登录时上传的文件过大过多，请 24 小时后再试',
      })
      expect(await stored()).toEqual(before)
      expect((await send('10.70.0.2')).code).toBe(0)
      now += 25 * HOUR
      expect((await send('10.70.0.1')).code).toBe(0)
    })
    test('are refused beyond the quota for parallel uploads too', async () => {
      const token = await app.signIn('hasty', 'unit')
      const part = pngOf(400_000)
      const answers = await Promise.all(Array.from({ length: 6 }, () => upload(token, part)))
      expect(answers.filter(({ code }) => code === 0)).toHaveLength(2)
    })
    test('are deleted with the account, except files of public items', async () => {
      const token = await app.signIn('leaver', 'unit')
      await app.services.db
        .updateTable('account')
        .set({ passwordHash: await hashPassword(PASSWORD) })
        .where('id', '=', 'leaver')
        .execute()
      const [shown, hidden, deleted] = [await upload(token), await upload(token), await upload(token)]
      await publish(token, shown.data.url)
      const gone = await publish(token, deleted.data.url)
      await app.get(`/newapi/deliver/withdraw?id=${gone}`, { token })
      expect((await app.post('/newapi/api/account/remove', { password: PASSWORD }, { token })).code).toBe(0)
      const left = await stored()
      expect(left).toContain(shown.data.id)
      expect(left).not.toContain(hidden.data.id)
      expect(left).not.toContain(deleted.data.id)
      expect((await read(shown.data.id)).status).toBe(200)
      const operator = await app.signIn('boss', 'operator')
      expect((await read(hidden.data.id, operator)).status).toBe(404)
    })
  })

  describe('clean-up of files', () => {
    test('deletes unsubmitted files after a day, and keeps files of an item or a draft', async () => {
      const token = await app.signIn('writer', 'unit')
      const [lost, used, drafted] = [await upload(token), await upload(token), await upload(token)]
      await publish(token, used.data.url)
      const draft = {
        form: 'deliver',
        key: 'new',
        version: 1,
        data: { content: `<img src="${drafted.data.url}">` },
      }
      expect((await app.post('/newapi/api/draft', draft, { token })).code).toBe(0)
      await sweep()
      expect(await stored()).toContain(lost.data.id)
      now += 25 * HOUR
      await Promise.all([sweep(), sweep()])
      expect(await stored()).not.toContain(lost.data.id)
      const again = await app.signIn('writer', 'unit')
      expect((await read(lost.data.id, again)).status).toBe(404)
      for (const { data } of [used, drafted]) expect((await read(data.id, again)).status).toBe(200)
      now += 25 * HOUR
      await sweep()
      for (const { data } of [used, drafted]) expect(await stored()).toContain(data.id)
    })
    test('deletes files of unsent messages after a day, and keeps files of sent messages', async () => {
      await app.signIn('reader', 'unit')
      const token = await app.signIn('boss', 'operator')
      const chat = { form: 'chatMessage', field: 'file', name: '现场.png', token }
      const [lost, sent] = [await uploadTo(app, LARGE, chat), await uploadTo(app, LARGE, chat)]
      const message = (fileId: string, clientId: string) => ({
        toId: 'reader',
        msgType: 'image',
        fileId,
        clientId,
      })
      const send = (fileId: string, clientId: string, as: string) =>
        app.post('/messageInfo/sendmessage', message(fileId, clientId), { token: as })
      expect((await send(sent.data.id, 'first-message', token)).status).toBe(200)
      now += 25 * HOUR
      await Promise.all([sweep(), sweep()])
      expect(await stored()).not.toContain(lost.data.id)
      const again = await app.signIn('boss', 'operator')
      expect((await send(lost.data.id, 'second-message', again)).status).toBe(400)
      now += 25 * HOUR
      await sweep()
      expect((await read(sent.data.id, await app.signIn('reader', 'unit'))).status).toBe(200)
    })
    test('deletes bytes that a killed process left without a row', async () => {
      now += 400 * 24 * HOUR
      const at = now
      const part = Math.floor((at - 24 * HOUR) / HOUR) % 256
      const id = `${part.toString(16).padStart(2, '0')}000000-0000-4000-8000-000000000000`
      const before = await stored()
      for (const name of [id, `${id}.part`]) await place.leave(name, PDF)
      expect(await stored()).toContain(id)
      await sweep()
      expect(await stored()).toEqual(before)
    })
  })
})
