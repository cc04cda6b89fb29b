// Tests a bucket that is slow, freezes or is gone: file requests are refused in time, all else goes on.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openFileStore } from '#server/files/open-file-store.ts'
import { readSettings } from '#server/platform/settings.ts'
import { pdfOf, pngOf } from '../../support/real-files.ts'
import { ROOT } from '../../support/source-files.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { type Mood, type S3Line, startS3 } from './s3-server.ts'
import { uploadTo } from './upload.ts'

const PATIENCE = 1_500
/** Refused in time: the portal waits so long at most, and for a turn too. */
const SOON = 8_000
const PAPER = { form: 'registerUnit', field: 'licenseFile' }
const CONTENT = pdfOf(2_000_000)
const LIST = '/newapi/deliver/list'

let app: TestApp
let s3: S3Line
let folder: string
let token: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'equipnet-bucket-'))
  s3 = await startS3()
  app = await createTestApp({ env: { DATA_DIR: folder, ...s3.env }, patience: PATIENCE })
  token = await app.signIn('owner', 'unit')
})
afterEach(() => {
  s3.mood = 'well'
})
afterAll(async () => {
  await app.close()
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

const upload = (content = CONTENT) => uploadTo(app, content, { ...PAPER, token })
const read = (url: string) => app.get(url, { token })
const drafts = () => readdirSync(join(folder, 'drafts'))

async function timed<T>(work: Promise<T>): Promise<{ readonly ms: number; readonly answer: T }> {
  const from = performance.now()
  const answer = await work
  return { ms: performance.now() - from, answer }
}

describe.each<Mood>(['frozen', 'gone'])('a bucket that is %s', (mood) => {
  test('makes downloads return 503 in time, and works again at once', async () => {
    const { data } = await upload()
    s3.mood = mood
    const { ms, answer } = await timed(read(data.url))
    expect(answer).toMatchObject({
      status: 503,
      code: 50301,
      msg: '文件存储暂时没有应答，文件现在打不开，请稍后再试',
    })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.headers.etag).toBeUndefined()
    expect(ms).toBeLessThan(SOON)
    s3.mood = 'well'
    expect((await read(data.url)).status).toBe(200)
  })
  test('makes an upload return 503, and nothing is left of it', async () => {
    const [keys, rows] = [await s3.keys(), await app.services.db.selectFrom('file').select('id').execute()]
    s3.mood = mood
    const { ms, answer } = await timed(upload())
    expect(answer).toMatchObject({
      status: 503,
      code: 50301,
      msg: '文件存储暂时没有应答，文件没有保存，请稍后重新上传',
    })
    expect(ms).toBeLessThan(2 * SOON)
    s3.mood = 'well'
    expect(await s3.keys()).toEqual(keys)
    expect(drafts()).toEqual([])
    expect(await app.services.db.selectFrom('file').select('id').execute()).toEqual(rows)
    expect((await upload()).code).toBe(0)
  })
  test('lets lists and readiness go on while 200 downloads wait, and refuses these in time', async () => {
    const { data } = await upload()
    s3.mood = mood
    const downloads = Array.from({ length: 200 }, () => read(data.url))
    const { ms, answer } = await timed(Promise.all([app.get(LIST), app.get('/readyz'), app.get('/healthz')]))
    expect(answer.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(ms).toBeLessThan(PATIENCE)
    const all = await timed(Promise.all(downloads))
    expect(new Set(all.answer.map(({ status }) => status))).toEqual(new Set([503]))
    expect(all.ms).toBeLessThan(SOON)
    s3.mood = 'well'
    expect((await read(data.url)).status).toBe(200)
  })
})

test('a slow bucket makes files slow, not lists', async () => {
  s3.mood = 'slow'
  const { data } = await upload()
  let isRead = false
  const reading = read(data.url).finally(() => {
    isRead = true
  })
  expect((await app.get(LIST)).status).toBe(200)
  expect(isRead).toBe(false)
  expect((await reading).status).toBe(200)
})

test('a bucket that gets stuck within a file ends the download, and no connection is left', async () => {
  const { data } = await upload()
  s3.mood = 'stuck'
  const downloads = Array.from({ length: 20 }, () => read(data.url))
  for (const download of await Promise.allSettled(downloads)) expect(download.status).toBe('rejected')
  await expect.poll(() => s3.connections(), { timeout: 10_000 }).toBe(0)
  s3.mood = 'well'
  expect((await read(data.url)).text.length).toBe(CONTENT.length)
})

test('an upload that a bucket stores without an answer returns 503, and nothing of it stays', async () => {
  const keys = await s3.keys()
  s3.mood = 'mute'
  const uploading = upload()
  await expect.poll(async () => (await s3.keys()).length, { timeout: 10_000 }).toBe(keys.length + 1)
  expect((await uploading).status).toBe(503)
  await expect.poll(() => s3.keys(), { timeout: 10_000 }).toEqual(keys)
})

test('a size of a picture is refused while the bucket is frozen, and made afterwards', async () => {
  const { data } = await uploadTo(app, pngOf(3000), {
    form: 'deliver',
    field: 'content',
    name: 'a.png',
    token,
  })
  s3.mood = 'frozen'
  expect((await read(`${data.url}?w=320`)).status).toBe(503)
  s3.mood = 'well'
  expect((await read(`${data.url}?w=320`)).headers['content-type']).toBe('image/webp')
})

describe('the start with a bucket', () => {
  const run = promisify(execFile)
  /** What the process prints before it ends. */
  async function start(change: Readonly<Record<string, string>>): Promise<string> {
    const data = mkdtempSync(join(tmpdir(), 'equipnet-bucket-'))
    const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: data, ...s3.env, ...change }
    const ended = await run(process.execPath, ['dist/server/main.js'], { cwd: ROOT, env }).catch(
      (error: unknown) => error as { stdout: string; stderr: string; code: number },
    )
    expect(readdirSync(data)).toEqual([])
    rmSync(data, { recursive: true, force: true })
    return ended.stdout + ended.stderr
  }
  test.each([
    [
      'a wrong secret key',
      { FILES_S3_SECRET_KEY: 'wrong' },
      /拒绝访问，请检查密钥.*403 SignatureDoesNotMatch/,
    ],
    [
      'an unknown access key',
      { FILES_S3_ACCESS_KEY: 'wrong' },
      /拒绝访问，请检查密钥.*403 InvalidAccessKeyId/,
    ],
    [
      'a bucket that is not there',
      { FILES_S3_BUCKET: 'nothing' },
      /不存在，请检查 FILES_S3_BUCKET.*NoSuchBucket/,
    ],
    [
      'an address without a server',
      { FILES_S3_ENDPOINT: 'http://127.0.0.1:9' },
      /无法连接，请检查 FILES_S3_ENDPOINT/,
    ],
    ['no secret key', { FILES_S3_SECRET_KEY: '' }, /^设置 FILES_S3_SECRET_KEY 不能为空/],
  ])('is refused with one line for %s', async (_, change, words) => {
    const printed = await start(change)
    expect(printed).toMatch(words)
    expect(printed.trim().split('\n')).toHaveLength(1)
  })
  test('stores nothing that stays', async () => {
    const keys = await s3.keys()
    await (await openFileStore(readSettings({ DATA_DIR: folder, ...s3.env }))).check()
    expect(await s3.keys()).toEqual(keys)
  })
})
