// Tests tenders: publication by a unit with review, publication by an operator, access of the page.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { validAnswers } from '../../support/valid-answers.ts'

interface Tender {
  readonly id: string
  readonly status: string
  readonly sourceType: string
  readonly revision: number
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
}, 60_000)
afterAll(() => app.close())

const bodyOf = (seed: number) => {
  const form = app.source.model.forms.find(({ id }) => id === 'bidding')
  if (!form) throw new Error('there is no form of tenders')
  return { ...validAnswers(createRandom(seed), form, 0), sourceType: 'platform' }
}

test('a unit publishes a tender as a member after a review, and a supplier is refused', async () => {
  const unit = await app.signIn('buyer', 'unit')
  const supplier = await app.signIn('seller', 'supplier')
  const operator = await app.signIn('editor', 'operator')
  expect((await app.post('/newapi/bidding/add', bodyOf(1), { token: supplier })).status).toBe(403)
  const added = await app.post<Tender>('/newapi/bidding/add', bodyOf(1), { token: unit })
  expect(added.data, added.text).toMatchObject({ status: 'pending' })
  const { id } = added.data
  const info = async (token?: string) => app.get<Tender>(`/newapi/bidding/info/${id}`, { token })
  expect((await info()).status).toBe(404)
  expect((await info(unit)).data).toMatchObject({ sourceType: 'member' })
  const idsAt = async (address: string, token: string) =>
    (await app.get<Paged<Tender>>(address, { token })).data.list.map((item) => item.id)
  expect(await idsAt('/newapi/api/publication/list', unit)).toEqual([id])
  expect(await idsAt('/newapi/bidding/list?mine=true', unit)).toEqual([id])
  expect(await idsAt('/newapi/api/moderation/queue', operator)).toContain(id)

  const update = await app.post('/newapi/bidding/update', { ...bodyOf(2), id, revision: 1 }, { token: unit })
  expect(update.status, update.text).toBe(200)
  expect((await info(unit)).data).toMatchObject({ sourceType: 'member' })
  expect((await app.get(`/newapi/bidding/online?id=${id}`, { token: unit })).status).toBe(403)
  expect((await app.get(`/newapi/bidding/online?id=${id}&revision=2`, { token: operator })).status).toBe(200)
  expect((await info()).data).toMatchObject({ status: 'online', sourceType: 'member' })
})

test('a tender of an operator is public at once', async () => {
  const operator = await app.signIn('editor', 'operator')
  const added = await app.post<Tender>('/newapi/operator/bidding/add', bodyOf(3), { token: operator })
  expect(added.data, added.text).toMatchObject({ status: 'online' })
})

test('the page bidding/publish is accessible to units only', () => {
  const page = app.source.model.pages.find(({ id }) => id === 'bidding/publish')
  expect(page?.access).toEqual(['unit'])
})
