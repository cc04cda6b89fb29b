// Tests preview links: who makes them, what they show to somebody without an account, when they end, and what is logged.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepFile } from '../support/keep-file.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

const DAY = 24 * 3_600_000
const TEXT = `<p>${'排水车进场之前先看地下管网。'.repeat(5)}</p>`

interface Made {
  readonly id: string
  readonly address: string
  readonly expiresAt: string
}

describe('a preview link', () => {
  let now = Date.now()
  let app: TestApp
  const tokens: Record<string, string> = {}
  let [itemId, fileId] = ['', '']
  beforeAll(async () => {
    app = await createTestApp({ clock: () => new Date(now) })
    for (const [name, role] of [
      ['author', 'unit'],
      ['other', 'supplier'],
      ['operator', 'operator'],
    ] as const)
      tokens[name] = await app.signIn(name, role)
    fileId = await keepFile(app, { form: 'deliver', field: 'attachments', ownerId: 'author' })
    const { data } = await app.post<{ id: string }>(
      '/newapi/deliver/add',
      { title: '尚未公开的投稿', deliverType: '1', author: '张工', content: TEXT, attachments: [fileId] },
      as('author'),
    )
    itemId = data.id
  }, 240_000)
  afterAll(() => app.close())

  const as = (name: string) => ({ token: tokens[name] as string })
  const make = (name: string, days = 3) =>
    app.post<Made>('/newapi/api/preview/create', { id: itemId, days }, as(name))
  const tokenOf = ({ address }: Made) =>
    new URL(address.replace('/#/', '/')).searchParams.get('preview') ?? ''
  const read = (token: string) =>
    app.get<{ title: string; status: null; previewUntil: string; companyId?: string }>(
      `/newapi/api/preview/read?token=${token}`,
    )
  const open = async () => {
    const { data } = await make('author')
    return { ...data, token: tokenOf(data) }
  }

  test('is made by the owner and by who examines the item, by nobody else', async () => {
    expect((await make('author')).code).toBe(0)
    expect((await make('operator')).code).toBe(0)
    // He cannot read the item, so he does not learn of it.
    expect((await make('other')).status).toBe(404)
    const guest = await app.post('/newapi/api/preview/create', { id: itemId, days: 3 })
    expect(guest.status).toBe(401)
    expect((await app.get(`/newapi/api/preview/list?id=${itemId}`, as('other'))).status).toBe(404)
  })

  test('shows the item without an account, leads to its page, and is kept from caches and search engines', async () => {
    expect((await app.get(`/newapi/deliver/info/${itemId}`)).status).toBe(404)
    const { token, address } = await open()
    expect(address).toMatch(/#\/threePageContribute\?id=[\w-]+&preview=[\w-]{43}$/)
    const { data, headers, text } = await read(token)
    expect(data).toMatchObject({ title: '尚未公开的投稿', status: null })
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-robots-tag']).toContain('noindex')
    expect(text).not.toContain('receiptNo')
  })

  test('opens the files that its item names, to the browser that has opened it', async () => {
    const { token, id } = await open()
    const cookie = String((await read(token)).headers['set-cookie']).split(';')[0] ?? ''
    const file = (headers = {}) => app.get(`/file/fileOperation/download/${fileId}`, { headers })
    expect((await file()).status).toBe(404)
    expect((await file({ cookie })).status).toBe(200)
    const other = await keepFile(app, { form: 'deliver', field: 'attachments', ownerId: 'author' })
    expect((await app.get(`/file/fileOperation/download/${other}`, { headers: { cookie } })).status).toBe(404)
    await app.post('/newapi/api/preview/revoke', { id }, as('author'))
    expect((await file({ cookie })).status).toBe(404)
  })

  test('ends by its time or when it is revoked, and then answers as an unknown one does', async () => {
    const first = await open()
    const second = await open()
    expect((await app.post('/newapi/api/preview/revoke', { id: first.id }, as('other'))).status).toBe(404)
    expect((await read(first.token)).code).toBe(0)
    expect((await app.post('/newapi/api/preview/revoke', { id: first.id }, as('operator'))).code).toBe(0)
    const revoked = await read(first.token)
    expect(revoked.status).toBe(404)
    expect((await read(second.token)).code).toBe(0)
    now += 3 * DAY + 1_000
    tokens.author = await app.signIn('author', 'unit')
    tokens.operator = await app.signIn('operator', 'operator')
    const over = await read(second.token)
    const unknown = await read('x'.repeat(43))
    expect([over.text, unknown.text].map(withoutRequest)).toEqual(
      [revoked.text, revoked.text].map(withoutRequest),
    )
    const { data } = await app.get<{ list: { id: string; isOpen: boolean }[] }>(
      `/newapi/api/preview/list?id=${itemId}`,
      as('author'),
    )
    expect(data.list.every(({ isOpen }) => !isOpen)).toBe(true)
    expect(JSON.stringify(data)).not.toContain(second.token)
  })

  test('shows the pending change of a public item, while everybody else reads the item', async () => {
    const info = async (name: string) =>
      (await app.get<{ revision: number }>(`/newapi/deliver/info/${itemId}`, as(name))).data
    const { revision } = await info('operator')
    const online = await app.get(`/newapi/deliver/online?id=${itemId}&revision=${revision}`, as('operator'))
    expect(online.code, online.text).toBe(0)
    const changed = await app.post(
      '/newapi/deliver/update',
      {
        id: itemId,
        revision: (await info('author')).revision,
        title: '修改之后的标题',
        deliverType: '1',
        author: '张工',
        content: TEXT,
      },
      as('author'),
    )
    expect(changed.code, changed.text).toBe(0)
    const { token } = await open()
    expect((await read(token)).data.title).toBe('修改之后的标题')
    const guest = await app.get<{ title: string }>(`/newapi/deliver/info/${itemId}`)
    expect(guest.data.title).toBe('尚未公开的投稿')
  })

  test('leaves its making, its reading and its revoking in the audit log, without the token', async () => {
    const { token, id } = await open()
    await read(token)
    await app.post('/newapi/api/preview/revoke', { id }, as('author'))
    const entries = await app.services.db
      .selectFrom('audit')
      .select(['action', 'actor', 'detail'])
      .where('target', '=', itemId)
      .where('action', 'like', 'preview.%')
      .execute()
    const own = entries.filter(({ detail }) => (detail as { link?: string } | null)?.link === id)
    expect(own.map(({ action, actor }) => [action, actor]).sort()).toEqual([
      ['preview.create', 'author'],
      ['preview.read', null],
      ['preview.revoke', 'author'],
    ])
    expect(JSON.stringify(entries)).not.toContain(token)
    const stored = await app.services.db.selectFrom('previewLink').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
  })
})

const withoutRequest = (text: string): string => text.replace(/"requestId":"[^"]*"/, '')
