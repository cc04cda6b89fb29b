// Tests lists and transitions of operators: status filter, deleted items, actions, reasons.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IS_LONG } from '../../support/long-run.ts'
import { atLeast } from '../../support/test-portal.ts'
import { signInAll } from '../support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

interface Row {
  readonly id: string
  readonly status: string
}
interface Item extends Row {
  readonly actions: readonly { readonly action: string; readonly title: string }[]
  readonly history?: readonly { readonly reason: string | null; readonly words?: string }[]
}
interface List {
  readonly list: readonly Row[]
  readonly totalCount: number
}

let app: TestApp
const tokens: Record<string, string> = {}
let question = ''

const get = <T>(path: string, who?: string) => app.get<T>(`/newapi${path}`, { token: who && tokens[who] })
const take = (action: string, id: string, who: string, reason = '') =>
  get(`/zhihu/${action}?id=${id}${reason && `&reason=${encodeURIComponent(reason)}`}`, who)
const ask = async (title: string) => {
  const body = { title, sysCategoryId: 'C04' }
  const answer = await app.post<{ id: string }>('/newapi/zhihu/add', body, { token: tokens.author })
  return answer.data.id
}
const read = async (id: string, who: string) => (await get<Item>(`/zhihu/info/${id}`, who)).data
const actionsOf = ({ actions }: Item) => actions.map(({ action }) => action)

beforeAll(async () => {
  app = await createTestApp()
  Object.assign(
    tokens,
    await signInAll(app, { author: 'unit', reader: 'supplier', operator: 'operator', auditor: 'auditor' }),
  )
  question = await ask('潜水泵停机后如何保养？')
})
afterAll(() => app.close())

describe('status filter of lists', () => {
  const listed = async (who: string, status: string, path = '/operator/zhihu/manage') => {
    const { data } = await get<List>(`${path}?status=${status}`, who)
    expect(data.list.filter((row) => row.status !== status)).toEqual([])
    expect(data.totalCount).toBe(data.list.length)
    return data.list.map(({ id }) => id)
  }

  test('returns only items of the status in the operator list, and refuses a status that the type lacks', async () => {
    const [online, gone, refused] = [
      await ask('问题甲怎么办？'),
      await ask('问题乙怎么办？'),
      await ask('问题丙怎么办？'),
    ]
    await take('online', online, 'operator')
    await take('delete', gone, 'author')
    await take('refuse', refused, 'operator', '请补充型号')
    expect(await listed('operator', 'pending')).toEqual([question])
    expect(await listed('operator', 'online')).toEqual([online])
    expect(await listed('operator', 'refused')).toEqual([refused])
    expect(await listed('operator', 'deleted')).toEqual([gone])
    const { status, errors } = await get('/operator/zhihu/manage?status=draft', 'operator')
    expect(status, 'a question has no such state').toBe(400)
    expect(errors).toMatchObject([{ path: '/status', message: expect.stringContaining('pending、online') }])
    const { data } = await get<List>('/operator/zhihu/manage', 'operator')
    expect(data.list.map(({ id }) => id).sort()).toEqual([online, question, refused].sort())
  })

  test('returns items of no other status for any role', async () => {
    for (const who of ['guest', 'reader', 'author', 'operator', 'auditor'])
      for (const status of ['refused', 'pending', 'deleted']) await listed(who, status, '/zhihu/list')
    expect((await get('/zhihu/list?status=nonsense', 'guest')).status).toBe(400)
    expect(await listed('guest', 'pending', '/zhihu/list')).toEqual([])
    expect(await listed('author', 'pending', '/zhihu/list')).toEqual([question])
  })
})

describe('deleted item', () => {
  test('is hidden from all but operators and auditors, and is offline after an operator restores it', async () => {
    const id = await ask('误删的问题还能找回吗？')
    await take('online', id, 'operator')
    expect((await take('delete', id, 'operator')).status).toBe(200)
    for (const who of ['guest', 'reader', 'author'])
      expect((await get(`/zhihu/info/${id}`, who)).status).toBe(404)
    const gone = await read(id, 'operator')
    expect([gone.status, actionsOf(gone)]).toEqual(['deleted', ['restore']])
    expect((await get(`/zhihu/info/${id}`, 'auditor')).status).toBe(200)
    for (const path of [`/zhihu/like?id=${id}`, `/zhihu/online?id=${id}`])
      expect((await get(path, 'operator')).status).toBeGreaterThanOrEqual(400)
    const comment = { dataId: id, content: '还在吗' }
    expect((await app.post('/newapi/zhihuComment/add', comment, { token: tokens.operator })).status).toBe(404)
    expect((await get(`/operator/zhihu/restore?id=${id}`, 'author')).status).toBe(403)
    expect((await get(`/operator/zhihu/restore?id=${id}`, 'operator')).status).toBe(200)
    expect((await read(id, 'author')).status).toBe('offline')
    expect((await get(`/zhihu/info/${id}`)).status).toBe(404)
  })
})

describe('actions offered for an item', () => {
  test('contain withdraw for its owner only, while an operator is refused with 403', async () => {
    const id = await ask('谁能撤回这个问题？')
    expect(actionsOf(await read(id, 'operator'))).not.toContain('withdraw')
    expect(actionsOf(await read(id, 'author'))).toContain('withdraw')
    expect(actionsOf(await read(id, 'author'))).not.toContain('online')
    expect((await take('withdraw', id, 'operator')).status).toBe(403)
    expect((await take('withdraw', id, 'author')).status).toBe(200)
  })
})

describe('reason of a transition', () => {
  test('is required, and appears in the history with its label', async () => {
    const id = await ask('标题不清楚的问题？')
    const bare = await take('refuse', id, 'operator')
    expect([bare.status, bare.errors]).toEqual([400, [{ path: '/reason', message: '请填写退回原因' }]])
    await take('refuse', id, 'operator', '请写明型号')
    expect((await read(id, 'author')).history?.[0]).toMatchObject({ words: '审核意见', reason: '请写明型号' })
  })

  test('appears as the answer when a feedback is handled', async () => {
    const body = { title: '页面差错', content: '列表中的日期与原文不一致，请核对。' }
    const note = await app.post<Row>('/newapi/api/mobile/avicfeedback/save', body, { token: tokens.author })
    const path = `/operator/feedback/handle?id=${note.data.id}`
    expect((await get(path, 'operator')).errors).toEqual([{ path: '/reason', message: '请填写处理答复' }])
    const reply = '已更正。'.repeat(100)
    expect((await get(`${path}&reason=${encodeURIComponent(reply)}`, 'operator')).status).toBe(200)
    const { data } = await get<Item>(`/feedback/info/${note.data.id}`, 'author')
    expect(data.history?.[0]).toMatchObject({ words: '处理答复', reason: reply })
  })
})

describe('operator list of every content type', () => {
  /** Everyday runs take turns. */
  const DESK = ['operator', 'auditor'] as const

  test('returns only items of the requested status, for every state', async () => {
    const { contentTypes, operations } = app.source.model
    const pathOf = (id: string | undefined) => operations.find((operation) => operation.id === id)?.path ?? ''
    const desks = contentTypes.filter(({ operations: own }) => own.manage)
    expect(desks.length).toBeGreaterThan(atLeast(20, 12))
    for (const type of desks)
      for (const [at, state] of Object.keys(type.lifecycle.states).entries())
        for (const who of IS_LONG ? DESK : DESK.slice(at % 2).slice(0, 1)) {
          const url = `${pathOf(type.operations.manage)}?status=${state}`
          const { status, data } = await app.get<List>(url, { token: tokens[who] })
          expect([type.name, state, who, status]).toEqual([type.name, state, who, 200])
          expect(data.list.filter((row) => row.status !== state)).toEqual([])
        }
  })
})

describe('reference fields of forms', () => {
  test('have a list operation for their choices', async () => {
    const { forms, contentTypes, operations } = app.source.model
    /** What lies under an item that nobody lists is handed in from that item's page. */
    const isGiven = (form: string, name: string, ref: string | undefined) =>
      contentTypes.find((type) => type.name === form)?.parent === name &&
      !operations.some(({ content }) => content?.type === ref && content?.action === 'list')
    const fields = forms.flatMap((form) =>
      form.fields
        .filter(({ type, ref }) => ref && (type === 'ref' || type === 'ref-list'))
        .filter(({ name, ref }) => !isGiven(form.id, name, ref))
        .map((field) => ({ field, input: form.inputs[field.name] })),
    )
    expect(fields.length).toBeGreaterThan(4)
    for (const { field, input } of fields) {
      const { choices } = (input?.options ?? {}) as { choices?: { path: string; heading: string } }
      expect([field.name, input?.widget, typeof choices?.path]).toEqual([field.name, 'ref-select', 'string'])
      const answer = await app.get<List>(`${choices?.path}?limit=20&keyWord=x`, { token: tokens.operator })
      expect([choices?.path, answer.status]).toEqual([choices?.path, 200])
    }
  })
})
