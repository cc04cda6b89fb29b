// Lists cases of registering: nine types, one validator, one gate (SES-08, SES-09, SES-10).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REGISTRATIONS, USER_TYPES } from '../../support/roles.ts'
import { smallModel } from '../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import {
  formFor,
  handIn,
  newPerson,
  OPERATIONS,
  PASSWORD,
  registerAs,
  registrationBody,
} from './support/registering.ts'

const MINUTE = 60_000
let app: TestApp
let now = Date.UTC(2026, 0, 5)

const signIn = (userName: string, password: string, address = '10.30.0.1') =>
  app.post<Record<string, unknown>>('/newapi/v2/login', { userName, password }, { address })
const accountOf = (id: string) =>
  app.services.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

beforeAll(async () => {
  app = await createTestApp({ model: await smallModel(), clock: () => new Date(now) })
})
afterAll(() => app.close())

describe('SES-08 the nine types', () => {
  test('each has a call, and no call is for anything else', () => {
    expect(new Set(Object.values(REGISTRATIONS))).toEqual(new Set(USER_TYPES))
  })

  test.each(OPERATIONS)('%s takes its form and holds organisations at the gate', async (operation) => {
    const { person, answer } = await registerAs(app, operation)
    expect(answer.errors ?? answer.msg).toBe('success')
    expect(answer.data.receiptNo).toMatch(/^20260105\d{6}$/)
    const role = REGISTRATIONS[operation]
    const status = role === 'ordinary' ? 'active' : 'pending'
    expect(answer.data.status).toBe(status)
    const row = await accountOf(answer.data.id)
    expect(row).toMatchObject({ role, status, userName: person.userName, mobile: person.mobile })
    expect(JSON.stringify(row.application)).not.toContain(PASSWORD)
    expect(row.application).not.toHaveProperty('smsCode')
    const entry = await signIn(person.userName, PASSWORD, person.address)
    if (status === 'active') expect(entry.code).toBe(0)
    else {
      expect(entry).toMatchObject({ code: 40105, data: { receiptNo: answer.data.receiptNo } })
      expect((await signIn(person.userName, 'Wrong-1234x', person.address)).code).toBe(40101)
    }
  })

  test.each(OPERATIONS)('%s refuses what is no field, a role or status among it', async (operation) => {
    const person = newPerson()
    const body = await registrationBody(app, operation, person)
    for (const extra of [{ role: 'operator' }, { status: 'active' }, { black: false }, { __proto__x: 1 }]) {
      const answer = await handIn(app, operation, { ...body, ...extra }, person)
      expect(answer).toMatchObject({ status: 400, code: 40002 })
    }
    expect((await signIn(person.userName, PASSWORD, person.address)).code).toBe(40101)
  })

  test.each(OPERATIONS)('%s names every required field that is missing, in Chinese', async (operation) => {
    const { errors = [] } = await handIn(app, operation, {}, newPerson())
    const form = formFor(app, operation)
    const required = form.fields.filter(({ name, required }) => required && !(name in form.conditions))
    expect(errors.map(({ path }) => path)).toEqual(
      expect.arrayContaining([...required.map(({ name }) => `/${name}`), '/agreement']),
    )
    for (const { message } of errors) expect(message).toMatch(/[\u4e00-\u9fff]/)
  })
})

describe('what a registration must bring', () => {
  const refused = async (more: Readonly<Record<string, unknown>>, operation = 'auth.registerOrdinary') => {
    const person = newPerson()
    const body = { ...(await registrationBody(app, operation, person)), ...more }
    const answer = await handIn(app, operation, body, person)
    expect(answer.status).toBe(400)
    return (answer.errors ?? []).map(({ path }) => path)
  }

  test('the same password twice', async () => {
    expect(await refused({ passwordAgain: 'Another-7788x' })).toContain('/passwordAgain')
  })
  test('a password that is not common and does not hold the name', async () => {
    const common = 'Password@123'
    expect(await refused({ password: common, passwordAgain: common })).toContain('/password')
    const own = 'Own-Name99x1'
    const person = { ...newPerson(), userName: 'Name99x1' }
    const body = await registrationBody(app, 'auth.registerOrdinary', person)
    const answer = await handIn(
      app,
      'auth.registerOrdinary',
      { ...body, password: own, passwordAgain: own },
      person,
    )
    expect(answer.errors?.map(({ path }) => path)).toContain('/password')
  })
  test('the agreement in its present version', async () => {
    for (const agreement of ['', '1999-01', true, null, []])
      expect(await refused({ agreement })).toContain('/agreement')
  })
  test('a right code', async () => {
    expect(await refused({ smsCode: '000000' })).toEqual(['/smsCode'])
  })
  test('papers that were uploaded for this very field', async () => {
    const missing = ['0f8fad5b-d9cb-469f-a165-70867728950e']
    expect(await refused({ licenseFile: missing }, 'auth.registerSupplier')).toEqual(['/licenseFile'])
    const { answer } = await registerAs(app, 'auth.registerSupplier')
    const { application } = await accountOf(answer.data.id)
    const { licenseFile } = application as { licenseFile: string[] }
    expect(await refused({ licenseFile }, 'auth.registerSupplier')).toEqual(['/licenseFile'])
    const owner = await app.services.db
      .selectFrom('file')
      .select('ownerId')
      .where('id', 'in', licenseFile)
      .executeTakeFirst()
    expect(owner?.ownerId).toBe(answer.data.id)
  })
  test('the same handed in again is told what is really wrong', async () => {
    const person = newPerson()
    const body = await registrationBody(app, 'auth.registerSupplier', person)
    expect((await handIn(app, 'auth.registerSupplier', body, person)).code).toBe(0)
    const paths = (answer: { errors?: readonly { path: string }[] }) => answer.errors?.map(({ path }) => path)
    expect(paths(await handIn(app, 'auth.registerSupplier', body, person))).toEqual(['/userName', '/mobile'])
    const { userName, mobile } = newPerson()
    const anew = await handIn(app, 'auth.registerSupplier', { ...body, userName, mobile }, person)
    expect(anew.errors?.map(({ path }) => path)).toContain('/licenseFile')
    for (const { message } of anew.errors ?? []) expect(message).toContain('已用于其他资料')
  })
  test('a field that conditions hide is neither required nor stored', async () => {
    const person = newPerson()
    const shown = await registrationBody(app, 'auth.registerSupplier', person)
    const body = { ...shown, typesOfEnterprises: '2', parentCompany: '某集团' }
    const { data } = await handIn(app, 'auth.registerSupplier', body, person)
    expect((await accountOf(data.id)).application).not.toHaveProperty('parentCompany')
  })
  test('rich text is cleaned when stored', async () => {
    const person = newPerson()
    const intro = `<p>${'简介'.repeat(40)}</p><script>alert(1)</script><img src=x onerror=alert(1)>`
    const body = await registrationBody(app, 'auth.registerSupplier', person, { intro })
    const { data } = await handIn(app, 'auth.registerSupplier', body, person)
    const { application } = await accountOf(data.id)
    expect(JSON.stringify(application)).not.toMatch(/script|onerror/)
  })
})

test.each(OPERATIONS)('%s says how a user name and a code are written that are not', async (operation) => {
  const person = newPerson()
  const body = await registrationBody(app, operation, person)
  const { errors } = await handIn(
    app,
    operation,
    { ...body, userName: '张三李四', smsCode: '12345六' },
    person,
  )
  expect(errors).toEqual([
    { path: '/userName', message: '用户名应为 4～20 位，以字母开头，只能含字母、数字和下划线' },
    { path: '/smsCode', message: '短信验证码应为短信中的 6 位数字' },
  ])
})

describe('SES-09, SES-10 duplicates', () => {
  const taken = async (path: string, body: object) =>
    (await app.post<{ taken: boolean }>(`/newapi/api/${path}`, body, { address: '10.31.0.1' })).data.taken

  test('are found while typing and on submit', async () => {
    const { person } = await registerAs(app, 'auth.registerSupplier')
    expect(await taken('findSupplierUserNameIsOne', { userName: person.userName.toUpperCase() })).toBe(true)
    expect(await taken('findSupplierUserNameIsOne', { userName: 'nobodyhasit' })).toBe(false)
    expect(await taken('findUserMobileChongFu', { mobile: person.mobile })).toBe(true)
    expect(await taken('findUserMobileChongFu', { mobile: '13977770000' })).toBe(false)
    now += 2 * MINUTE
    const again = await registerAs(app, 'auth.registerUnit', person)
    expect(again.answer.errors).toEqual([
      { path: '/userName', message: '该用户名已被使用，请换一个' },
      { path: '/mobile', message: '该手机号码已注册，可直接登录或找回密码' },
    ])
  })
  test('handed in at the same moment lose to the first', async () => {
    const people = Array.from({ length: 8 }, () => ({ ...newPerson(), userName: 'samename' }))
    const bodies = await Promise.all(
      people.map((person) => registrationBody(app, 'auth.registerOrdinary', person)),
    )
    const answers = await Promise.all(
      bodies.map((body, index) => handIn(app, 'auth.registerOrdinary', body, people[index] ?? newPerson())),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    for (const answer of answers.filter(({ code }) => code !== 0))
      expect(answer.errors?.map(({ path }) => path)).toEqual(['/userName'])
  })
  test('the checks while typing are rate-limited', async () => {
    const ask = () =>
      app.post('/newapi/api/findUserMobileChongFu', { mobile: '13977770001' }, { address: '10.31.0.2' })
    const codes = []
    for (let count = 0; count < 61; count += 1) codes.push((await ask()).code)
    expect(codes.filter((code) => code === 0)).toHaveLength(60)
    expect(codes.at(-1)).toBe(42901)
  })
  test('the same idempotency key gets the first answer', async () => {
    const person = newPerson()
    const body = await registrationBody(app, 'auth.registerUnit', person)
    const headers = { 'idempotency-key': 'registration-1' }
    const first = await handIn(app, 'auth.registerUnit', body, person, headers)
    const second = await handIn(app, 'auth.registerUnit', body, person, headers)
    expect(first.code).toBe(0)
    expect(second.data).toEqual(first.data)
  })
})

describe('after a refusal', () => {
  test('the reason is told to the right password only, and the application is corrected and handed in again', async () => {
    const { person, answer } = await registerAs(app, 'auth.registerScience')
    const { id, receiptNo } = answer.data
    const refusal = '证照扫描件不清晰'
    await app.services.db
      .updateTable('account')
      .set({ status: 'refused', refusal })
      .where('id', '=', id)
      .execute()
    const wrong = await signIn(person.userName, 'Wrong-1234x', person.address)
    expect(wrong.code).toBe(40101)
    expect(wrong.text).not.toContain(refusal)
    const right = await signIn(person.userName, PASSWORD, person.address)
    expect(right).toMatchObject({
      code: 40106,
      data: { reason: refusal, receiptNo, form: 'registerScience' },
    })
    expect(right.msg).toContain(refusal)
    const key = String(right.data.key)
    const url = `/newapi/api/registerSupplement`
    const shown = await app.get<{ data: Record<string, unknown>; reason: string }>(`${url}?key=${key}`)
    expect(shown.data).toMatchObject({ reason: refusal, form: 'registerScience' })
    expect(shown.text).not.toContain(PASSWORD)
    const wrongName = await app.post(url, { key, data: { ...shown.data.data, orgName: '' } })
    expect(wrongName.errors?.map(({ path }) => path)).toContain('/orgName')
    const data = { ...shown.data.data, orgName: '更正后的研究院' }
    expect((await app.post(url, { key, data: { ...data, role: 'operator' } })).status).toBe(400)
    expect(await app.post(url, { key, data })).toMatchObject({
      code: 0,
      data: { status: 'pending', receiptNo },
    })
    expect(await accountOf(id)).toMatchObject({ status: 'pending', name: '更正后的研究院', refusal: null })
    expect((await app.post(url, { key, data })).status).toBe(404)
    expect((await app.get(`${url}?key=${'x'.repeat(43)}`)).status).toBe(404)
  })
})

describe('names that pose as staff', () => {
  beforeAll(async () => {
    await app.signIn('desk', 'operator')
    const set = { name: '示例运营小李' }
    await app.services.db.updateTable('account').set(set).where('id', '=', 'desk').execute()
  })

  test.each([
    { userName: 'Adm1n_01' },
    { realName: '系统管理员' },
    { realName: '官 方 客 服' },
    { realName: '管理園' },
    { realName: '应急管理部' },
    { realName: '應急管理部' },
    { realName: '示例 运营小李' },
    { realName: '示例運營小李' },
  ])('%j is refused at its field', async (name) => {
    const person = newPerson()
    const body = await registrationBody(app, 'auth.registerOrdinary', person, name)
    const answer = await handIn(app, 'auth.registerOrdinary', { ...body, ...name }, person)
    expect(answer.errors).toMatchObject([{ path: `/${Object.keys(name)[0]}` }])
  })
})
