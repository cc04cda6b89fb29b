// Tests a second portal over HTTP, a library: configuration, visitors, cards, books, loans.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFolder } from '#config/load/read-folder.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { toPortalCode } from '#server/configuration/portal-code.ts'
import { seedWhenEmpty } from '#server/transfer/seed/seed-when-empty.ts'
import { createTestApp, type TestApp } from '../server/support/test-app.ts'
import { readFiles } from '../support/source-files.ts'
import { PORTAL } from '../support/test-portal.ts'
import * as shelf from './library/handlers/shelf.ts'
import { LIBRARY } from './library.ts'

interface Listed {
  readonly list: readonly { readonly id: string; readonly title: string; readonly status?: string }[]
  readonly totalCount: number
}
interface Node {
  readonly title: string
  readonly url: string
  readonly group?: string
  readonly side?: boolean
  readonly children: readonly Node[]
}

const PASSWORD = 'Kaijuan-2026!'

let app: TestApp
let librarian: string
let reader: string

beforeAll(async () => {
  app = await createTestApp({ root: LIBRARY, code: toPortalCode([{ file: 'shelf.ts', module: shelf }]) })
  await seedWhenEmpty(app.services)
  librarian = await app.signIn('keeper', 'librarian')
  reader = await app.signIn('borrower', 'reader')
})
afterAll(() => app?.close())

const titlesAt = async (url: string, token?: string) =>
  (await app.get<Listed>(url, { token })).data.list.map(({ title }) => title)

describe('configuration of the library portal', () => {
  test('is valid and causes no warnings', () => {
    const result = checkConfiguration(readFolder(LIBRARY))
    expect(result.ok ? result.warnings : result.problems).toEqual([])
  })

  test('shares no file with the main portal', () => {
    const others = new Set(
      ['schemas', 'pages-config', 'zones-config'].flatMap((folder) =>
        readFiles(folder, /\.(json|svg)$/).map(({ text }) => text.replace(/\s/g, '')),
      ),
    )
    const own = readFiles('tests/portals/library', /\.(json|svg)$/)
    expect(own.length).toBeGreaterThan(20)
    expect(own.filter(({ text }) => others.has(text.replace(/\s/g, ''))).map(({ path }) => path)).toEqual([])
  })

  test('has roles that the main portal lacks, and its own content types', () => {
    const { roles } = JSON.parse(readFileSync(join(PORTAL, 'schemas/roles.json'), 'utf8'))
    const { model } = app.source
    expect(model.roles.map(({ name }) => name)).toEqual(['librarian', 'reader'])
    for (const { name } of model.roles) expect(Object.keys(roles)).not.toContain(name)
    expect(model.contentTypes.map(({ name }) => name)).toEqual(['book', 'loan', 'notice'])
  })
})

describe('visitors of the library', () => {
  test('read published books, and get status 404 for a withdrawn book', async () => {
    expect(await titlesAt('/newapi/book/list?limit=50')).toHaveLength(6)
    expect(await titlesAt('/newapi/book/list?limit=50')).not.toContain('旧馆藏目录')
    expect((await app.get('/newapi/book/info/book-1')).data).toMatchObject({
      title: '城南旧事',
      status: 'published',
      callNumber: 'I246.5/12',
    })
    expect((await app.get('/newapi/book/info/book-7')).status).toBe(404)
  })

  test('filter books by subject, and find them by keyword and by site search', async () => {
    expect(await titlesAt('/newapi/book/list?subject=K')).toEqual(['万历十五年'])
    expect(await titlesAt(`/newapi/book/list?keyWord=${encodeURIComponent('沈从文')}`)).toEqual(['边城'])
    expect(await titlesAt(`/newapi/api/search?keyWord=${encodeURIComponent('昆虫')}`)).toEqual(['昆虫记'])
  })

  test('read the counts of books by subject from the handler of the library', async () => {
    const { data } = await app.get<{ list: readonly object[] }>('/newapi/shelf/count')
    expect(data.list).toContainEqual({ subject: 'I', label: '文学', count: 3 })
    expect(data.list).toContainEqual({ subject: 'K', label: '历史、地理', count: 1 })
  })

  test('get the menu of visitors, and a dictionary with the titles of the states', async () => {
    const { data } = await app.get<readonly Node[]>('/newapi/menu/tree')
    expect(data.map(({ title }) => title)).toEqual(['馆内', '馆藏', '到馆', '我的借阅'])
    const dictionaries = (
      await app.get<Record<string, { value: string; label: string }[]>>('/newapi/api/dict/all')
    ).data
    expect(dictionaries.contentStatus).toContainEqual({ value: 'published', label: '在架', color: 'green' })
    expect(dictionaries.contentStatus?.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['withdrawn', 'asked', 'lent', 'returned']),
    )
  })

  test('get status 401 for borrowing a book and for the list of managed books', async () => {
    expect((await app.post('/newapi/loan/add', { bookId: 'book-1', until: '2999-01-01' })).status).toBe(401)
    expect((await app.get('/newapi/operator/book/manage')).status).toBe(401)
  })

  test.each([
    '/newapi/api/sms/ticket',
    '/newapi/isBlack/getInfo',
    '/newapi/hotSearch/words',
    '/newapi/api/area/tree',
    '/newapi/zone/list',
    '/sso/login',
  ])('get status 404 at %s, which the library does not have', async (path) => {
    expect((await app.get(path)).status).toBe(404)
  })
})

describe('registration of a library card', () => {
  const card = { userName: 'lin_haiyin', password: PASSWORD, passwordAgain: PASSWORD, realName: '林同学' }

  test('creates an active reader without a mobile number, who can sign in', async () => {
    const made = await app.post<{ status: string }>('/newapi/card/apply', card)
    expect(made).toMatchObject({ code: 0, data: { status: 'active' } })
    const signed = await app.post<{ token: string; user: object }>('/newapi/api/login', {
      userName: card.userName,
      password: PASSWORD,
    })
    expect(signed.data.user).toMatchObject({ name: '林同学', role: 'reader' })
    expect((await app.get('/newapi/api/token', { token: signed.data.token })).data).toMatchObject({
      role: 'reader',
    })
  })

  test('refuses a user name that exists already, and the sign-in refuses a wrong password', async () => {
    const again = await app.post('/newapi/card/apply', card)
    expect(again.errors).toEqual([{ path: '/userName', message: '该用户名已被使用，请换一个' }])
    const wrong = await app.post('/newapi/api/login', { userName: card.userName, password: 'Kaijuan-2027!' })
    expect(wrong).toMatchObject({ status: 400, data: { captcha: false } })
  })
})

describe('book of the library', () => {
  let id: string

  test('is added by librarians only, is hidden until published, and cannot be added twice', async () => {
    const book = { title: '骆驼祥子', author: '老舍', subject: 'I', callNumber: 'I246.5/2', year: 1936 }
    expect((await app.post('/newapi/operator/book/add', book, { token: reader })).status).toBe(403)
    const { data, code } = await app.post<{ id: string }>('/newapi/operator/book/add', book, {
      token: librarian,
    })
    expect(code).toBe(0)
    id = data.id
    expect((await app.get(`/newapi/book/info/${id}`)).status).toBe(404)
    const twice = await app.post(
      '/newapi/operator/book/add',
      { ...book, title: '祥子' },
      { token: librarian },
    )
    expect(twice.status).toBe(400)
  })

  test.each([
    ['online', 'published', 200],
    ['offline', 'withdrawn', 404],
    ['online', 'published', 200],
    ['delete', 'discarded', 404],
    ['restore', 'withdrawn', 404],
  ])('accepts the action %s from a librarian only, and is %s afterwards', async (action, state, found) => {
    const base = action === 'restore' ? '/newapi/operator/book' : '/newapi/book'
    expect((await app.get(`${base}/${action}?id=${id}`, { token: reader })).status).toBe(403)
    const step = await app.get<{ status: string }>(`${base}/${action}?id=${id}`, { token: librarian })
    expect(step.data.status).toBe(state)
    expect((await app.get(`/newapi/book/info/${id}`)).status).toBe(found)
  })
})

describe('versions of a book, whose type says "versions": true', () => {
  const ask = <T>(path: string, token = librarian) => app.get<T>(`/newapi/api/version/${path}`, { token })
  interface Version {
    readonly number: number
    readonly by: string
    readonly fields: readonly string[] | null
  }

  test('are listed, compared and restored by librarians, and by no reader', async () => {
    const book = { title: '四世同堂', author: '老舍', subject: 'I', callNumber: 'I246.5/44', year: 1944 }
    const added = await app.post<{ id: string }>('/newapi/operator/book/add', book, { token: librarian })
    const { id } = added.data
    await app.get(`/newapi/book/online?id=${id}`, { token: librarian })
    const wrong = { ...book, title: '五世同堂', id, revision: 1 }
    const edited = await app.post('/newapi/operator/book/update', wrong, { token: librarian })
    expect(edited.status, edited.text).toBe(200)
    const { list } = (await ask<{ list: readonly Version[] }>(`list?id=${id}`)).data
    expect(list.map(({ number, by, fields }) => [number, by, fields])).toEqual([
      [2, '用户 keeper', ['书名']],
      [1, '用户 keeper', null],
    ])
    const compared = (await ask<{ changed: readonly string[] }>(`compare?id=${id}&from=1&to=2`)).data
    expect(compared.changed).toEqual(['title'])
    const restored = await app.post(
      '/newapi/api/version/restore',
      { id, number: 1, revision: 2 },
      { token: librarian },
    )
    expect(restored.status, restored.text).toBe(200)
    expect((await app.get(`/newapi/book/info/${id}`)).data).toMatchObject({ title: '四世同堂' })
    expect((await ask(`list?id=${id}`, reader)).status).toBe(403)
  })
})

describe('handler of the library that reserves a book by its call number', () => {
  const reserve = (body: object, token = reader) =>
    app.post<{ id: string; status: string }>('/newapi/shelf/reserve', body, { token })

  test('makes the loan in the name of the reader, or says which field is wrong', async () => {
    const body = { callNumber: 'I246.5/12', until: '2999-01-01' }
    const token = await app.signIn('reserver', 'reader')
    const { text, status } = await reserve(body, token)
    expect(status, text).toBe(200)
    expect(await titlesAt('/newapi/loan/mine', token)).toEqual(['城南旧事'])
    const wrong = async (changes: object) => (await reserve({ ...body, ...changes })).errors
    expect(await wrong({ callNumber: 'X1' })).toEqual([
      { path: '/callNumber', message: '没有该索书号的在架图书' },
    ])
    expect(await wrong({ until: undefined })).toEqual([{ path: '/until', message: '请选择预计归还' }])
    expect((await reserve(body, librarian)).status).toBe(403)
  })
})

describe('loan of the library', () => {
  let id: string

  test('is requested by readers only, for a published book, and shows the title of the book', async () => {
    const loan = { bookId: 'book-2', until: '2999-01-01' }
    expect((await app.post('/newapi/loan/add', loan, { token: librarian })).status).toBe(403)
    expect(
      (await app.post('/newapi/loan/add', { ...loan, bookId: 'book-7' }, { token: reader })).status,
    ).toBe(400)
    const { data } = await app.post<{ id: string }>('/newapi/loan/add', loan, { token: reader })
    id = data.id
    expect((await app.get(`/newapi/loan/info/${id}`, { token: reader })).data).toMatchObject({
      title: '呼兰河传',
      status: 'asked',
    })
  })

  test('is readable by its own reader only', async () => {
    const other = await app.signIn('other', 'reader')
    expect((await app.get(`/newapi/loan/info/${id}`, { token: other })).status).toBe(404)
    expect(await titlesAt('/newapi/loan/mine', other)).toEqual([])
    expect(await titlesAt('/newapi/loan/mine', reader)).toEqual(['呼兰河传'])
  })

  test('is handed out and taken back by librarians only, in this order', async () => {
    expect((await app.get(`/newapi/loan/accept?id=${id}`, { token: reader })).status).toBe(403)
    expect((await app.get(`/newapi/loan/handle?id=${id}`, { token: librarian })).status).toBe(409)
    for (const [action, state] of [
      ['accept', 'lent'],
      ['handle', 'returned'],
    ]) {
      const { data } = await app.get<{ status: string }>(`/newapi/loan/${action}?id=${id}`, {
        token: librarian,
      })
      expect(data.status).toBe(state)
    }
    expect((await app.get(`/newapi/loan/withdraw?id=${id}`, { token: reader })).status).toBe(409)
  })
})

test('the menu of librarians lists the management of books in the group of their column, as a side menu', async () => {
  const { data } = await app.get<readonly Node[]>('/newapi/menu/tree', { token: librarian })
  const desk = data.find(({ title }) => title === '馆务')
  const column = data.find(({ url }) => url === '/books')?.title
  expect(column).toBeDefined()
  expect(desk?.side).toBe(true)
  expect(desk?.children).toContainEqual(expect.objectContaining({ title: '图书管理', group: column }))
})

test('the site block contains exactly the calls that the library has, and no websocket', async () => {
  const { toSiteBlock } = await import('#server/publishing/portal/site-head.ts')
  const block = toSiteBlock(app.source.model, { demo: false, production: true, organiser: {} })
  expect(block.calls).toEqual({
    'auth.captcha': '/newapi/api/captcha',
    'auth.logout': '/newapi/api/logout',
    'auth.token': '/newapi/api/token',
    'dict.all': '/newapi/api/dict/all',
    'menu.tree': '/newapi/menu/tree',
    'search.suggest': '/newapi/api/search/suggest',
  })
  expect(block.websocket).toBeUndefined()
})
