// Tests how many items an owner has, and items that take the same thing at the same time, with parallel calls.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureIndexes } from '#server/content/indexes/ensure-indexes.ts'
import { COUNTING, modelWith } from '../../../support/loan.ts'
import { DATABASES } from '../../platform/database/each-database.ts'
import { type Counting, openCounting } from './counting-app.ts'

const AVAILABLE = DATABASES.filter(({ isAvailable }) => isAvailable)
const LOAN = 'schemas/content/toolLoan.json'

describe.each(AVAILABLE)('limits of loans on $name', (database) => {
  let counting: Counting
  beforeAll(async () => {
    counting = await openCounting(database)
  }, 120_000)
  afterAll(() => counting?.app.close())

  let tools = 0
  /** Each called differently: equal calls at the same time are one call. */
  const tool = async () => {
    tools += 1
    return (await counting.added('tool', { title: `电钻 ${tools}` })).id
  }
  const book = (who: string, toolId: string, startsOn: string, endsOn: string) =>
    counting.add('toolLoan', { title: '借电钻', tool: toolId, startsOn, endsOn }, who)

  test('one of 64 parallel bookings of the same days wins, and the others learn which days are taken', async () => {
    const id = await tool()
    const names = Array.from({ length: 64 }, (_, index) => `booker${index}`)
    await Promise.all(names.map((name) => counting.token(name)))
    const answers = await Promise.all(names.map((name) => book(name, id, '2027-05-01', '2027-05-03')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const message = '该工具 2027-05-01 至 2027-05-03 已被占用，请另选开始日期与归还日期'
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect([answer.status, answer.errors]).toEqual([400, [{ path: '/startsOn', message }]])
  }, 120_000)

  test('days overlap with their last day, for the same tool and in the named states only', async () => {
    const [id, other] = [await tool(), await tool()]
    const mine = (await book('days0', id, '2027-05-01', '2027-05-03')).data
    const meets = await book('days1', id, '2027-05-03', '2027-05-04')
    expect([meets.status, meets.msg]).toEqual([
      400,
      '该工具 2027-05-01 至 2027-05-03 已被占用，请另选开始日期与归还日期',
    ])
    const next = (await book('days1', id, '2027-05-04', '2027-05-04')).data
    expect(next.status).toBe('requested')
    expect((await book('days2', other, '2027-05-01', '2027-05-03')).status).toBe(200)
    const moved = await counting.update(
      'toolLoan',
      next.id,
      { tool: id, startsOn: '2027-05-02', endsOn: '2027-05-04' },
      'days1',
    )
    expect(moved.status).toBe(400)
    await counting.step('toolLoan/cancel', mine.id, 'days0')
    expect((await book('days3', id, '2027-05-01', '2027-05-03')).status).toBe(200)
    const back = await counting.step('toolLoan/renew', mine.id, 'days0')
    expect([back.status, back.msg]).toEqual([
      400,
      '该工具 2027-05-01 至 2027-05-03 已被占用，请另选开始日期与归还日期',
    ])
  })

  test('of ten parallel loans an owner gets three, and another one after a cancellation', async () => {
    await counting.token('greedy')
    const ids = await Promise.all(Array.from({ length: 10 }, tool))
    const answers = await Promise.all(ids.map((id) => book('greedy', id, '2027-06-01', '2027-06-02')))
    const stored = answers.filter(({ status }) => status === 200)
    expect(stored).toHaveLength(3)
    const message = '每人最多同时有 3 项工具借用，已达上限'
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect([answer.status, answer.msg]).toEqual([409, message])
    const [first] = stored
    await counting.step('toolLoan/handOut', first?.data.id ?? '', 'operator')
    expect((await book('greedy', await tool(), '2027-07-01', '2027-07-02')).msg).toBe(message)
    await counting.step('toolLoan/giveBack', first?.data.id ?? '', 'operator')
    expect((await book('greedy', await tool(), '2027-07-01', '2027-07-02')).status).toBe(200)
    expect((await book('modest', await tool(), '2027-07-01', '2027-07-02')).status).toBe(200)
  }, 120_000)

  test('times take no end, and are named where the portal is', async () => {
    const loan = COUNTING[LOAN] as unknown as { readonly fields: { readonly properties: object } }
    const properties = Object.fromEntries(
      Object.entries(loan.fields.properties).map(([name, field]) => [
        name,
        (field as { format?: string }).format === 'date' ? { ...field, format: 'date-time' } : field,
      ]),
    )
    const model = modelWith({
      ...COUNTING,
      [LOAN]: { ...loan, fields: { ...loan.fields, properties } } as never,
    })
    const timed = await openCounting(database, { model })
    try {
      const id = (await timed.added('tool', { title: '电钻' })).id
      const at = (hour: string) => `2027-05-01T${hour}:00:00+08:00`
      const bookAt = (who: string, from: string, to: string) =>
        timed.add('toolLoan', { title: '借电钻', tool: id, startsOn: at(from), endsOn: at(to) }, who)
      expect((await bookAt('hour0', '08', '10')).status).toBe(200)
      expect((await bookAt('hour1', '10', '12')).status).toBe(200)
      const late = await bookAt('hour2', '09', '10')
      expect([late.status, late.msg]).toEqual([
        400,
        '该工具 2027-05-01 08:00 至 2027-05-01 10:00 已被占用，请另选开始日期与归还日期',
      ])
    } finally {
      await timed.app.close()
    }
  }, 120_000)

  test('items that overlap already keep the constraint away and are named, and the start goes on', async () => {
    const { db } = counting.app.services
    const { limits: _limits, ...file } = COUNTING[LOAN] as unknown as Record<string, unknown>
    await ensureIndexes(db, modelWith({ ...COUNTING, [LOAN]: file as never }))
    const id = await tool()
    const first = (await book('before0', id, '2027-08-01', '2027-08-03')).data
    const second = (await book('before1', id, '2027-08-02', '2027-08-04')).data
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    await ensureIndexes(db, counting.app.services.model(), { print })
    expect(lines).toEqual([
      '内容类型“工具借用”要求同一“工具”的占用时间不得重叠（overlap），但已有内容重叠，暂时无法保证：请修改或删除以下内容，然后重新启动',
      `  《借电钻》（${first.id}）与《借电钻》（${second.id}）`,
    ])
    await sql`update item set status = 'calledOff' where id = ${second.id}`.execute(db)
    await ensureIndexes(db, counting.app.services.model(), { print })
    expect(lines).toHaveLength(2)
    expect((await book('before2', id, '2027-08-03', '2027-08-03')).status).toBe(400)
  })
})
