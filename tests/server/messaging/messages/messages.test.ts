// Tests messages between accounts: receivers, read access, and what each side does with its copy.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepFile } from '../../support/keep-file.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

interface Message {
  readonly id: string
  readonly threadId: string
  readonly title: string
  readonly content: string
  readonly senderName: string
  readonly receiverName: string
  readonly readStatus: string
  readonly readers: string | null
  readonly mine: boolean
}
interface Paged {
  readonly list: readonly Message[]
  readonly totalCount: number
}

const BASE = '/newapi/websiteMessage'
let app: TestApp
const tokens: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  for (const [id, role] of [
    ['anna', 'unit'],
    ['bo', 'supplier'],
    ['cai', 'supplier'],
    ['stranger', 'expert'],
    ['boss', 'operator'],
  ] as const)
    tokens[id] = await app.signIn(id, role)
  tokens.black = await app.signIn('black', 'ordinary', { black: true })
  await app.signIn('hidden', 'ordinary')
  // As organisations are registered: by their own names.
  await app.services.db
    .updateTable('account')
    .set({ application: sql`jsonb_build_object('orgName', account.name)` })
    .where('id', '<>', 'hidden')
    .execute()
}, 60_000)
afterAll(() => app.close())

const get = <T>(who: string, path: string) => app.get<T>(`${BASE}${path}`, { token: tokens[who] })
const post = <T>(who: string, path: string, body: object) =>
  app.post<T>(`${BASE}${path}`, body, { token: tokens[who] })
const send = (who: string, more: object) =>
  post<{ id: string; addressed: string; count: number }>(who, '/sendWebsiteMessage', {
    receiverType: '1',
    receiverId: 'bo',
    title: '询问保养',
    content: '请问保养周期多长？',
    ...more,
  })
const inbox = async (who: string, query = '') =>
  (await get<Paged>(who, `/getInboxMessageList${query}`)).data.list
const sent = async (who: string, query = '') => (await get<Paged>(who, `/getMessageList${query}`)).data.list
const unread = async (who: string) =>
  (await app.get<{ messages: number }>('/newapi/msgNotice/unread', { token: tokens[who] })).data.messages

describe('MSG-01 message between accounts', () => {
  test('is in the inbox of its receiver and the sent list of its sender, and unread until it is viewed', async () => {
    const { status, data, text } = await send('anna', {})
    expect(status, text).toBe(200)
    expect(data).toMatchObject({ addressed: '用户 bo', count: 1 })
    expect(await inbox('bo')).toMatchObject([
      { id: data.id, title: '询问保养', senderName: '用户 anna', readStatus: '0', mine: false },
    ])
    expect(await sent('anna')).toMatchObject([
      { id: data.id, receiverName: '用户 bo', readers: '0/1', mine: true },
    ])
    expect(await sent('bo')).toEqual([])
    expect(await inbox('anna')).toEqual([])
    expect(await unread('bo')).toBe(1)
    await get('bo', `/view?id=${data.id}`)
    expect(await unread('bo')).toBe(0)
    expect((await sent('anna'))[0]?.readers).toBe('1/1')
    await post('bo', '/updateMsgStatus', { ids: [data.id], readStatus: '0' })
    expect(await unread('bo')).toBe(1)
    await post('bo', '/updateMsgStatus', { all: true })
    expect(await unread('bo')).toBe(0)
  })

  test('reaches all accounts of an organisation and, if an operator sends it, all users of a role', async () => {
    const now = new Date()
    const entry = { id: 'org-1', type: 'none', status: 'online', title: '江海救援装备厂', body: {} }
    await app.services.db
      .insertInto('item')
      .values({ ...entry, createdAt: now, updatedAt: now })
      .execute()
    await app.services.db
      .updateTable('account')
      .set({ directoryId: 'org-1' })
      .where('id', 'in', ['bo', 'cai'])
      .execute()
    const toOrganisation = await send('anna', {
      receiverType: '2',
      receiverId: undefined,
      organisationName: '江海救援装备厂',
    })
    expect(toOrganisation.data, toOrganisation.text).toMatchObject({ count: 2 })
    expect((await inbox('cai'))[0]?.id).toBe(toOrganisation.data.id)
    const toRole = await send('boss', { receiverType: '3', receiverId: undefined, role: 'supplier' })
    expect(toRole.data, toRole.text).toMatchObject({ addressed: '全部供应商', count: 2 })
    const refused = await send('anna', { receiverType: '3', receiverId: undefined, role: 'supplier' })
    expect(refused.status).toBe(400)
    expect(refused.errors).toMatchObject([{ path: '/receiverType' }])
  })

  test.each([
    ['nobody', { receiverId: 'nobody' }, '/receiverId', '没有找到这位用户'],
    ['a private person whom nobody may find', { receiverId: 'hidden' }, '/receiverId', '没有找到这位用户'],
    ['oneself', { receiverId: 'anna' }, '/receiverType', '不能给自己'],
    [
      'an organisation without accounts',
      { receiverType: '2', receiverId: undefined, organisationName: '没有账号的单位' },
      '/organisationName',
      '尚无可收信的账号',
    ],
  ])('is refused with 400 if its receiver is %s', async (_title, more, path, said) => {
    const { status, errors } = await send('anna', more)
    expect(status).toBe(400)
    expect(errors).toMatchObject([{ path, message: expect.stringContaining(said) }])
  })

  test('is answered within its thread, which only the participants can read', async () => {
    const first = await send('anna', { title: '商量交货' })
    const answer = await post<{ id: string }>('bo', '/reply', {
      replyTo: first.data.id,
      content: '下周可以。',
    })
    expect(answer.status, answer.text).toBe(200)
    const again = await post<{ id: string }>('anna', '/reply', { replyTo: answer.data.id, content: '好的。' })
    const thread = async (who: string) =>
      (await get<Paged>(who, `/thread?threadId=${first.data.id}`)).data.list.map(({ id }) => id)
    const whole = [first.data.id, answer.data.id, again.data.id]
    expect(await thread('anna')).toEqual(whole)
    expect(await thread('bo')).toEqual(whole)
    expect(await thread('stranger')).toEqual([])
    expect((await inbox('anna'))[0]).toMatchObject({ title: '回复：商量交货', content: '下周可以。' })
    expect((await inbox('bo'))[0]).toMatchObject({ title: '回复：商量交货', content: '好的。' })
    expect((await post('stranger', '/reply', { replyTo: first.data.id, content: '我也来' })).status).toBe(404)
  })

  test('cannot be read, marked or deleted by an account that guesses its id', async () => {
    const { data } = await send('anna', {})
    for (const who of ['stranger', 'cai', 'boss']) {
      expect((await get(who, `/info?id=${data.id}`)).status).toBe(404)
      expect((await get(who, `/view?id=${data.id}`)).status).toBe(404)
      expect((await post(who, '/updateMsgStatus', { id: data.id })).status).toBe(404)
      expect((await post(who, '/deleteWebsiteMessage', { ids: [data.id] })).status).toBe(404)
    }
    // Its sender does not mark what only the receiver reads.
    expect((await post('anna', '/updateMsgStatus', { id: data.id })).status).toBe(404)
    expect((await inbox('bo'))[0]?.readStatus).toBe('0')
  })

  test('is deleted for the deleting account only', async () => {
    const { data } = await send('anna', { title: '要删除的' })
    await post('bo', '/deleteWebsiteMessage', { id: data.id })
    expect((await get('bo', `/info?id=${data.id}`)).status).toBe(404)
    expect((await inbox('bo')).some(({ id }) => id === data.id)).toBe(false)
    expect((await get('anna', `/info?id=${data.id}`)).status).toBe(200)
    const other = await send('anna', { title: '也要删除的' })
    await post('anna', '/deleteWebsiteMessage', { id: other.data.id })
    expect((await get('anna', `/info?id=${other.data.id}`)).status).toBe(404)
    expect((await get('bo', `/info?id=${other.data.id}`)).status).toBe(200)
  })

  test('is found by words of its title, its text and the name of the other account', async () => {
    await send('anna', { title: '无人机租赁', content: '需要三架' })
    const found = async (who: string, word: string, list = inbox) =>
      (await list(who, `?keyWord=${encodeURIComponent(word)}`)).map(({ title }) => title)
    expect(await found('bo', '无人机')).toEqual(['无人机租赁'])
    expect(await found('bo', '三架')).toEqual(['无人机租赁'])
    expect(await found('anna', '无人机', sent)).toEqual(['无人机租赁'])
    expect(await found('bo', '%')).toEqual([])
    expect((await found('bo', 'anna')).length).toBeGreaterThan(0)
  })

  test('carries files that only its sender and its receiver can download', async () => {
    const id = await keepFile(app, { form: 'websiteMessage', field: 'attachments', ownerId: 'anna' })
    const message = await send('anna', { attachments: [id] })
    expect(message.status, message.text).toBe(200)
    const download = async (who: string) =>
      (await app.get(`/file/fileOperation/download/${id}`, { token: tokens[who] })).status
    expect(await download('bo')).toBe(200)
    expect(await download('anna')).toBe(200)
    expect(await download('stranger')).not.toBe(200)
    const stolen = await send('stranger', { attachments: [id] })
    expect(stolen.errors).toMatchObject([{ path: '/attachments' }])
    await post('bo', '/deleteWebsiteMessage', { id: message.data.id })
    expect(await download('bo')).not.toBe(200)
  })

  test('ROL-02 cannot be sent by a blacklisted account, which can still read messages', async () => {
    expect((await send('black', {})).status).toBe(403)
    await send('anna', { receiverId: 'black' })
    expect(await inbox('black')).toHaveLength(1)
    expect((await post('black', '/updateMsgStatus', { all: true })).status).toBe(200)
  })
})
