// Tests registration: nine types, validation, duplicates, approval, correction (SES-08, SES-09, SES-10).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  formFor,
  handIn,
  newPerson,
  OPERATIONS,
  PASSWORD,
  registerAs,
  registrationBody,
} from '../../server/identity/accounts/support/registering.ts'
import { smallModel } from '../../server/support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { REGISTRATIONS, USER_TYPES } from '../../support/roles.ts'

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

describe('SES-08 nine registration types', () => {
  test('have an operation for every type of user and none for another role', () => {
    expect(new Set(Object.values(REGISTRATIONS))).toEqual(new Set(USER_TYPES))
  })

  test.each(OPERATIONS)(
    '%s stores its form; only ordinary users can sign in before an approval',
    async (operation) => {
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
    },
  )

  test.each(OPERATIONS)('%s refuses unknown fields, including role and status', async (operation) => {
    const person = newPerson()
    const body = await registrationBody(app, operation, person)
    for (const extra of [{ role: 'operator' }, { status: 'active' }, { black: false }, { __proto__x: 1 }]) {
      const answer = await handIn(app, operation, { ...body, ...extra }, person)
      expect(answer).toMatchObject({ status: 400, code: 40002 })
    }
    expect((await signIn(person.userName, PASSWORD, person.address)).code).toBe(40101)
  })

  test.each(OPERATIONS)('%s names every missing required field in Chinese', async (operation) => {
    const { errors = [] } = await handIn(app, operation, {}, newPerson())
    const form = formFor(app, operation)
    const required = form.fields.filter(({ name, required }) => required && !(name in form.conditions))
    expect(errors.map(({ path }) => path)).toEqual(
      expect.arrayContaining([...required.map(({ name }) => `/${name}`), '/agreement']),
    )
    for (const { message } of errors) expect(message).toMatch(/[\u4e00-\u9fff]/)
  })
})

describe('validation of a registration', () => {
  const refused = async (more: Readonly<Record<string, unknown>>, operation = 'auth.registerOrdinary') => {
    const person = newPerson()
    const body = { ...(await registrationBody(app, operation, person)), ...more }
    const answer = await handIn(app, operation, body, person)
    expect(answer.status).toBe(400)
    return (answer.errors ?? []).map(({ path }) => path)
  }

  test('refuses a repeated password that differs', async () => {
    expect(await refused({ passwordAgain: 'Another-7788x' })).toContain('/passwordAgain')
  })
  test('refuses a common password and a password that contains the user name', async () => {
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
  test('refuses an agreement that is not the present version', async () => {
    for (const agreement of ['', '1999-01', true, null, []])
      expect(await refused({ agreement })).toContain('/agreement')
  })
  test('refuses a wrong SMS code', async () => {
    expect(await refused({ smsCode: '000000' })).toEqual(['/smsCode'])
  })
  test('refuses files that do not exist or belong to another registration', async () => {
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
  test('names the duplicate user name, mobile number and files of a repeated submission', async () => {
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
  test('ignores a field that conditions hide and does not store it', async () => {
    const person = newPerson()
    const shown = await registrationBody(app, 'auth.registerSupplier', person)
    const body = { ...shown, typesOfEnterprises: '2', parentCompany: '某集团' }
    const { data } = await handIn(app, 'auth.registerSupplier', body, person)
    expect((await accountOf(data.id)).application).not.toHaveProperty('parentCompany')
  })
  test('removes scripts and event handlers from rich text before it is stored', async () => {
    const person = newPerson()
    const intro = `<p>${'简介'.repeat(40)}</p><script>alert(1)</script><img src=x onerror=alert(1)>`
    const body = await registrationBody(app, 'auth.registerSupplier', person, { intro })
    const { data } = await handIn(app, 'auth.registerSupplier', body, person)
    const { application } = await accountOf(data.id)
    expect(JSON.stringify(application)).not.toMatch(/script|onerror/)
  })
})

test.each(OPERATIONS)(
  '%s describes the expected format of an invalid user name and of an invalid SMS code',
  async (operation) => {
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
  },
)

describe('SES-09, SES-10 duplicate user name or mobile number', () => {
  const taken = async (path: string, body: object) =>
    (await app.post<{ taken: boolean }>(`/newapi/api/${path}`, body, { address: '10.31.0.1' })).data.taken

  test('is reported while typing and on submission', async () => {
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
  test('is refused for all but one of eight parallel registrations', async () => {
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
  test('has a check while typing that answers 42901 after 60 calls from one address', async () => {
    const ask = () =>
      app.post('/newapi/api/findUserMobileChongFu', { mobile: '13977770001' }, { address: '10.31.0.2' })
    const codes = []
    for (let count = 0; count < 61; count += 1) codes.push((await ask()).code)
    expect(codes.filter((code) => code === 0)).toHaveLength(60)
    expect(codes.at(-1)).toBe(42901)
  })
  test('is no error when a registration is repeated with the same idempotency key', async () => {
    const person = newPerson()
    const body = await registrationBody(app, 'auth.registerUnit', person)
    const headers = { 'idempotency-key': 'registration-1' }
    const first = await handIn(app, 'auth.registerUnit', body, person, headers)
    const second = await handIn(app, 'auth.registerUnit', body, person, headers)
    expect(first.code).toBe(0)
    expect(second.data).toEqual(first.data)
  })
})

describe('refused registration', () => {
  test('shows its reason after the right password only, and can be corrected and submitted again once', async () => {
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

describe('registration under a name that poses as staff', () => {
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
  ])('is refused for %j at the field of the name', async (name) => {
    const person = newPerson()
    const body = await registrationBody(app, 'auth.registerOrdinary', person, name)
    const answer = await handIn(app, 'auth.registerOrdinary', { ...body, ...name }, person)
    expect(answer.errors).toMatchObject([{ path: `/${Object.keys(name)[0]}` }])
  })
})
