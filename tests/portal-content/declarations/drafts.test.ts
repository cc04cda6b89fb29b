// Tests the drafts of declarations in the user centre: each has a page where it is continued.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import { keepsDrafts } from '#shared/lifecycles/lifecycle.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'

interface Draft {
  readonly key: string
  readonly type: string
  readonly address: string | null
}

/** As a record stands that its owner has saved once. */
const BEGUN = { status: 'draft', title: '', body: {} }

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('drafts stored as items have an edit page for every type whose lifecycle keeps drafts', async () => {
  const now = new Date()
  const { contentTypes, roles } = app.source.model
  const kept = contentTypes.filter(({ lifecycle }) => keepsDrafts(lifecycle)).map(({ name }) => name)
  expect(kept.length).toBeGreaterThan(3)
  const continued = new Set<string | null>()
  for (const { name: role } of roles) {
    const token = await app.signIn(`boss-${role}`, role)
    await app.services.db
      .insertInto('item')
      .values(
        kept.map((type) => ({
          ...BEGUN,
          id: `begun-${role}-${type}`,
          ownerId: `boss-${role}`,
          type,
          createdAt: now,
          updatedAt: now,
        })),
      )
      .execute()
    const { data } = await app.get<Paged<Draft>>('/newapi/userPage/drafts?limit=50', { token })
    for (const { key, type, address } of data.list.filter((draft) => draft.address !== null)) {
      expect(address).toMatch(new RegExp(`^/.+=${key}$`))
      continued.add(type)
    }
  }
  expect([...continued].sort()).toEqual(kept.sort())
})
