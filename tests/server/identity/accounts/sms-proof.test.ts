// Tests verification tokens: an SMS code verified before a long form is submitted.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import {
  askCode,
  handIn,
  newPerson,
  OPERATIONS,
  type Person,
  registrationBody,
} from './support/registering.ts'

let app: TestApp
let now = Date.UTC(2026, 0, 5)

beforeAll(async () => {
  app = await createTestApp({ clock: () => new Date(now) })
})
afterAll(() => app.close())
beforeEach(() => {
  now += 3_600_000
})

interface Checked {
  readonly right: boolean
  readonly proof?: string
  readonly lives?: number
}

const check = (person: Person, smsCode: string, keep = true) => {
  const body = { mobile: person.mobile, smsCode, purpose: 'register', ...(keep ? { keep } : {}) }
  return app.post<Checked>('/newapi/api/mobileYzm', body, { address: person.address })
}

async function prove(person: Person): Promise<string> {
  const { data } = await check(person, await askCode(app, person))
  return data.proof ?? ''
}

describe('SMS code verified before submission', () => {
  test.each(OPERATIONS)(
    'gives a verification token that %s accepts 90 minutes later, once',
    async (operation) => {
      const person = newPerson()
      const proof = await prove(person)
      const body = await registrationBody(app, operation, person, { smsCode: proof })
      now += 90 * 60_000
      expect((await handIn(app, operation, body, person)).code).toBe(0)
      const again = { ...person, userName: `${person.userName}y` }
      const other = await registrationBody(app, operation, again, { smsCode: proof })
      await app.services.db.deleteFrom('account').where('userName', '=', person.userName).execute()
      expect((await handIn(app, operation, other, person)).errors).toMatchObject([{ path: '/smsCode' }])
    },
  )

  test('is refused afterwards, by a registration and by a second verification', async () => {
    const person = newPerson()
    const smsCode = await askCode(app, person)
    expect((await check(person, smsCode)).data).toMatchObject({ right: true, lives: 7200 })
    expect((await check(person, smsCode)).status).toBe(400)
    const body = await registrationBody(app, 'auth.registerOrdinary', person, { smsCode })
    expect((await handIn(app, 'auth.registerOrdinary', body, person)).errors).toMatchObject([
      { path: '/smsCode' },
    ])
  })

  test('gives a token that is refused for another number and after two hours', async () => {
    const [person, other] = [newPerson(), newPerson()]
    const proof = await prove(person)
    const body = await registrationBody(app, 'auth.registerOrdinary', other, { smsCode: proof })
    expect((await handIn(app, 'auth.registerOrdinary', body, other)).errors).toMatchObject([
      { path: '/smsCode' },
    ])
    const own = await registrationBody(app, 'auth.registerOrdinary', person, { smsCode: proof })
    now += 2 * 3_600_000 + 1
    expect((await handIn(app, 'auth.registerOrdinary', own, person)).errors).toMatchObject([
      { path: '/smsCode' },
    ])
  })

  test('stays usable as a code when the verification is sent without `keep`', async () => {
    const person = newPerson()
    const smsCode = await askCode(app, person)
    expect((await check(person, smsCode, false)).data).toEqual({ right: true })
    const body = await registrationBody(app, 'auth.registerOrdinary', person, { smsCode })
    expect((await handIn(app, 'auth.registerOrdinary', body, person)).code).toBe(0)
  })

  test('is refused after five wrong codes', async () => {
    const person = newPerson()
    const smsCode = await askCode(app, person)
    const wrong = smsCode === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries += 1) expect((await check(person, wrong)).status).toBe(400)
    expect((await check(person, smsCode)).status).toBe(400)
  })
})
