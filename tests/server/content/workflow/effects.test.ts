// Tests effects of a transition: fields of the item and receipt numbers.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LOAN, modelWith } from '../../../support/loan.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
let now = new Date('2026-12-31T15:59:00Z')
const tokens = new Map<string, string>()

beforeAll(async () => {
  app = await createTestApp({ model: modelWith(LOAN), clock: () => now })
}, 60_000)
afterAll(() => app?.close())

/** Sessions end long before the year does. */
async function goTo(time: string): Promise<void> {
  now = new Date(time)
  for (const [name, role] of [
    ['borrower', 'rescue'],
    ['keeper', 'operator'],
  ] as const)
    tokens.set(name, await app.signIn(name, role))
}

beforeEach(() => goTo('2026-12-31T15:59:00Z'))

const as = (name: string) => ({ token: tokens.get(name) })
const REQUEST = { title: '便携式排水泵', quantity: 2, returnBy: '2027-01-20' }
const OPINION = { opinion: '同意', urgency: '三天内', until: '2027-01-03' }

async function request(more: object = {}): Promise<string> {
  const { data, status, text } = await app.post<{ id: string }>(
    '/newapi/loan/request',
    { ...REQUEST, ...more },
    as('borrower'),
  )
  expect(status, text).toBe(200)
  return data.id
}
const step = (verb: string, id: string, by: string, more: object = {}) =>
  app.post<Record<string, unknown>>(`/newapi/loan/${verb}`, { id, ...more }, as(by))
const read = async (id: string, by = 'borrower') =>
  (await app.get<Record<string, unknown>>(`/newapi/loan/info/${id}`, as(by))).data

describe('effects of a transition', () => {
  test('write date, time, actor and input, each visible to the readers of the field', async () => {
    const id = await request()
    expect(await read(id)).toMatchObject({ number: null, lentOn: null })
    expect((await step('approve', id, 'keeper', OPINION)).data).toMatchObject({ status: 'approved' })
    expect(await read(id)).toMatchObject({ latest: '2027-01-03' })
    expect(await read(id)).not.toHaveProperty('approvedBy')
    expect(await read(id, 'keeper')).toMatchObject({ approvedBy: 'keeper' })
    // A minute before midnight in Beijing it is still the old day.
    await step('handOut', id, 'keeper')
    expect(await read(id)).toMatchObject({ lentOn: '2026-12-31' })
    await goTo('2026-12-31T16:00:00Z')
    await app.get(`/newapi/loan/giveBack?id=${id}`, as('borrower'))
    expect(await read(id)).toMatchObject({ returnedAt: '2026-12-31T16:00:00.000Z', status: 'givenBack' })
  })

  test('cannot be written by the body of a request or of a correction', async () => {
    const forged = await app.post(
      '/newapi/loan/request',
      { ...REQUEST, number: 'LOAN-2026-999999' },
      as('borrower'),
    )
    expect(forged.status).toBe(400)
    const id = await request()
    await step('approve', id, 'keeper', OPINION)
    const { number, revision } = await read(id, 'keeper')
    const change = { id, revision, ...REQUEST, quantity: 3 }
    expect(
      (await app.post('/newapi/loan/change', { ...change, number: 'LOAN-1' }, as('keeper'))).status,
    ).toBe(400)
    expect((await app.post('/newapi/loan/change', change, as('keeper'))).status).toBe(200)
    expect(await read(id)).toMatchObject({ number, quantity: 3, latest: '2027-01-03' })
  })

  test('leave the revision unchanged, so that an open form can still be saved', async () => {
    const id = await request()
    const before = (await read(id, 'keeper')).revision
    expect((await step('approve', id, 'keeper', OPINION)).data).toMatchObject({ revision: before })
  })

  test('are not written when the transition is refused', async () => {
    const id = await request()
    expect((await step('approve', id, 'keeper', { ...OPINION, urgency: '明年' })).status).toBe(400)
    expect(await read(id, 'keeper')).toMatchObject({ number: null, approvedBy: null })
  })
})

describe('receipt numbers of a transition', () => {
  const approve = async (id: string) => String((await step('approve', id, 'keeper', OPINION)).data.receiptNo)
  const countOf = (number: string) => Number(number.slice(-6))

  test('have a prefix and the year in China, in the item, its field and the answer', async () => {
    await goTo('2027-06-01T00:00:00Z')
    const id = await request()
    const number = await approve(id)
    expect(number).toBe('LOAN-2027-000001')
    expect(await read(id)).toMatchObject({ number, receiptNo: number })
    await goTo('2027-12-31T15:59:59Z')
    expect(await approve(await request())).toBe('LOAN-2027-000002')
    await goTo('2027-12-31T16:00:00Z')
    expect(await approve(await request())).toBe('LOAN-2028-000001')
  })

  test('are unique and without gaps for 24 parallel transitions', async () => {
    await goTo('2029-06-01T00:00:00Z')
    const ids = await Promise.all(Array.from({ length: 24 }, (_, at) => request({ title: `排水泵 ${at}` })))
    // Refused steps between them use no number up.
    const numbers = await Promise.all(
      ids.map(async (id, at) => {
        if (at % 3 === 0) expect((await step('approve', id, 'keeper', {})).status).toBe(400)
        return approve(id)
      }),
    )
    expect(numbers.map(countOf).sort((a, b) => a - b)).toEqual(ids.map((_, at) => at + 1))
  })

  test('are found by the progress query', async () => {
    await goTo('2030-06-01T00:00:00Z')
    await app.services.db
      .updateTable('account')
      .set({ mobile: '13800001234' })
      .where('id', '=', 'borrower')
      .execute()
    const number = await approve(await request())
    const found = await app.post('/newapi/api/progress/query', { receiptNo: number, mobileTail: '1234' })
    expect(found.data, found.text).toMatchObject({ receiptNo: number, matter: '装备借用', state: '已批准' })
  })
})
