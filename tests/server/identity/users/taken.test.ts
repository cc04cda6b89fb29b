// Tests concurrent creation of accounts with the same mobile number or user name.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { type Answer, createTestApp, type TestApp } from '../../support/test-app.ts'

describe.each(ONE_DATABASE)('account creation on $name', (database) => {
  let app: TestApp
  let boss: string
  beforeAll(async () => {
    app = await createTestApp({ database })
    boss = await app.signIn('boss', 'operator')
  })
  afterAll(() => app.close())

  let count = 0
  const create = (more: object) => {
    count += 1
    const own = { role: 'auditor', userName: `staff${count}`, name: `第${count}位审核员` }
    return app.post('/newapi/operator/user/create', { ...own, ...more }, { token: boss })
  }
  const expectOne = (answers: readonly Answer<unknown>[], path: string, said: string) => {
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, errors } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, errors?.map((error) => error.path)]).toEqual([400, [path]])
      expect(errors?.[0]?.message).toContain(said)
    }
  }

  test('gives a mobile number to one of eight concurrent calls and returns a field error to the others', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ mobile: '13912340001' })))
    expectOne(answers, '/mobile', '手机号码')
  })

  test('gives a user name in any case to one of eight concurrent calls and a field error to the others', async () => {
    const names = ['taken1', 'Taken1', 'TAKEN1', 'takeN1', 'taKen1', 'tAken1', 'taken1', 'TakeN1']
    expectOne(await Promise.all(names.map((userName) => create({ userName }))), '/userName', '用户名')
  })

  test('returns 500 for another unique column, without a message about the user name', async () => {
    const { db } = app.services
    await sql`create unique index account_trial on account (name)`.execute(db)
    const first = await create({ name: '同名的人' })
    const second = await create({ name: '同名的人' })
    await sql`drop index account_trial`.execute(db)
    expect(first.status).toBe(200)
    expect([second.status, second.code, second.errors]).toEqual([500, 500, undefined])
    expect(second.text).not.toContain('用户名')
  })
})
