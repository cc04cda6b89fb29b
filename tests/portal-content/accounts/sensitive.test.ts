// Tests sensitive answers: separate consent with version and time, erasure on withdrawal.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Field } from '#shared/model/content-model.ts'
import {
  formFor,
  handIn,
  newPerson,
  registrationBody,
} from '../../server/identity/accounts/support/registering.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'

type Row = Readonly<Record<string, unknown>>

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const RESCUE = 'auth.registerRescue'
const accountOf = (id: string) =>
  app.services.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('sensitive answers of a form', () => {
  test('are declared by every form with an identity number, blood type or insurance', () => {
    const own = app.source.model.forms.filter(({ id }) => /^register|^identity$/.test(id))
    const isSensitive = ({ name, schema }: Field) =>
      schema.format === 'id-card' || name === 'bloodType' || name === 'insurance'
    const asking = own.filter(({ fields }) => fields.some(isSensitive))
    expect(asking.map(({ id }) => id).sort()).toEqual(['identity', 'registerExpert', 'registerRescue'])
    for (const { fields, sensitive } of asking)
      for (const field of fields.filter(isSensitive)) expect(sensitive?.fields).toContain(field.name)
  })

  test('are refused without a separate consent and stored with its version and time', async () => {
    const person = newPerson()
    const body = await registrationBody(app, RESCUE, person)
    const { sensitiveConsent: _given, ...without } = body
    const refused = await handIn(app, RESCUE, without, person)
    expect(refused.errors).toMatchObject([{ path: '/sensitiveConsent' }])
    expect((await handIn(app, RESCUE, { ...body, sensitiveConsent: false }, person)).code).not.toBe(0)
    const { data, code } = await handIn(app, RESCUE, body, person)
    expect(code).toBe(0)
    const row = await accountOf(data.id)
    const { version } = formFor(app, RESCUE).sensitive ?? {}
    expect(row.sensitiveConsent).toMatchObject({
      version,
      at: expect.any(String),
      fields: expect.arrayContaining(['idCard']),
    })
    expect(row.application).not.toHaveProperty('sensitiveConsent')
  })

  test('require no consent when the registration contains none of them', async () => {
    const person = newPerson()
    const body = await registrationBody(app, 'auth.registerRescueForces', person)
    const { members: _none, sensitiveConsent: _given, ...rest } = body
    const errors = (await handIn(app, 'auth.registerRescueForces', rest, person)).errors ?? []
    expect(errors.map(({ path }) => path)).not.toContain('/sensitiveConsent')
  })

  test('are erased at once when the consent is withdrawn, with an audit entry', async () => {
    const token = await app.signIn('careful')
    const idCard = '11010519491231002X'
    const improve = (more: Row) =>
      app.post<Row>('/newapi/avicUser/improveIdCard', { realName: '张三', idCard, ...more }, { token })
    expect((await improve({})).errors).toMatchObject([{ path: '/sensitiveConsent' }])
    const taken = await improve({ sensitiveConsent: true, idCard: '440524188001010014' })
    expect(taken.errors, 'of another account').toMatchObject([{ path: '/idCard' }])
    expect((await improve({ sensitiveConsent: true })).code).toBe(0)
    const profile = async () => (await app.get<Row>('/newapi/api/userInfo', { token })).data
    expect(await profile()).toMatchObject({
      idCard: '110************02X',
      sensitiveConsentAt: expect.any(String),
      submissionRefusals: {
        'auth.improveIdCard':
          '您的证件信息已经完善：姓名 张三，身份证号 110************02X。如需更改请联系我们',
      },
    })
    expect((await improve({ sensitiveConsent: true })).code).toBe(40902)
    expect((await app.post('/newapi/api/account/withdrawConsent', {}, { token })).code).toBe(0)
    expect(await profile()).toMatchObject({ idCard: null, sensitiveConsentAt: null })
    expect(await profile()).not.toHaveProperty('submissionRefusals')
    const row = await accountOf('careful')
    expect(JSON.stringify(row)).not.toContain(idCard)
    const entries = await app.services.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'account.withdrawConsent')
      .execute()
    expect(entries).toMatchObject([{ actor: 'careful', detail: { version: '2026-01' } }])
    expect((await app.post('/newapi/api/account/withdrawConsent', {}, { token })).code).toBe(0)
    expect(entries).toHaveLength(1)
  })
})
