// Tests the migration that removes acting pictures (which call an address) from stored texts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeActingPictures } from '#server/platform/database/migrations/0001/0070-remove-acting-pictures.ts'
import { DATABASES, type TestDatabase } from './each-database.ts'

const PICTURE = '<img src="/file/fileOperation/download/0f8fad5b-d9cb-469f-a165-70867728950e" alt="“图”" />'
const ACTING = '<img src="/newapi/api/sms/sendCode?mobile=13800138000" alt="x" />'

const ROWS: readonly (readonly [string, object, object])[] = [
  ['plain', { title: '无图', note: '流量 < 3000' }, { title: '无图', note: '流量 < 3000' }],
  ['good', { content: `<p>甲</p>${PICTURE}` }, { content: `<p>甲</p>${PICTURE}` }],
  ['acting', { content: `<p>甲${ACTING}乙</p>${PICTURE}` }, { content: `<p>甲乙</p>${PICTURE}` }],
  [
    'nested',
    { steps: [{ text: ACTING, count: 3 }], tags: [] },
    { steps: [{ text: '', count: 3 }], tags: [] },
  ],
]

describe.each(DATABASES)('migration 0070 (remove acting pictures) on $name', ({ isAvailable, open }) => {
  let opened: TestDatabase
  beforeAll(async () => {
    if (isAvailable) opened = await open()
  })
  afterAll(() => opened?.drop())

  test.skipIf(!isAvailable)(
    'removes pictures that call other addresses than files, and changes nothing else',
    async () => {
      const { db } = opened.handle
      for (const [id, body] of ROWS)
        await db
          .insertInto('item')
          .values({ id, type: 'note', status: 'online', title: id, body: body as Record<string, unknown> })
          .execute()
      await removeActingPictures(db)
      for (const [id, , expected] of ROWS) {
        const row = await db.selectFrom('item').select('body').where('id', '=', id).executeTakeFirstOrThrow()
        expect(row.body, id).toEqual(expected)
      }
    },
  )
})
