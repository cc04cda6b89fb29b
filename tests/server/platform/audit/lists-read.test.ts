// Tests audit entries of lists that show secret fields of other users.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { notedOnceOf } from '#server/platform/audit/audit-once.ts'
import { NOTE, NOTE_FILE, smallFiles } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const READERS = ['owner', 'operator', 'auditor']
const WITH_CONTACT = {
  ...NOTE,
  fields: {
    ...NOTE.fields,
    properties: {
      ...NOTE.fields.properties,
      mobile: { ...NOTE.fields.properties.mobile, 'x-visible': READERS },
      phone: { type: 'string', title: '座机', format: 'telephone', 'x-visible': READERS },
      illness: {
        type: 'string',
        title: '病史',
        'x-widget': 'textarea',
        maxLength: 200,
        'x-secret': true,
        'x-visible': READERS,
      },
    },
  },
}
const PHONE = '021-55667788'
const ILLNESS = '青霉素过敏'

let app: TestApp
const tokens: Record<string, string> = {}
let before = 0

beforeAll(async () => {
  const result = checkConfiguration(
    new Map([...(await smallFiles()), [NOTE_FILE, JSON.stringify(WITH_CONTACT)]]),
  )
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  app = await createTestApp({ model: result.model })
  for (const [name, role] of Object.entries({ boss: 'operator', other: 'operator', member: 'unit' }))
    tokens[name] = await app.signIn(name, role as 'unit')
  for (const [title, phone, illness] of [
    ['有病史的便签', PHONE, ILLNESS],
    ['没有病史的便签', PHONE, undefined],
  ]) {
    const body = { title, phone, illness, mobile: '13912345678' }
    const done = await app.post('/newapi/note/add', body, { token: tokens.member as string })
    if (done.status !== 200) throw new Error(done.text)
  }
})
afterAll(() => app.close())

const entries = () =>
  app.services.db.selectFrom('audit').selectAll().where('id', '>', before).orderBy('id').execute()
beforeEach(async () => {
  await notedOnceOf(app.services).flush()
  before = 0
  before = Math.max(0, ...(await entries()).map(({ id }) => id))
})
const list = (by: string | undefined, query = '') =>
  app.get<{ list: { phone?: string; mobile?: string; illness?: string }[] }>(
    `/newapi/note/list?limit=50${query}`,
    by === undefined ? {} : { token: tokens[by] },
  )

test('GET /note/list writes one audit entry with the secret fields that another user read and their number', async () => {
  const shown = await list('boss')
  expect(shown.data.list.map(({ illness }) => illness)).toContain(ILLNESS)
  expect(shown.data.list[0]?.phone).toBe('********7788')
  expect(shown.data.list[0]?.mobile).toBe('139****5678')
  const [entry, ...more] = await entries()
  expect(more).toEqual([])
  expect(entry).toMatchObject({ actor: 'boss', action: 'note.list', target: 'note', result: 'ok' })
  expect(entry?.detail).toEqual({ fields: ['病史'], entries: 1 })
  expect(JSON.stringify(entry)).not.toContain(ILLNESS)
})

test('further pages of GET /note/list, cached ones too, are counted in a second audit entry', async () => {
  for (let page = 0; page < 3; page += 1) await list('other')
  expect(await entries()).toHaveLength(1)
  await notedOnceOf(app.services).flush()
  expect((await entries()).map(({ detail }) => detail)).toEqual([
    { fields: ['病史'], entries: 1 },
    { fields: ['病史'], entries: 1, further: 2 },
  ])
})

test('GET /note/list writes no audit entry for the owner, for visitors or for empty secret fields', async () => {
  await list('member')
  await list(undefined)
  await list('boss', '&keyWord=没有病史')
  expect(await entries()).toEqual([])
})
