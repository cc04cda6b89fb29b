// Tests concurrent calls of several operators.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAudit } from '#server/platform/audit/verify-audit.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { registerAs } from '../accounts/support/registering.ts'

describe.each(ONE_DATABASE)('concurrent operator calls on $name', (database) => {
  const { isAvailable } = database
  let app: TestApp
  let boss: string

  beforeAll(async () => {
    if (!isAvailable) return
    app = await createTestApp({ model: await smallModel(), database })
    boss = await app.signIn('boss', 'operator')
  })
  afterAll(() => app?.close())

  const act = (what: string, body: object, token = boss) =>
    app.post(`/newapi/operator/${what}`, body, { token })
  const historyOf = async (id: string) =>
    (await app.get<{ history: object[] }>(`/newapi/operator/user/info/${id}`, { token: boss })).data.history

  test.skipIf(!isAvailable)('decide an application exactly once', async () => {
    const { answer } = await registerAs(app, 'auth.registerUnit')
    const { id } = answer.data
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2
          ? act('application/approve', { id })
          : act('application/refuse', { id, reason: '资料不全' }),
      ),
    )
    const codes = answers.map(({ code }) => code).sort()
    expect(codes).toEqual([0, ...Array.from({ length: 49 }, () => 40902)])
    expect(await historyOf(id)).toHaveLength(2)
  })

  test.skipIf(!isAvailable)('block some but never all of the operators who block each other', async () => {
    const names = ['boss-1', 'boss-2', 'boss-3', 'boss-4']
    const tokens = await Promise.all(names.map((name) => app.signIn(name, 'operator')))
    const tries = names.map((_, index) =>
      act('user/block', { id: names[(index + 1) % names.length], reason: '试一试' }, tokens[index]),
    )
    const codes = (await Promise.all(tries)).map(({ code }) => code)
    const blocked = codes.filter((code) => code === 0).length
    expect(blocked).toBeGreaterThan(0)
    expect(blocked).toBeLessThan(names.length)
    const { data } = await app.get<{ totalCount: number }>(
      '/newapi/operator/user/list?role=operator&status=blocked',
      { token: boss },
    )
    expect(data.totalCount).toBe(blocked)
  })

  test.skipIf(!isAvailable)('leave an unbroken audit chain', async () => {
    expect(await verifyAudit(app.services.db)).toMatchObject({ ok: true, unchained: 0 })
  })
})
