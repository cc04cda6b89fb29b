// Checks that what two people want at the same moment is refused to the second in the words of its own field, and that
// nothing else is called a user name.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ONE_DATABASE } from '../database/each-database.ts'
import { type Answer, createTestApp, type TestApp } from '../support/test-app.ts'

describe.each(ONE_DATABASE)('an account on $name', (database) => {
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

  test('with a number that eight want at once goes to one; the others hear of the number', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ mobile: '13912340001' })))
    expectOne(answers, '/mobile', '手机号码')
  })

  test('with a name that eight want at once, in whatever case, goes to one; the others hear of the name', async () => {
    const names = ['taken1', 'Taken1', 'TAKEN1', 'takeN1', 'taKen1', 'tAken1', 'taken1', 'TakeN1']
    expectOne(await Promise.all(names.map((userName) => create({ userName }))), '/userName', '用户名')
  })

  test('another unique column is no user name: the failure is the server’s own', async () => {
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
