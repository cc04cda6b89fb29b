// Tests items that are created at the same time: they share a transaction, and each is stored or refused as it would be alone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAudit } from '#server/platform/audit/verify-audit.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { DEMAND } from '../../support/demand.ts'
import { statementsOf } from '../../support/statements.ts'
import { type Answer, createTestApp, type TestApp } from '../../support/test-app.ts'

interface Item {
  readonly id: string
  readonly receiptNo: string
}

const AT_ONCE = 12

describe.each(ONE_DATABASE)('creations at the same time on $name', (database) => {
  let app: TestApp
  const tokens: string[] = []
  beforeAll(async () => {
    app = await createTestApp({ database })
    for (let person = 0; person < AT_ONCE; person += 1)
      tokens.push(await app.signIn(`buyer${person}`, 'unit'))
    await add(0, { title: '先取一批受理编号' })
  }, 60_000)
  afterAll(() => app.close())

  const add = (person: number, more: object, key?: string): Promise<Answer<Item>> =>
    app.post<Item>(
      '/newapi/demand/add',
      { ...DEMAND, ...more },
      { token: tokens[person], ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }) },
    )
  const all = (work: (person: number) => Promise<Answer<Item>>): Promise<Answer<Item>[]> =>
    Promise.all(tokens.map((_, person) => work(person)))
  const ownersOf = async (title: string) =>
    (await app.services.db.selectFrom('item').select(['id', 'ownerId']).where('title', '=', title).execute())
      .length

  test('are all stored with fewer statements than one after the other, and with an audit entry each', async () => {
    const { answer: answers, all: statements } = await statementsOf(() =>
      all((person) => add(person, { title: '同时采购排水车', quantity: person + 1 })),
    )
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 200))
    expect(new Set(answers.map(({ data }) => data.receiptNo)).size).toBe(AT_ONCE)
    expect(await ownersOf('同时采购排水车')).toBe(AT_ONCE)
    expect(statements.length).toBeLessThan(AT_ONCE * 3)
    const ids = answers.map(({ data }) => data.id)
    const entries = await app.services.db
      .selectFrom('audit')
      .select('target')
      .where('action', '=', 'demand.add')
      .where('target', 'in', ids)
      .execute()
    expect(entries.map(({ target }) => target).sort()).toEqual([...ids].sort())
    expect(await verifyAudit(app.services.db)).toMatchObject({ ok: true })
  })

  test('one that repeats another of the same owner is refused, and all others are stored', async () => {
    const answers = await Promise.all([
      ...[1, 2, 3].map((quantity) => add(0, { title: '同时重复提交的需求', quantity })),
      ...tokens.slice(1).map((_, index) => add(index + 1, { title: '同时重复提交的需求' })),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([...tokens.map(() => 200), 409, 409])
    expect(answers.find(({ status }) => status === 409)?.msg).toContain('您已提交过')
    expect(await ownersOf('同时重复提交的需求')).toBe(AT_ONCE)
    expect(await verifyAudit(app.services.db)).toMatchObject({ ok: true })
  })

  test('with idempotency keys get the same answers when they are sent again', async () => {
    const send = () => all((person) => add(person, { title: '带编号的同时提交' }, `together-${person}`))
    const first = await send()
    expect(first.map(({ status }) => status)).toEqual(tokens.map(() => 200))
    expect((await send()).map(({ data }) => data)).toEqual(first.map(({ data }) => data))
    const twice = await Promise.all(
      [0, 0, 1, 1].map((person) => add(person, { title: '一键两次的提交' }, `twice-${person}`)),
    )
    expect(twice.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await ownersOf('一键两次的提交')).toBe(2)
  })
})
