// Tests captchas: picture, audio, required after two failed sign-ins, single use.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureDemoAccounts } from '#server/identity/accounts/first-accounts.ts'
import { newCaptchaText, spendCaptcha, storeCaptcha } from '#server/identity/captcha/captchas.ts'
import { drawCaptcha } from '#server/identity/captcha/draw-captcha.ts'
import { speakCaptcha } from '#server/identity/captcha/speak-captcha.ts'
import { takeQuota } from '#server/platform/limits/quota.ts'
import { hearCaptcha } from '../../../support/hear-captcha.ts'
import { IS_LONG } from '../../../support/long-run.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { openForm } from './support/registering.ts'

const PASSWORD = 'a long enough password'
const UUID = '3f1c8a52-0000-4000-8000-000000000001'
let app: TestApp
let now = Date.UTC(2026, 0, 5)

beforeAll(async () => {
  app = await createTestApp({ model: await smallModel(), clock: () => new Date(now) })
  await ensureDemoAccounts(app.services, PASSWORD)
})
afterAll(() => app.close())

const signIn = (body: Record<string, string>, address: string) =>
  app.post<{ captcha?: boolean }>('/newapi/v2/login', { userName: 'demo-unit', ...body }, { address })

describe('captcha picture', () => {
  test('is a decodable JPEG with dark strokes on a light background', async () => {
    const answer = await app.app.inject(`/newapi/api/captcha.jpg?uuid=${UUID}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('image/jpeg')
    expect(answer.headers['cache-control']).toBe('no-store')
    const picture = sharp(answer.rawPayload)
    const { format, width, height } = await picture.metadata()
    expect([format, width, height]).toEqual(['jpeg', 120, 44])
    const pixels = await picture.greyscale().raw().toBuffer()
    const dark = pixels.filter((value) => value < 128).length / (width * height)
    expect(dark).toBeGreaterThan(0.05)
    expect(dark).toBeLessThan(0.6)
  })
  test('differs each time, also for the same characters', async () => {
    expect((await drawCaptcha('ACEF')).equals(await drawCaptcha('ACEF'))).toBe(false)
    expect(new Set(Array.from({ length: 50 }, newCaptchaText)).size).toBeGreaterThan(45)
  })
  test('requires a uuid and is refused after 120 requests from one address', async () => {
    expect((await app.get('/newapi/api/captcha.jpg')).status).toBe(400)
    const ask = () => app.get(`/newapi/api/captcha.jpg?uuid=${UUID}`, { address: '10.40.0.9' })
    // A hundred are counted without being drawn, which takes a tenth of a second each.
    const { db } = app.services
    const limit = { most: 120, span: 10 * 60_000 }
    for (let count = 0; count < (IS_LONG ? 0 : 117); count += 1)
      await takeQuota(db, 'captcha:10.40.0.9', limit, new Date(now))
    for (let count = 0; count < (IS_LONG ? 120 : 3); count += 1) expect((await ask()).status).toBe(200)
    expect((await ask()).code).toBe(42901)
  })
  test('has an audio variant whose four spoken digits replace the characters and are accepted once', async () => {
    const hear = () => app.app.inject(`/newapi/api/captcha.wav?uuid=${UUID}`)
    const answer = await hear()
    expect(answer.headers['content-type']).toBe('audio/wav')
    expect(answer.headers['cache-control']).toBe('no-store')
    const digits = hearCaptcha(answer.rawPayload)
    expect(digits).toMatch(/^\d{4}$/)
    const { db } = app.services
    expect(await spendCaptcha(db, UUID, digits, new Date(now))).toBe(true)
    expect(await spendCaptcha(db, UUID, digits, new Date(now))).toBe(false)
    expect((await hear()).rawPayload.equals(answer.rawPayload)).toBe(false)
    expect(hearCaptcha(speakCaptcha('0123456789'))).toBe('0123456789')
  })
  test('stores only a digest of its characters', async () => {
    await app.get(`/newapi/api/captcha.jpg?uuid=${UUID}`)
    const rows = await app.services.db.selectFrom('captcha').selectAll().execute()
    expect(rows.every(({ digest }) => digest.length === 43)).toBe(true)
  })
})

describe('sign-in after two wrong passwords', () => {
  const address = '10.40.0.1'
  test('announces and requires a captcha in addition to the right password', async () => {
    expect((await signIn({ password: 'x' }, address)).data).toEqual({ captcha: false })
    expect((await signIn({ password: 'x' }, address)).data).toEqual({ captcha: true })
    const bare = await signIn({ password: PASSWORD }, address)
    expect(bare).toMatchObject({ status: 400, code: 40103, data: { captcha: true } })
    expect(bare.errors?.map(({ path }) => path)).toEqual(['/captcha'])
    expect(bare.msg).toBe('请输入图形验证码；看不清时可改用短信验证码登录')
    await storeCaptcha(app.services.db, UUID, 'ACEF', new Date(now))
    const wrong = await signIn({ password: PASSWORD, uuid: UUID, captcha: 'HHHH' }, address)
    expect(wrong.code).toBe(40104)
    await storeCaptcha(app.services.db, UUID, 'ACEF', new Date(now))
    expect((await signIn({ password: PASSWORD, uuid: UUID, captcha: 'acef' }, address)).code).toBe(0)
  })
  test('accepts a captcha once and for less than five minutes', async () => {
    const { db } = app.services
    await storeCaptcha(db, UUID, 'ACEF', new Date(now))
    const tries = Array.from({ length: 50 }, () => spendCaptcha(db, UUID, 'ACEF', new Date(now)))
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
    await storeCaptcha(db, UUID, 'ACEF', new Date(now))
    expect(await spendCaptcha(db, UUID, 'ACEF', new Date(now + 5 * 60_000))).toBe(false)
  })
  test('succeeds with an SMS code instead of the captcha', async () => {
    const mobile = '13900009901'
    await app.services.db.updateTable('account').set({ mobile }).where('id', '=', 'demo-unit').execute()
    for (let count = 0; count < 3; count += 1) await signIn({ password: 'x' }, '10.40.0.2')
    const ticket = await openForm(app, mobile, '10.40.0.2')
    const sent = await app.get<{ demoCode: string }>(
      `/newapi/v2/sms/getLoginCaptcha?mobile=${mobile}&ticket=${ticket}`,
      { address: '10.40.0.2' },
    )
    const body = { mobile, smsCode: sent.data.demoCode }
    now += 1000
    expect((await app.post('/newapi/v2/login', body, { address: '10.40.0.2' })).code).toBe(0)
  })
})

test('the captcha message does not suggest sign-in by SMS when the portal has no such operation', async () => {
  const model = await smallModel()
  const operations = model.operations.filter(({ id }) => id !== 'auth.smsLoginCode')
  const plain = await createTestApp({ model: { ...model, operations } })
  try {
    await ensureDemoAccounts(plain.services, PASSWORD)
    const attempt = () =>
      plain.post('/newapi/v2/login', { userName: 'demo-unit', password: 'x' }, { address: '10.40.0.3' })
    for (let count = 0; count < 2; count += 1) expect((await attempt()).code).toBe(40101)
    expect(await attempt()).toMatchObject({ code: 40103, msg: '请输入图形验证码' })
  } finally {
    await plain.close()
  }
})
