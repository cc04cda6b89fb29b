// Owns the cases of drafts that are kept from several places: as a whole, or as changes to what was seen.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ONE_DATABASE } from '../database/each-database.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

const PATH = '/newapi/api/draft'

interface Kept {
  readonly revision: number
  readonly data: Readonly<Record<string, unknown>>
}

describe.each(ONE_DATABASE)('drafts on $name', (database) => {
  let app: TestApp
  let token: string
  let count = 0
  beforeAll(async () => {
    app = await createTestApp({ database })
    token = await app.signIn('writer', 'unit')
  })
  afterAll(() => app.close())

  const place = () => {
    count += 1
    return { form: 'deliver', key: `key-${count}`, version: 1 }
  }
  const save = (body: object) => app.post<Kept | null>(PATH, body, { token })
  const read = async ({ form, key }: { readonly form: string; readonly key: string }) =>
    (await app.get<Kept>(`${PATH}?form=${form}&key=${key}`, { token })).data
  const rows = [{ name: '水泵', count: 2 }, { name: '帐篷' }]

  test('a change is made to the revision that its author saw, and to no other', async () => {
    const at = place()
    expect((await save({ ...at, data: { title: '排水车', rows } })).data?.revision).toBe(1)
    const patches = [{ op: 'add', path: ['rows', 1, 'count'], value: 5 }]
    expect((await save({ ...at, revision: 1, patches })).data?.revision).toBe(2)
    const late = await save({ ...at, revision: 1, patches: [{ op: 'remove', path: ['title'] }] })
    expect([late.status, late.msg]).toEqual([409, '草稿已在别处保存过，请读取最新的草稿'])
    expect(await read(at)).toMatchObject({
      revision: 2,
      data: { title: '排水车', rows: [rows[0], { name: '帐篷', count: 5 }] },
    })
  })

  test('of many changes at once to one revision exactly one is kept', async () => {
    const at = place()
    await save({ ...at, data: {} })
    const tries = Array.from({ length: 16 }, (_, index) =>
      save({ ...at, revision: 1, patches: [{ op: 'add', path: [`field${index}`], value: index }] }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(15)
    expect(Object.keys((await read(at)).data)).toHaveLength(1)
  })

  test('of many first drafts at once exactly one is kept', async () => {
    const at = place()
    const tries = Array.from({ length: 8 }, (_, index) => save({ ...at, revision: 0, data: { index } }))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect((await read(at)).revision).toBe(1)
  })

  test.each([
    ['a row that is not there', [{ op: 'replace', path: ['rows', 7, 'name'], value: '甲' }]],
    ['a prototype', [{ op: 'add', path: ['__proto__', 'polluted'], value: true }]],
    ['a constructor', [{ op: 'add', path: ['constructor', 'prototype', 'polluted'], value: true }]],
  ])('a change to %s is refused, and nothing is lost', async (_, patches) => {
    const at = place()
    await save({ ...at, data: { rows } })
    const answer = await save({ ...at, revision: 1, patches })
    expect([answer.status, answer.errors?.[0]?.message]).toEqual([400, '修改与草稿现在的内容不符'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect(await read(at)).toMatchObject({ revision: 1, data: { rows } })
  })

  test('neither content nor changes is refused; so is a draft that grows too large by changes', async () => {
    const at = place()
    const empty = await save(at)
    expect([empty.status, empty.errors?.[0]?.message]).toEqual([400, '请提交草稿内容或修改'])
    await save({ ...at, data: { text: '长'.repeat(200_000) } })
    const patches = [{ op: 'add', path: ['more'], value: '长'.repeat(100_000) }]
    expect((await save({ ...at, revision: 1, patches })).status).toBe(413)
  })
})
