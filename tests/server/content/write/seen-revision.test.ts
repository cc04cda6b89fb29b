// Tests that the approval of an item that was saved again names the revision that was read.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addArticle, FULL } from '../articles.ts'
import { AVAILABLE, type ContentApp, openContentApp } from '../content-app.ts'
import { loadFixture } from '../fixture.ts'

let app: ContentApp
beforeAll(async () => {
  const database = AVAILABLE.at(-1)
  if (!database) throw new Error('no database')
  app = await openContentApp(database, await loadFixture())
})
afterAll(() => app.close())

const approve = (id: string, more: object = {}) => app.outcome('operator', 'article.online', { id, ...more })

test('approval of an item that was saved once succeeds without a revision', async () => {
  expect(await approve(await addArticle(app, FULL, { online: false }))).toBe('ok')
})

test('approval of an item that was saved again requires its newest revision', async () => {
  const id = await addArticle(app, FULL, { online: false })
  const change = { ...FULL, id, revision: 1, title: '提交后又修改的标题' }
  const { revision } = await app.call('owner', 'article.update', {}, { body: change })
  expect(revision).toBe(2)
  expect(await approve(id)).toBe('BAD_INPUT')
  expect(await approve(id, { revision: 1 })).toBe('STALE_REVISION')
  expect(await approve(id, { revision: 2 })).toBe('ok')
})
