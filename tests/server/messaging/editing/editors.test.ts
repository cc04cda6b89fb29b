// Tests who is told that somebody edits an item: editors of the same item, at any process, until the form is closed.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Editors } from '#server/messaging/editing/editors.ts'
import type { EditingNews } from '#shared/calls/editing-news.ts'
import { openSocket, type TestSocket } from '../../support/open-socket.ts'
import { createTestApp, DATABASE, type TestApp } from '../../support/test-app.ts'

let now = new Date('2026-12-01T02:00:00Z')
let first: TestApp
/** Another process of the same database. */
let second: TestApp
let id = ''

beforeAll(async () => {
  const opened = await DATABASE.open()
  const open = (drop: () => Promise<void>) =>
    createTestApp({ clock: () => now, database: { ...DATABASE, open: async () => ({ ...opened, drop }) } })
  first = await open(opened.drop)
  second = await open(async () => {})
  const { data } = await first.post<{ id: string }>(
    '/newapi/zhihu/add',
    { title: '哪种排水泵适合地下车库', sysCategoryId: 'C04' },
    { token: await first.signIn('zhang', 'unit') },
  )
  id = data.id
}, 60_000)
afterAll(async () => {
  await second.app.close()
  await first.close()
})

async function openFor(app: TestApp, userName: string, role = 'operator'): Promise<TestSocket> {
  const token = await app.signIn(userName, role)
  const socket = await openSocket(app)
  socket.send({ type: 'session', token })
  await vi.waitFor(() => expect(socket.heard).toContainEqual({ type: 'session', state: 'open' }))
  return socket
}
const newsOf = ({ heard }: TestSocket) =>
  heard.filter(({ type }) => type === 'editing') as unknown as EditingNews[]
const last = (socket: TestSocket) => newsOf(socket).at(-1)?.names
const edit = (socket: TestSocket) => socket.send({ type: 'editing', item: id })
const nameOf = async (userName: string) =>
  (await first.services.db.selectFrom('account').select('name').where('id', '=', userName).executeTakeFirst())
    ?.name

describe('an open form of an item', () => {
  test('is told to its other editors at each process, until its window is closed', async () => {
    const [zhang, li] = [await openFor(first, 'zhang', 'unit'), await openFor(second, 'li')]
    edit(zhang)
    await vi.waitFor(() => expect(last(zhang)).toEqual([]))
    edit(li)
    await vi.waitFor(async () => expect(last(li)).toEqual([await nameOf('zhang')]))
    await vi.waitFor(async () => expect(last(zhang)).toEqual([await nameOf('li')]))
    const wang = await openFor(first, 'wang')
    edit(wang)
    await vi.waitFor(async () =>
      expect([...(last(wang) ?? [])].sort()).toEqual([await nameOf('zhang'), await nameOf('li')].sort()),
    )
    zhang.close()
    await vi.waitFor(async () => expect(last(wang)).toEqual([await nameOf('li')]))
    await vi.waitFor(async () => expect(last(li)).toEqual([await nameOf('wang')]))
    li.send({ type: 'editing', item: null })
    await vi.waitFor(() => expect(last(wang)).toEqual([]))
    for (const socket of [li, wang]) socket.close()
  })

  test('is named as long as one of two windows of its editor is open, and not to that editor', async () => {
    const [one, other, li] = [
      await openFor(first, 'zhang', 'unit'),
      await openFor(second, 'zhang', 'unit'),
      await openFor(first, 'li'),
    ]
    for (const socket of [one, other, li]) edit(socket)
    await vi.waitFor(async () => expect(last(one)).toEqual([await nameOf('li')]))
    await vi.waitFor(async () => expect(last(li)).toEqual([await nameOf('zhang')]))
    one.close()
    await sleep(100)
    expect(last(li)).toEqual([await nameOf('zhang')])
    other.close()
    await vi.waitFor(() => expect(last(li)).toEqual([]))
    li.close()
  })

  test('is never told to visitors, to accounts that may not edit the item, nor of another item', async () => {
    const zhang = await openFor(first, 'zhang', 'unit')
    const visitor = await openSocket(first)
    const ordinary = await openFor(first, 'reader', 'ordinary')
    const elsewhere = await openFor(first, 'li')
    elsewhere.send({ type: 'editing', item: 'no-such-item' })
    for (const socket of [visitor, ordinary, zhang]) edit(socket)
    await vi.waitFor(() => expect(last(zhang)).toEqual([]))
    await sleep(100)
    for (const socket of [visitor, ordinary, elsewhere]) expect(newsOf(socket)).toEqual([])
    expect(last(zhang)).toEqual([])
    for (const socket of [zhang, visitor, ordinary, elsewhere]) socket.close()
  })

  test('of a process that died is forgotten after a minute without a sign', async () => {
    const heard: EditingNews[] = []
    const editors = new Editors<string>(first.services, (_socket, news) => heard.push(news))
    await editors.start()
    const account = {
      id: 'li',
      userName: 'li',
      name: '李四',
      role: 'operator',
      grants: ['moderate'],
      black: false,
    }
    await editors.enter('socket', account, id)
    const dead = { item: id, tab: 'dead', by: { id: 'zhao', name: '赵六' } }
    await second.services.database.notify('editing', JSON.stringify(dead))
    await vi.waitFor(() => expect(heard.at(-1)?.names).toEqual(['赵六']))
    now = new Date(now.getTime() + 59_000)
    await editors.renew()
    expect(heard.at(-1)?.names).toEqual(['赵六'])
    now = new Date(now.getTime() + 2_000)
    await editors.renew()
    expect(heard.at(-1)?.names).toEqual([])
    await editors.stop()
  })
})
