// Tests SMS codes: sign-in, rate limits, single use, tickets, no disclosure of accounts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ensureDemoAccounts } from '#server/identity/accounts/first-accounts.ts'
import { storeCaptcha } from '#server/identity/captcha/captchas.ts'
import { isSmsCode } from '#server/identity/sms/sms-codes.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { openForm } from './support/registering.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MOBILE = '13800138000'
const UNKNOWN = '13800138999'
const UUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
let app: TestApp
let now = Date.UTC(2026, 0, 5)
let address = 0

interface Sent {
  readonly demoCode?: string
  readonly wait: number
}

beforeAll(async () => {
  app = await createTestApp({ model: await smallModel(), clock: () => new Date(now) })
  await ensureDemoAccounts(app.services, 'a long enough password')
  await app.services.db.updateTable('account').set({ mobile: MOBILE }).where('id', '=', 'demo-unit').execute()
})
afterAll(() => app.close())
beforeEach(() => {
  now += 25 * HOUR
  address += 1
})

const from = (at = `10.50.0.${address}`) => ({ address: at })
/** As a form of the portal does it. */
const send = async (path: string, mobile = MOBILE, more = from(), at = app) => {
  const ticket = await openForm(at, mobile, more.address)
  return at.get<Sent>(`/newapi/${path}mobile=${mobile}&ticket=${ticket}`, more)
}
const LOGIN = 'v2/sms/getLoginCaptcha?'
const CODE = 'api/sms/sendCode?'
const ask = (mobile = MOBILE, more = from()) => send(LOGIN, mobile, more)
const enter = (mobile: string, smsCode: string, more = from()) =>
  app.post<{ token: string }>('/newapi/v2/login', { mobile, smsCode }, more)
/** A six-digit text that is not `code`. */
const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

describe('SES-06 sign-in by SMS', () => {
  test('opens a session with a code once', async () => {
    const { data } = await ask()
    expect(app.sent.at(-1)).toMatchObject({ to: MOBILE, code: data.demoCode })
    const code = data.demoCode ?? ''
    expect(code).toMatch(/^\d{6}$/)
    const answer = await enter(MOBILE, code)
    expect((await app.get<{ id: string }>('/newapi/api/token', { token: answer.data.token })).data.id).toBe(
      'demo-unit',
    )
    expect((await enter(MOBILE, code)).code).toBe(40101)
  })
  test('stores a code as a digest only and writes it to no audit entry', async () => {
    const { data } = await ask()
    await enter(MOBILE, other(data.demoCode ?? ''))
    const rows = await app.services.db.selectFrom('smsCode').selectAll().execute()
    const audit = await app.services.db.selectFrom('audit').selectAll().execute()
    expect(JSON.stringify([rows, audit])).not.toContain(data.demoCode)
  })
  test('returns the same answers for an unknown number and sends no message to it', async () => {
    const count = app.sent.length
    const unknown = await ask(UNKNOWN)
    const known = await ask(MOBILE, from('10.51.0.1'))
    expect(Object.keys(unknown.data)).toEqual(Object.keys(known.data))
    expect(app.sent.slice(count).map(({ to }) => to)).toEqual([MOBILE])
    const [a, b] = [
      await enter(UNKNOWN, unknown.data.demoCode ?? ''),
      await enter(MOBILE, other(known.data.demoCode ?? ''), from('10.51.0.2')),
    ]
    expect([a.status, a.code, a.msg, a.errors]).toEqual([b.status, b.code, b.msg, b.errors])
  })
  test('refuses a code for another purpose or another number', async () => {
    const { data } = await ask()
    const { db } = app.services
    const code = data.demoCode ?? ''
    expect(await isSmsCode(db, MOBILE, 'reset', code, new Date(now))).toBe(false)
    expect(await isSmsCode(db, UNKNOWN, 'login', code, new Date(now))).toBe(false)
    expect(await isSmsCode(db, MOBILE, 'login', code, new Date(now))).toBe(true)
  })
  test('refuses a code after five minutes and after a newer code was sent', async () => {
    const first = (await ask()).data.demoCode ?? ''
    now += 5 * MINUTE
    expect((await enter(MOBILE, first)).code).toBe(40101)
    const second = (await ask()).data.demoCode ?? ''
    now += MINUTE
    const third = (await ask()).data.demoCode ?? ''
    if (second !== third) expect((await enter(MOBILE, second)).code).toBe(40101)
    expect((await enter(MOBILE, third)).code).toBe(0)
  })
  test('refuses a mobile number without a code as a missing field', async () => {
    const answer = await app.post('/newapi/v2/login', { mobile: MOBILE }, from())
    expect(answer.errors).toEqual([{ path: '/smsCode', message: '请填写短信验证码' }])
    expect((await app.post('/newapi/v2/login', {}, from())).errors).toHaveLength(2)
  })
})

describe('rate limits of SMS codes', () => {
  test('allow one code a minute and return the seconds to wait', async () => {
    expect((await ask()).data.wait).toBe(60)
    now += 20_000
    expect(await ask()).toMatchObject({ status: 429, code: 42901, data: { wait: 40 } })
    now += 41_000
    expect((await ask()).code).toBe(0)
  })
  test('allow one code a minute for all purposes from one address, and three from all addresses', async () => {
    const count = app.sent.length
    const ways = [LOGIN, CODE, `${CODE}purpose=reset&`, `${CODE}purpose=change&`]
    const codes: number[] = []
    for (const way of ways) codes.push((await send(way)).code)
    expect(codes).toEqual([0, 42901, 42901, 42901])
    for (const [at, way] of ways.entries()) await send(way, MOBILE, from(`10.55.0.${at}`))
    expect(app.sent.length - count).toBe(3)
    now += MINUTE
    expect((await send(`${CODE}purpose=reset&`)).code).toBe(0)
  })
  test('allow 20 codes a minute from one address for all numbers', async () => {
    const codes: number[] = []
    for (let at = 0; at < 21; at += 1) codes.push((await ask(String(13_600_000_000 + at))).code)
    expect(codes.filter((code) => code === 0)).toHaveLength(20)
    now += MINUTE
    expect((await ask('13600000099')).code).toBe(0)
  })
  test('refuse the sixth code of one number from one address, not for other addresses or purposes', async () => {
    const here = from('10.52.0.1')
    const codes: number[] = []
    for (let count = 0; count < 10; count += 1) {
      codes.push((await ask(MOBILE, here)).code)
      now += 2 * MINUTE
    }
    expect(codes).toEqual([0, 0, 0, 0, 0, 42901, 42901, 42901, 42901, 42901])
    expect((await ask(MOBILE, from('10.52.0.2'))).code).toBe(0)
    expect((await send(`${CODE}purpose=reset&`, MOBILE, here)).code).toBe(0)
    now += 24 * HOUR
    expect((await ask(MOBILE, here)).code).toBe(0)
  })
  test('allow 30 codes a day for one number from all addresses', async () => {
    const codes: number[] = []
    for (let count = 0; count < 40; count += 1) {
      codes.push((await send(count % 2 ? LOGIN : CODE, MOBILE, from(`10.53.0.${count}`))).code)
      now += 2 * MINUTE
    }
    expect(codes.filter((code) => code === 0)).toHaveLength(30)
    expect(codes.at(-1)).toBe(42901)
  })
  test('allow 60 codes an hour from one address', async () => {
    const numbers = Array.from({ length: 61 }, (_, index) => String(13_700_000_000 + index))
    const codes = []
    for (const mobile of numbers) {
      codes.push((await ask(mobile)).code)
      now += 10_000
    }
    expect(codes.filter((code) => code === 0)).toHaveLength(60)
    expect(codes.at(-1)).toBe(42901)
  })
  test('count wrong codes in the check before submission; a right check does not use up the code', async () => {
    const { data } = await send(`${CODE}purpose=reset&`)
    const check = (smsCode: string) =>
      app.post('/newapi/api/mobileYzm', { mobile: MOBILE, smsCode, purpose: 'reset' }, from())
    const code = data.demoCode ?? ''
    expect((await check(code)).data).toEqual({ right: true })
    expect((await check(code)).code).toBe(0)
    for (let count = 1; count <= 5; count += 1) expect((await check(other(code, count))).status).toBe(400)
    expect((await check(code)).status).toBe(400)
  })
})

describe('request for an SMS code', () => {
  const bare = (headers: Record<string, string>, more = '') =>
    app.get<Sent>(`/newapi/api/sms/sendCode?mobile=${MOBILE}${more}`, { ...from(), headers })

  const OWN = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
  test.each<[string, Record<string, string>]>([
    ['a picture', { ...OWN, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a link', { ...OWN, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    [
      'the address bar',
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    ],
    ['another site', { ...OWN, 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { ...OWN, 'sec-fetch-site': 'same-site' }],
    ['a picture that claims a form', { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-dest': 'image' }],
  ])('is refused from %s', async (_, headers) => {
    const count = app.sent.length
    expect(await bare(headers)).toMatchObject({ status: 403, code: 40301 })
    expect(app.sent).toHaveLength(count)
  })
  test('requires a captcha when it has no ticket of a form, and accepts the captcha once', async () => {
    const count = app.sent.length
    expect(await bare({})).toMatchObject({ status: 400, code: 40103 })
    expect(await bare(OWN)).toMatchObject({ status: 400, code: 40103 })
    const store = () => storeCaptcha(app.services.db, UUID, 'ACEF', new Date(now))
    await store()
    expect((await bare({}, `&uuid=${UUID}&captcha=HHHH`)).code).toBe(40104)
    expect(app.sent).toHaveLength(count)
    await store()
    expect((await bare({}, `&uuid=${UUID}&captcha=acef`)).code).toBe(0)
    expect((await bare({}, `&uuid=${UUID}&captcha=acef`)).code).toBe(40104)
    expect(app.sent).toHaveLength(count + 1)
  })
  test('accepts a ticket once, within five minutes, for its number and network; headers do not replace it', async () => {
    expect(await bare({ ...OWN, 'x-requested-with': 'XMLHttpRequest' })).toMatchObject({ code: 40103 })
    const { address: here } = from()
    const count = app.sent.length
    const other = await openForm(app, UNKNOWN, here)
    expect((await bare(OWN, `&ticket=${other}`)).code, 'for another number').toBe(40103)
    const elsewhere = await openForm(app, MOBILE, '10.54.0.1')
    expect((await bare(OWN, `&ticket=${elsewhere}`)).code, 'of another network').toBe(40103)
    const late = await openForm(app, MOBILE, here)
    now += 5 * MINUTE
    expect((await bare(OWN, `&ticket=${late}`)).code, 'too late').toBe(40103)
    expect(app.sent).toHaveLength(count)
    const ticket = await openForm(app, MOBILE, here)
    expect((await bare(OWN, `&ticket=${ticket}`)).code).toBe(0)
    now += 2 * MINUTE
    const again = await bare(OWN, `&ticket=${ticket}`)
    expect(again).toMatchObject({ code: 40103, msg: expect.stringContaining('重新获取') })
  })
  const ticket = (body: object, headers: Record<string, string> = {}) =>
    app.post<{ ticket?: string }>('/newapi/api/sms/ticket', body, { ...from(), headers })
  test('needs a ticket, which is issued once for a solved captcha', async () => {
    const count = app.sent.length
    const bare = await ticket({ mobile: MOBILE }, OWN)
    expect(bare).toMatchObject({ status: 400, data: null })
    expect(bare.errors?.map(({ path }) => path)).toEqual(['/uuid', '/captcha'])
    const solved = { mobile: MOBILE, uuid: UUID, captcha: 'ACEF' }
    expect((await ticket(solved, OWN)).code, 'never drawn').toBe(40104)
    const store = () => storeCaptcha(app.services.db, UUID, 'ACEF', new Date(now))
    await store()
    expect((await ticket({ ...solved, captcha: 'HHHH' }, OWN)).code, 'read wrongly').toBe(40104)
    expect((await ticket(solved, OWN)).code, 'gone after one try').toBe(40104)
    await store()
    expect((await ticket(solved, OWN)).code).toBe(0)
    expect((await ticket(solved, OWN)).code, 'used').toBe(40104)
    expect(app.sent).toHaveLength(count)
  })
  test('gets no ticket from another site, and ticket calls are rate-limited', async () => {
    const open = (headers?: Record<string, string>) =>
      ticket({ mobile: MOBILE, uuid: UUID, captcha: 'HHHH' }, headers)
    expect((await open({ ...OWN, 'sec-fetch-site': 'cross-site' })).code).toBe(40301)
    for (let count = 0; count < 90; count += 1) await open()
    expect((await open()).code).toBe(42901)
  })
  test('a GET call that writes is refused when a picture requests it, while a read is answered', async () => {
    const picture = { ...OWN, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
    const { data } = await app.post<{ id: string }>(
      '/newapi/note/add',
      { title: '便签' },
      { token: await app.signIn('x') },
    )
    expect((await app.get(`/newapi/note/like?id=${data.id}`, { headers: picture })).code).toBe(40301)
    expect((await app.get(`/newapi/note/info/${data.id}`, { headers: picture })).code).toBe(0)
  })
})

describe('guessing of SMS codes', () => {
  test('locks the address after five wrong codes', async () => {
    await ask()
    const codes = []
    for (let guess = 0; guess < 7; guess += 1) codes.push((await enter(MOBILE, `00000${guess}`)).code)
    expect(codes.slice(5)).toEqual([40102, 40102])
  })
})

test('SMS_PER_DAY limits the SMS codes that the whole portal sends in a day', async () => {
  const few = await createTestApp({ model: await smallModel(), env: { SMS_PER_DAY: '2' } })
  const codes: number[] = []
  for (const mobile of ['13700000001', '13700000002', '13700000003'])
    codes.push((await send(CODE, mobile, from(), few)).code)
  expect(codes).toEqual([0, 0, 50301])
  expect(few.sent).toHaveLength(2)
  await few.close()
})
