// Tests that a phrase copied from a text finds the text, and the renewal of search vectors.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { renewVectors } from '#server/content/indexes/renew-vectors.ts'
import { Renewal } from '#server/content/indexes/renewal.ts'
import { searchedTypes } from '#server/content/query/searched-types.ts'
import type { SiteAnswer } from '#server/search/site-search.ts'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { IS_LONG } from '../../support/long-run.ts'
import { int, pick } from '../../support/valid-answers.ts'

const PIECES = IS_LONG ? 200 : 60

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ samples: true })
}, 60_000)
afterAll(() => app.close())

interface Text {
  readonly id: string
  readonly type: string
  readonly shown: string
}

/** As a reader sees it: formatting is not part of a line, and each block is a line of its own. */
function linesOf(html: string): string[] {
  return html
    .replace(/<\/?(?:strong|em|u|s|a|span|b|i|sub|sup|code)(?:\s[^>]*)?>/g, '')
    .split(/<[^>]+>|\n/)
    .map((line) => line.replaceAll('&nbsp;', ' ').replaceAll('&amp;', '&').replaceAll('&lt;', '<').trim())
}

async function onlineTexts(): Promise<Text[]> {
  const fields = new Map(
    searchedTypes(app.source.model).map(({ type }) => [
      type.name,
      type.fields.filter(({ search, visible }) => search && visible === undefined).map(({ name }) => name),
    ]),
  )
  const rows = await app.services.db
    .selectFrom('item')
    .select(['id', 'type', 'body'])
    .where('status', '=', 'online')
    .where('type', 'in', [...fields.keys()])
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, type, body }) =>
    (fields.get(type) ?? []).flatMap((name) =>
      [body[name]]
        .flat()
        .flatMap((value) => (typeof value === 'string' ? linesOf(value) : []))
        .filter((shown) => [...shown].length >= 6)
        .map((shown) => ({ id, type, shown })),
    ),
  )
}

async function finds({ id, type }: Text, phrase: string): Promise<boolean> {
  for (let page = 1; page <= 40; page += 1) {
    const query = new URLSearchParams({ keyWord: phrase, type, limit: '50', page: String(page) })
    const { data } = await app.get<SiteAnswer>(`/newapi/api/search?${query}`)
    if (data.list.some((found) => found.id === id)) return true
    if (page >= data.totalPage) return false
  }
  return false
}

test(`site search finds the item of each of ${PIECES} phrases that are cut anywhere from online texts`, async () => {
  const random = createRandom(20261121)
  const texts = await onlineTexts()
  const missed: string[] = []
  for (let index = 0; index < PIECES; index += 1) {
    const text = pick(random, texts)
    const characters = [...text.shown]
    const length = Math.min(characters.length, int(random, 6, 20))
    const start = int(random, 0, characters.length - length)
    const phrase = characters.slice(start, start + length).join('')
    if (/[\p{L}\p{N}]/u.test(phrase) && !(await finds(text, phrase)))
      missed.push(`${text.type}/${text.id}: ${phrase}`)
  }
  expect(missed).toEqual([])
}, 120_000)

test('renewal of search vectors indexes a stored item without a vector, and runs only once', async () => {
  const texts = await onlineTexts()
  const [text] = texts
  if (!text) throw new Error('no samples')
  await renewVectors(app.services)
  await app.services.db.updateTable('item').set({ search: null }).where('id', '=', text.id).execute()
  await app.services.db.deleteFrom('setting').where('key', '=', `search.${text.type}`).execute()
  expect(await renewVectors(app.services)).toBeGreaterThan(0)
  expect(await finds(text, text.shown.slice(0, 8))).toBe(true)
  expect(await renewVectors(app.services)).toBe(0)
})

test('renewal of search vectors releases the database when stopped, and the next run completes the rest', async () => {
  const { db } = app.services
  await db.updateTable('item').set({ search: null }).execute()
  await db.deleteFrom('setting').where('key', 'like', 'search.%').execute()
  const complaint = vi.spyOn(console, 'error')
  const renewal = new Renewal(app.services)
  renewal.begin()
  renewal.begin()
  await renewal.stop()
  const left = await db.selectFrom('item').select('id').where('search', 'is', null).limit(1).execute()
  expect(left).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 200))
  const settings = await db.selectFrom('setting').select('key').where('key', 'like', 'search.%').execute()
  expect(settings.length).toBeLessThan(app.source.model.contentTypes.length)
  renewal.begin()
  await expect
    .poll(() => db.selectFrom('setting').select('key').where('key', 'like', 'search.%').execute(), {
      timeout: 30_000,
    })
    .toHaveLength(app.source.model.contentTypes.length)
  await renewal.stop()
  const [text] = await onlineTexts()
  if (!text) throw new Error('no samples')
  expect(await finds(text, text.shown.slice(0, 8))).toBe(true)
  expect(complaint).not.toHaveBeenCalled()
})
