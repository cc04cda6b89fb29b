// Tests repeated calls with one idempotency key: each write is done once, and the repetition gets its answer.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMAND } from '../../support/demand.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

interface Item {
  readonly id: string
  readonly status: string
  readonly revision: number
}

let app: TestApp
let tokens: Readonly<Record<'buyer' | 'operator', string>>
let keys = 0

beforeAll(async () => {
  app = await createTestApp({ clock: () => new Date('2026-11-20T04:00:00Z') })
  tokens = { buyer: await app.signIn('buyer', 'unit'), operator: await app.signIn('operator', 'operator') }
})
afterAll(() => app.close())

/** Sends the call twice with one key. */
async function twice<T = Item>(who: keyof typeof tokens, address: string, body: object) {
  keys += 1
  const more = { token: tokens[who], headers: { 'Idempotency-Key': `repeated-${keys}` } }
  const first = await app.post<T>(`/newapi${address}`, body, more)
  return [first, await app.post<T>(`/newapi${address}`, body, more)] as const
}

async function logOf(id: string) {
  return app.services.db.selectFrom('transitionLog').select('action').where('itemId', '=', id).execute()
}

async function addDemand(title: string): Promise<Item> {
  const [first, second] = await twice('buyer', '/demand/add', { ...DEMAND, title })
  expect(second.data).toEqual(first.data)
  return first.data
}

test('a create that is sent again with its key makes one item', async () => {
  const { id } = await addDemand('采购无人机两架')
  const items = await app.services.db.selectFrom('item').select('id').where('ownerId', '=', 'buyer').execute()
  expect(items).toEqual([{ id }])
})

test('an update that is sent again with its key gets the first answer instead of a stale revision', async () => {
  const { id } = await addDemand('采购帐篷六十顶')
  const [first, second] = await twice('buyer', '/demand/update', {
    ...DEMAND,
    id,
    revision: 1,
    title: '采购帐篷八十顶',
  })
  expect(first.data).toMatchObject({ id, revision: 2 })
  expect(second.data).toEqual(first.data)
})

test('each item of a bulk transition is moved, although one key is sent for all of them', async () => {
  const items = [await addDemand('采购水泵五台'), await addDemand('采购冲锋舟四艘')]
  const body = { action: 'online', items: items.map(({ id }) => ({ id })) }
  const [first] = await twice<{ done: number }>('operator', '/operator/demand/bulk', body)
  expect(first.data, first.text).toMatchObject({ done: 2 })
  for (const { id } of items) expect(await logOf(id)).toEqual([{ action: 'online' }])
})
