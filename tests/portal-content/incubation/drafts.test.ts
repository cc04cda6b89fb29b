// Tests drafts for a demand that takes no more declarations: notices, refusal of new drafts, to-dos.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { type Onlookers, watch } from '../../server/support/whose-turn.ts'
import { buildStage, DECLARATION, type Item, type Name, type Stage } from './cast.ts'

let app: TestApp
let stage: Stage
let all: Onlookers<Name>
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
  all = watch({
    app,
    names: ['host', 'brigade', 'maker', 'lab', 'plant'],
    tokenOf: (name) => stage.as(name).token,
    desk: ['operator', 'auditor'],
  })
}, 120_000)
afterAll(() => app?.close())

const ok = async (call: string, body: object, by: Name) => {
  const { status, text, data } = await stage.post(call, body, by)
  expect(status, text).toBe(200)
  return data as Item
}
const save = (demandId: string | undefined, by: Name, more: object = {}) =>
  stage.post('incubate/declare/draft', { demandId, title: DECLARATION.title, ...more }, by)
const draft = async (demandId: string, by: Name, more: object = {}) =>
  ((await save(demandId, by, more)).data as Item).id
const told = async (id: string) => (await all.seen(id)).told
const kept = (demandId: string, by: Name) =>
  stage.read<Item & { readonly barred?: string | null }>(`incubate/declare/draft?demandId=${demandId}`, by)
const PAIRED = '该孵化需求的结对情况已是“已结对”，征集已停止，不再接收新的孵化申报'
const SHUT = '该孵化需求目前为“已关闭”状态，不再接收新的孵化申报'

test('draft owners get a notice when the demand is paired, free again or closed; others get none', async () => {
  const demandId = await stage.published()
  const id = await draft(demandId, 'lab')
  const untitled = await draft(demandId, 'plant', { title: undefined })
  const declared = await stage.declared('maker', demandId)
  await told(id)
  await ok('incubate/declare/pair', { id: declared }, 'brigade')
  const paired = (await all.seen(id)).told
  expect(paired.lab).toEqual([`需求已与其他申报结对，草稿保留：${DECLARATION.title}`])
  expect(paired.plant?.[0]).toMatch(/^需求已与其他申报结对，草稿保留/)
  expect(paired.brigade).toBeUndefined()
  await ok('incubate/declare/pair/dissolve', { id: declared, reason: '承研单位退出' }, 'brigade')
  expect((await told(id)).lab).toEqual([`需求恢复征集，草稿可以提交：${DECLARATION.title}`])
  await ok('incubate/demands/close', { id: demandId }, 'brigade')
  expect((await told(id)).lab).toEqual([`需求停止征集，草稿保留：${DECLARATION.title}`])
  for (const [one, by] of [
    [id, 'lab'],
    [untitled, 'plant'],
  ] as const)
    expect(await stage.read<Item>(`incubate/declare?id=${one}`, by)).toMatchObject({ status: 'draft' })
  const { history } = await stage.read<Item>(`incubate/declare?id=${id}`, 'lab')
  expect(history.map(({ title }) => title)).toEqual([
    '需求停止征集，草稿保留',
    '需求恢复征集，草稿可以提交',
    '需求已与其他申报结对，草稿保留',
  ])
  // It is still nobody else's to read.
  expect(await stage.read(`incubate/declare?id=${id}`, 'brigade')).toBeNull()
})

test('a new draft for a paired or closed demand is refused and not stored', async () => {
  const demandId = await stage.published()
  const declared = await stage.declared('maker', demandId)
  await ok('incubate/declare/pair', { id: declared }, 'brigade')
  const late = await save(demandId, 'lab')
  expect([late.status, late.msg]).toEqual([409, PAIRED])
  expect((await save(demandId, 'brigade')).status).toBe(403)
  const other = await stage.published()
  await ok('incubate/demands/close', { id: other }, 'brigade')
  const closed = await save(other, 'lab')
  // Whoever may not read it hears no more of it than that.
  const message = '孵化需求不存在或已被删除，或者目前不对您开放'
  expect([closed.status, closed.errors]).toEqual([400, [{ path: '/demandId', message }]])
  for (const id of [demandId, other]) {
    const { list } = await stage.read<Paged<Item>>(`incubate/declare/page?demandId=${id}`, 'lab')
    expect(list).toEqual([])
  }
})

test('an existing draft for a paired or closed demand remains and shows why it cannot be submitted', async () => {
  const demandId = await stage.published()
  const id = await draft(demandId, 'lab')
  expect(await kept(demandId, 'lab')).toMatchObject({ id, barred: null })
  const declared = await stage.declared('maker', demandId)
  await ok('incubate/declare/pair', { id: declared }, 'brigade')
  expect(await kept(demandId, 'lab')).toMatchObject({ id, status: 'draft', barred: PAIRED })
  expect((await save(demandId, 'lab', { title: '改过的孵化申报草稿' })).data).toMatchObject({ id })
  const open = await stage.published()
  const elsewhere = await draft(open, 'plant')
  const turned = await save(demandId, 'plant', { id: elsewhere })
  expect([turned.status, turned.msg]).toEqual([409, PAIRED])
  const sent = await stage.post('incubate/declare', await stage.answers('lab', demandId), 'lab')
  expect([sent.status, sent.msg]).toEqual([409, PAIRED])
  await ok('incubate/declare/pair/dissolve', { id: declared, reason: '承研单位退出' }, 'brigade')
  expect(await kept(demandId, 'lab')).toMatchObject({ id, barred: null, title: '改过的孵化申报草稿' })
  await ok('incubate/demands/close', { id: demandId }, 'brigade')
  expect(await kept(demandId, 'lab')).toMatchObject({ id, barred: SHUT })
  const own = await stage.read<{ list: { id: string; nextStep: string | null }[] }>(
    'api/publication/list?limit=50',
    'lab',
  )
  expect(own.list.find((one) => one.id === id)?.nextStep).toBe('目前不能提交')
  // What is handed in says nothing of it: it was let in.
  expect(await stage.read<Item>(`incubate/declare?id=${declared}`, 'maker')).not.toHaveProperty('barred')
})

test('a draft that names no demand is stored', async () => {
  const begun = await save(undefined, 'lab')
  expect(begun.data, begun.text).toMatchObject({ status: 'draft' })
})

test('a draft that cannot be submitted is no to-do until the demand takes declarations again', async () => {
  const demandId = await stage.published()
  const id = await draft(demandId, 'plant')
  const declared = await stage.declared('maker', demandId)
  const todo = async () => {
    const { list } = await stage.read<Paged<Item & { readonly turn: string }>>(
      'userPage/todo?limit=50',
      'plant',
    )
    const counts = await stage.read<readonly { type: string; count: number }[]>('userPage/counts', 'plant')
    expect(counts.find(({ type }) => type === 'todo')?.count).toBe(list.length)
    return list.filter((one) => one.id === id).map(({ turn }) => turn)
  }
  expect(await todo()).toEqual(['待您完成：填写并提交'])
  await ok('incubate/declare/pair', { id: declared }, 'brigade')
  expect(await todo()).toEqual([])
  await ok('incubate/declare/pair/dissolve', { id: declared, reason: '承研单位退出' }, 'brigade')
  expect(await todo()).toEqual(['待您完成：填写并提交'])
  await ok('incubate/demands/close', { id: demandId }, 'brigade')
  expect(await todo()).toEqual([])
})
