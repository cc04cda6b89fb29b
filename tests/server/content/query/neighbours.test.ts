// Tests the previous and the next item of an item, on the portal's own configuration and samples.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

interface Neighbours {
  readonly previous: { readonly id: string; readonly title: string } | null
  readonly next: { readonly id: string; readonly title: string } | null
}

describe.each(ONE_DATABASE)('neighbours of an item on $name', (database) => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ database, samples: true })
  }, 60_000)
  afterAll(() => app.close())

  const list = async () =>
    (await app.get<Paged<{ id: string }>>('/newapi/cmsInfo/sortedList?limit=50')).data.list.map(
      ({ id }) => id,
    )
  const around = async (id: string) => (await app.get<Neighbours>(`/newapi/cmsInfo/neighbours?id=${id}`)).data

  test('are the newer and the older item of the list, and the first item has no previous one', async () => {
    const ids = await list()
    for (const [index, id] of ids.slice(0, 10).entries()) {
      const { previous, next } = await around(id)
      expect([previous?.id, next?.id]).toEqual([ids[index - 1], ids[index + 1]])
    }
    expect((await around(ids[0] ?? '')).previous).toBeNull()
  })

  test('skip an item that is offline, and return 404 for this item', async () => {
    const [first, second, third] = await list()
    const { db, cache } = app.services
    await db
      .updateTable('item')
      .set({ status: 'offline' })
      .where('id', '=', second ?? '')
      .execute()
    cache.changed('news')
    expect((await around(first ?? '')).next?.id).toBe(third)
    expect((await app.get(`/newapi/cmsInfo/neighbours?id=${second}`)).status).toBe(404)
  })
})
