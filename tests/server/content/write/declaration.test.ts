// Tests declarations: one for each user, saved as a draft, handed in, returned and corrected.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { draftHandlers } from '#server/content/drafts/draft.ts'
import { NO_SESSION_COOKIE } from '#server/platform/http/session-cookie.ts'
import { NO_VISITOR } from '#server/platform/http/visitor-key.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { type ContentApp, openContentApp, type Person } from '../content-app.ts'
import { loadFixture } from '../fixture.ts'

const BODY = { product: '四旋翼', licence: '1', licenceNo: 'A-1' }

describe.each(ONE_DATABASE)('declaration on $name', (database) => {
  let app: ContentApp
  beforeAll(async () => {
    app = await openContentApp(database, await loadFixture())
  })
  afterAll(() => app.close())

  test('does not exist before it is saved, and guests have to sign in', async () => {
    expect(await app.call('owner', 'claim.own')).toBeNull()
    expect(await app.call('owner', 'claim.checkSubmitted')).toEqual({
      submitted: false,
      id: null,
      receiptNo: null,
      status: null,
    })
    for (const operation of ['claim.own', 'claim.checkSubmitted', 'claim.save']) {
      expect(await app.outcome('guest', operation, {}, { body: BODY })).toBe('SIGN_IN_REQUIRED')
    }
  })

  test('is saved as a draft, changed, submitted once and then closed to changes', async () => {
    const draft = await app.call('owner', 'claim.save', { submit: false }, { body: { product: '草稿' } })
    expect(draft).toMatchObject({ status: 'draft', revision: 1 })
    expect(await app.call('owner', 'claim.checkSubmitted')).toMatchObject({ submitted: false, id: draft.id })
    const sent = await app.call('owner', 'claim.save', { submit: 'true' }, { body: BODY })
    expect(sent).toEqual({ id: draft.id, receiptNo: draft.receiptNo, status: 'submitted', revision: 2 })
    expect(await app.call('owner', 'claim.checkSubmitted')).toMatchObject({
      submitted: true,
      receiptNo: draft.receiptNo,
    })
    expect(await app.outcome('owner', 'claim.save', {}, { body: BODY })).toBe('ALREADY_SUBMITTED')
    expect(await app.call('owner', 'claim.own')).toMatchObject({
      product: '四旋翼',
      status: 'submitted',
      receiptNo: draft.receiptNo,
    })
    expect(await app.call('other', 'claim.own')).toBeNull()
  })

  test('is stored once for a user who saves it several times in parallel', async () => {
    await Promise.all(
      Array.from({ length: 8 }, () => app.outcome('other', 'claim.save', { submit: false }, { body: BODY })),
    )
    const rows = await app.services.db
      .selectFrom('item')
      .select('id')
      .where('ownerId', '=', 'other')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test.each([
    [{ product: 'x', licence: '1' }, 'BAD_INPUT'],
    [{ product: 'x', licence: '0' }, 'ok'],
  ] as const)('requires only the fields that its conditions show: %j', async (body, expected) => {
    expect(await app.outcome('operator', 'claim.save', {}, { body })).toBe(expected)
  })
})

describe.each(ONE_DATABASE)('drafts on $name', (database) => {
  let app: ContentApp
  beforeAll(async () => {
    app = await openContentApp(database, await loadFixture())
  })
  afterAll(() => app.close())

  const call = (id: string, person: Person, params: object, body: unknown = null) => {
    const asker = person === 'guest' ? null : { id: person, role: 'unit' as const }
    const request = {
      id: 'r',
      address: '10.0.0.1',
      origin: 'http://localhost',
      userAgent: '',
      sender: 'own' as const,
      visitor: NO_VISITOR,
      session: NO_SESSION_COOKIE,
    }
    const handler = draftHandlers[id]
    if (!handler) throw new Error(id)
    return handler({
      params: { ...params },
      body,
      caller: asker,
      account: null,
      request,
      services: app.services,
    })
  }

  test('are stored separately for each user, form and key', async () => {
    await call(
      'draft.save',
      'owner',
      {},
      { form: 'article', key: 'a', version: 2, data: { title: '半篇\u0000' } },
    )
    await call(
      'draft.save',
      'owner',
      {},
      { form: 'article', key: 'a', version: 3, data: { title: '半篇多' } },
    )
    expect(await call('draft.get', 'owner', { form: 'article', key: 'a' })).toMatchObject({
      version: 3,
      data: { title: '半篇多' },
    })
    expect(await call('draft.get', 'owner', { form: 'article' })).toBeNull()
    expect(await call('draft.get', 'other', { form: 'article', key: 'a' })).toBeNull()
    expect(await call('draft.remove', 'owner', { form: 'article', key: 'a' })).toEqual({ removed: true })
    expect(await call('draft.get', 'owner', { form: 'article', key: 'a' })).toBeNull()
  })

  test.each([
    ['guest', { form: 'article', data: {} }, 'SIGN_IN_REQUIRED'],
    ['owner', { form: 'nothing', data: {} }, 'BAD_PARAMETER'],
    ['owner', { form: 'article', data: [] }, 'BAD_INPUT'],
    ['owner', { form: 'article' }, 'BAD_INPUT'],
    ['owner', { form: 'article', data: { x: 'x'.repeat(300_000) } }, 'BODY_TOO_LARGE'],
  ] as const)(
    'sent by %s are refused when signed out, invalid or too large, case %#',
    async (person, body, expected) => {
      await expect(call('draft.save', person, {}, body)).rejects.toMatchObject({ error: expected })
    },
  )

  test('are limited to 200 for each user, and the oldest are deleted', async () => {
    for (let index = 0; index < 205; index += 1) {
      await call('draft.save', 'other', {}, { form: 'article', key: `k${index}`, data: { index } })
    }
    const rows = await app.services.db
      .selectFrom('draft')
      .select('key')
      .where('userId', '=', 'other')
      .execute()
    expect(rows.length).toBeLessThanOrEqual(200)
    expect(rows.map(({ key }) => key)).toContain('k204')
  })
})
