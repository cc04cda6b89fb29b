// Tests fields that are taken over a reference (`x-from`), and dates that are bounded by a number of days of theirs.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COUNTING, modelWith } from '../../../support/loan.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { type Counting, openCounting } from './counting-app.ts'

const LOAN = 'schemas/content/toolLoan.json'
const tooLong = (days: number) => `归还日期不能晚于开始日期后 ${days} 天（最长借期）`

describe.each(ONE_DATABASE)('a field taken over a reference on $name', (database) => {
  let counting: Counting
  beforeAll(async () => {
    counting = await openCounting(database)
  }, 120_000)
  afterAll(() => counting?.app.close())

  const tool = async (longestLoan?: number, of = counting) =>
    (
      await of.added('tool', {
        title: `电钻 ${longestLoan}`,
        ...(longestLoan === undefined ? {} : { longestLoan }),
      })
    ).id
  const days = (toolId: string, startsOn: string, endsOn: string) => ({ tool: toolId, startsOn, endsOn })

  test('bounds the answers when an item is added', async () => {
    const id = await tool(7)
    const late = await counting.add('toolLoan', days(id, '2027-02-25', '2027-03-05'), 'taker')
    expect([late.status, late.errors]).toEqual([400, [{ path: '/endsOn', message: tooLong(7) }]])
    const loan = await counting.added('toolLoan', days(id, '2027-02-25', '2027-03-04'), 'taker')
    expect(await counting.read('toolLoan', loan.id)).toMatchObject({ longestLoan: 7 })
  })

  test('bounds nothing where the other item says nothing', async () => {
    const id = await tool()
    expect((await counting.add('toolLoan', days(id, '2027-02-25', '2027-12-31'), 'nobound')).status).toBe(200)
  })

  test('stays as it was when the other item changes, and is taken anew from another one', async () => {
    const [id, other] = [await tool(10), await tool(2)]
    const loan = await counting.added('toolLoan', days(id, '2027-04-01', '2027-04-09'), 'stays')
    await counting.update('tool', id, { longestLoan: 3 })
    const kept = await counting.update('toolLoan', loan.id, days(id, '2027-04-01', '2027-04-10'), 'stays')
    expect([kept.status, (await counting.read('toolLoan', loan.id)).longestLoan]).toEqual([200, 10])
    const late = await counting.update('toolLoan', loan.id, days(other, '2027-04-01', '2027-04-10'), 'stays')
    expect(late.errors).toEqual([{ path: '/endsOn', message: tooLong(2) }])
    await counting.update('toolLoan', loan.id, days(other, '2027-04-01', '2027-04-03'), 'stays')
    expect(await counting.read('toolLoan', loan.id)).toMatchObject({ tool: other, longestLoan: 2 })
  })

  test('follows the other item with x-follows', async () => {
    const loan = structuredClone(COUNTING[LOAN]) as never as {
      fields: { properties: { longestLoan: Record<string, unknown> } }
    }
    loan.fields.properties.longestLoan['x-follows'] = true
    const following = await openCounting(database, {
      model: modelWith({ ...COUNTING, [LOAN]: loan as never }),
    })
    try {
      const id = await tool(9, following)
      const { id: loanId, revision } = await following.added('toolLoan', days(id, '2027-04-01', '2027-04-09'))
      await following.update('tool', id, { longestLoan: 4 })
      expect(await following.read('toolLoan', loanId)).toMatchObject({ longestLoan: 4, revision })
    } finally {
      await following.app.close()
    }
  }, 120_000)
})
