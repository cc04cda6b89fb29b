// Tests drafts saved from several browsers: whole or as patches to a revision.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const PATH = '/newapi/api/draft'

interface Kept {
  readonly revision: number
  readonly base?: number
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

  test('apply patches to the latest revision and refuse patches to an older one with 409', async () => {
    const at = place()
    expect((await save({ ...at, data: { title: '排水车', rows } })).data?.revision).toBe(1)
    const patches = [{ op: 'add', path: ['rows', 1, 'count'], value: 5 }]
    expect((await save({ ...at, revision: 1, patches })).data?.revision).toBe(2)
    const late = await save({ ...at, revision: 1, patches: [{ op: 'remove', path: ['title'] }] })
    expect([late.status, late.msg]).toEqual([409, '草稿已在其他位置保存过，请读取最新的草稿'])
    expect(await read(at)).toMatchObject({
      revision: 2,
      data: { title: '排水车', rows: [rows[0], { name: '帐篷', count: 5 }] },
    })
  })

  test('name the revision of the item that they change, until they are saved with another', async () => {
    const at = place()
    await save({ ...at, data: { title: '排水车' }, base: 3 })
    expect((await read(at)).base).toBe(3)
    const patches = [{ op: 'replace', path: ['title'], value: '排水抢险车' }]
    await save({ ...at, revision: 1, patches })
    expect(await read(at)).toMatchObject({ base: 3, data: { title: '排水抢险车' } })
    await save({ ...at, revision: 2, data: { title: '排水抢险车' }, base: 5 })
    expect((await read(at)).base).toBe(5)
    const fresh = place()
    await save({ ...fresh, data: {} })
    expect((await read(fresh)).base).toBeUndefined()
    expect((await save({ ...fresh, data: {}, base: 0 })).status).toBe(400)
  })

  test('accept one of 16 parallel changes to one revision', async () => {
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

  test('accept one of eight parallel first versions', async () => {
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
    ['a list that would get gaps', [{ op: 'add', path: ['rows', 9], value: {} }]],
    ['the length of a list that would grow', [{ op: 'replace', path: ['rows', 'length'], value: 4e9 }]],
    ['the length of a list that is no number', [{ op: 'replace', path: ['rows', 'length'], value: 'x' }]],
    ['a name in a list', [{ op: 'add', path: ['rows', 'x'], value: 1 }]],
    ['what is inherited', [{ op: 'add', path: ['rows', 'push', 'x'], value: 1 }]],
    ['what is inside a text', [{ op: 'replace', path: ['rows', 1, 'name', 'length'], value: 30_000_000 }]],
  ])('refuse a change to %s and stay unchanged', async (_, patches) => {
    const at = place()
    await save({ ...at, data: { rows } })
    const answer = await save({ ...at, revision: 1, patches })
    expect([answer.status, answer.errors?.[0]?.message]).toEqual([
      400,
      '修改与草稿的现有内容不符，请读取最新的草稿',
    ])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect(await read(at)).toMatchObject({ revision: 1, data: { rows } })
  })

  test('return texts exactly as typed, whether sent whole or as patches', async () => {
    const typed = '第一行\n\n第二行  １００％（全角）\t末尾 '
    const at = place()
    await save({ ...at, data: { content: typed } })
    expect((await read(at)).data.content).toBe(typed)
    const patches = [
      { op: 'replace', path: ['content'], value: `${typed}\n第三行` },
      { op: 'add', path: ['rows'], value: [{ note: typed }] },
    ]
    await save({ ...at, revision: 1, patches })
    expect((await read(at)).data).toEqual({ content: `${typed}\n第三行`, rows: [{ note: typed }] })
  })

  test('lose rows when a patch shortens their list', async () => {
    const at = place()
    await save({ ...at, data: { rows } })
    await save({ ...at, revision: 1, patches: [{ op: 'replace', path: ['rows', 'length'], value: 1 }] })
    expect((await read(at)).data.rows).toEqual([rows[0]])
  })

  test('refuse patches without a revision and patches together with data', async () => {
    const at = place()
    await save({ ...at, data: {} })
    const patches = [{ op: 'add', path: ['title'], value: '排水车' }]
    const answers = [await save({ ...at, patches }), await save({ ...at, revision: 1, patches, data: {} })]
    expect(answers.map(({ status }) => status)).toEqual([400, 400])
    expect((await read(at)).revision).toBe(1)
  })

  test('refuse a body without data and patches, and patches that exceed the size limit', async () => {
    const at = place()
    const empty = await save(at)
    expect([empty.status, empty.errors?.[0]?.message]).toEqual([400, '请提交草稿内容或修改'])
    await save({ ...at, data: { text: '长'.repeat(200_000) } })
    const patches = [{ op: 'add', path: ['more'], value: '长'.repeat(100_000) }]
    expect((await save({ ...at, revision: 1, patches })).status).toBe(413)
  })
})
