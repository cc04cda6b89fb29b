// Tests saveFile: who may replace the files of an item, in which states, and the refusals (DEC-02).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import { keepFile } from '../../server/support/keep-file.ts'
import { signInAll } from '../../server/support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { type Answers, validAnswers } from '../../support/valid-answers.ts'

const PEOPLE = { maker: 'science', stranger: 'unit', editor: 'operator', auditor: 'auditor' } as const
type Name = keyof typeof PEOPLE

interface Item extends Record<string, unknown> {
  readonly id: string
  readonly status: string
  readonly revision: number
  readonly changeStatus?: string | null
  readonly change?: { readonly revision: number }
  readonly actions: readonly { readonly action: string }[]
}

let app: TestApp
let tokens: Record<Name, string>
beforeAll(async () => {
  app = await createTestApp()
  tokens = await signInAll(app, PEOPLE)
}, 60_000)
afterAll(() => app?.close())

const as = (by: Name | null) => (by ? { token: tokens[by] } : {})
const get = (by: Name | null, path: string) => app.get<Item>(`/newapi/${path}`, as(by))
const post = (by: Name | null, path: string, body: object) => app.post<Item>(`/newapi/${path}`, body, as(by))
const done = async (answer: ReturnType<typeof get>): Promise<Item> => {
  const { status, data, text } = await answer
  expect(status, text).toBe(200)
  return data
}
const answersTo = (type: string, seed: number): Answers => {
  const form = app.source.model.forms.find(({ id }) => id === type)
  if (!form) throw new Error(type)
  const { files: _files, ...answers } = validAnswers(createRandom(seed), form, 0)
  return answers
}

/** By the calls of one noun. */
function filesOf(noun: string, form: string) {
  const read = async (by: Name, id: string) => (await get(by, `${noun}/info/${id}`)).data
  const file = (ownerId: Name = 'maker', of = form) => keepFile(app, { form: of, field: 'files', ownerId })
  const put = async (id: string, by: Name | null = 'maker', more: object = {}) =>
    post(by, `${noun}/saveFile`, { id, files: [await file(by ?? 'maker')], ...more })
  /** In this state its owner puts a file to it, which then is what he reads. */
  const takes = async (id: string, status: string) => {
    const mine = await file()
    const answer = await done(post('maker', `${noun}/saveFile`, { id, files: [mine] }))
    expect(answer).toMatchObject({ id, status })
    expect(await read('maker', id)).toMatchObject({ status, files: [mine] })
    return mine
  }
  /** It refuses its owner with these words, and stays as it was. */
  const refuses = async (id: string, msg: string) => {
    const before = await read('maker', id)
    const answer = await put(id)
    expect([answer.status, answer.msg]).toEqual([409, msg])
    expect(await read('maker', id)).toEqual(before)
  }
  return { read, file, put, takes, refuses }
}

const EXAMINED = '内容已通过审核，附件不能直接更换：请修改内容并一并更换附件，审核通过后生效'

describe('saveFile of scientific research', () => {
  const noun = 'scientificResearch'
  const { read, file, put, takes, refuses } = filesOf(noun, 'research')
  const step = (by: Name, verb: string, query: string) => get(by, `${noun}/${verb}?${query}`)
  const why = `reason=${encodeURIComponent('请补充试验数据')}`
  let answers: Answers
  let id: string
  beforeAll(async () => {
    answers = answersTo('research', 5)
    id = (await done(post('maker', `${noun}/save`, answers))).id
  })

  test('accepts files from owner and operators only, and only own files uploaded for this form', async () => {
    for (const [by, status] of [
      ['stranger', 404],
      ['auditor', 403],
      ['editor', 200],
      [null, 401],
    ] as const)
      expect((await put(id, by)).status, by ?? 'visitor').toBe(status)
    for (const files of [
      [await file('stranger')],
      [await file('maker', 'deliver')],
      ['nowhere'],
      'nowhere',
      [null],
    ]) {
      const refused = await post('maker', `${noun}/saveFile`, { id, files })
      expect([JSON.stringify(files), refused.status]).toEqual([JSON.stringify(files), 400])
      expect(refused.errors?.[0]?.path, JSON.stringify(files)).toMatch(/^\/files/)
      expect(refused.errors?.[0]?.message).toMatch(/[\u4e00-\u9fff]/)
    }
    const unsaid = await post('maker', `${noun}/saveFile`, { id })
    expect([unsaid.status, unsaid.errors?.[0]?.path]).toEqual([400, '/files'])
    const more = await post('maker', `${noun}/saveFile`, { id, files: [], title: '改了的名称' })
    expect(more.status).toBe(400)
    expect((await put('nowhere')).status).toBe(404)
  })

  test('replaces the files of a pending, refused or withdrawn item without changing its state', async () => {
    await takes(id, 'pending')
    await done(step('editor', 'refuse', `id=${id}&${why}`))
    await takes(id, 'refused')
    await done(step('maker', 'submit', `id=${id}`))
    await done(step('maker', 'withdraw', `id=${id}`))
    await takes(id, 'withdrawn')
    await done(step('maker', 'submit', `id=${id}`))
    const kept = await takes(id, 'pending')
    const none = await post('maker', `${noun}/saveFile`, { id, files: [] })
    expect([none.status, none.errors]).toEqual([400, [{ path: '/files', message: '请上传附件' }]])
    expect((await read('maker', id)).files).toEqual([kept])
  })

  test('makes an approval of the revision before the new files fail with 40901', async () => {
    const { revision } = await read('editor', id)
    await takes(id, 'pending')
    expect((await step('editor', 'online', `id=${id}&revision=${revision}`)).code).toBe(40901)
    const { revision: newer } = await read('editor', id)
    await done(step('editor', 'online', `id=${id}&revision=${newer}`))
  })

  test('refuses files for an approved item, with or without a pending change; an update submits them', async () => {
    await refuses(id, EXAMINED)
    const own = await read('maker', id)
    const files = [await file()]
    const asked = await done(
      post('maker', `${noun}/update`, { ...answers, id, revision: own.revision, files }),
    )
    expect(asked).toMatchObject({ status: 'online', changeStatus: 'pending' })
    await refuses(id, EXAMINED)
    expect((await get(null, `${noun}/info/${id}`)).data.files).toEqual(own.files)
    const { change } = await read('editor', id)
    await done(step('editor', 'online', `id=${id}&change=${change?.revision}`))
    expect((await get(null, `${noun}/info/${id}`)).data.files).toEqual(files)
  })

  test('replaces the files of an offline item, which then needs a new approval to go online', async () => {
    await done(step('maker', 'offline', `id=${id}`))
    expect((await read('maker', id)).actions.map(({ action }) => action)).toContain('online')
    await takes(id, 'offline')
    expect((await read('maker', id)).actions.map(({ action }) => action)).toContain('submit')
    expect((await step('maker', 'online', `id=${id}`)).status).toBeGreaterThanOrEqual(400)
    expect((await get(null, `${noun}/info/${id}`)).status).toBe(404)
    await done(step('maker', 'delete', `id=${id}`))
    expect((await put(id)).status).toBe(404)
  })
})

describe('saveFile of unveiling research', () => {
  const noun = 'unveilingResearch'
  const { read, put, takes, refuses } = filesOf(noun, 'unveilingResearch')
  const desk = (verb: string, id: string) => get('editor', `operator/${noun}/${verb}?id=${id}`)
  const back = (id: string) =>
    post('editor', `operator/${noun}/refuse`, { id, reason: '请补充检测报告', remarks: [] })
  let answers: Answers
  const handedIn = async (listNo: string) => {
    const list = {
      title: '隧道火灾侦察灭火机器人揭榜',
      listNo,
      directionAnnouncement: 'DA06',
      application: 'AP08',
      publisher: '示例省应急管理厅',
      requirements: '高温环境连续工作不少于 15 分钟。',
      deadline: '2099-12-31',
    }
    const { id: announceId } = await done(post('editor', 'operator/unveilingList/add', list))
    answers = { ...answersTo('unveilingResearch', 6), announceId }
    return (await done(post('maker', `${noun}/save`, answers))).id
  }

  test('replaces the files of a draft or returned declaration and is refused with the state otherwise', async () => {
    const id = await handedIn('JB-2026-31')
    const examined = '该揭榜攻关申报目前为“待处理”状态，不能修改附件；确需修改的，请先“撤回修改”'
    await refuses(id, examined)
    for (const [by, status] of [
      ['stranger', 404],
      ['editor', 403],
      [null, 401],
    ] as const)
      expect((await put(id, by)).status, by ?? 'visitor').toBe(status)
    await done(get('maker', `${noun}/withdraw?id=${id}`))
    await takes(id, 'draft')
    const kept = await takes(id, 'draft')
    await done(post('maker', `${noun}/save`, { ...answers, id, files: [kept] }))
    await done(desk('accept', id))
    await refuses(id, '该揭榜攻关申报目前为“已受理”状态，不能修改附件')
    await done(back(id))
    const mended = await takes(id, 'returned')
    const { revision } = await read('maker', id)
    const sent = await done(post('maker', `${noun}/update`, { ...answers, id, revision, files: [mended] }))
    expect(sent).toMatchObject({ status: 'submitted' })
    expect((await read('editor', id)).files).toEqual([mended])
    await done(desk('handle', id))
    await refuses(id, EXAMINED)
    await done(get('maker', `${noun}/cancel?id=${id}`))
    await refuses(id, '该揭榜攻关申报目前为“已撤销”状态，不能修改附件')
  })

  test('is refused for a dismissed declaration', async () => {
    const id = await handedIn('JB-2026-32')
    const why = encodeURIComponent('不符合揭榜条件')
    await done(get('editor', `operator/${noun}/dismiss?id=${id}&reason=${why}`))
    await refuses(id, '该揭榜攻关申报目前为“不予通过”状态，不能修改附件')
  })
})
