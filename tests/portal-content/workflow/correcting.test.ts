// Tests which submitted items an operator may correct, by access of the update call: a declaration stays as
// its owner wrote it, and no page offers otherwise.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import { withOwnFiles } from '../../server/support/keep-file.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { validAnswers } from '../../support/valid-answers.ts'

interface Item {
  readonly id: string
  readonly status: string
  readonly revision: number
  readonly editable: boolean
}

let app: TestApp
const tokens: Record<string, string> = {}
beforeAll(async () => {
  app = await createTestApp()
  tokens.maker = await app.signIn('maker', 'unit')
  tokens.editor = await app.signIn('editor', 'operator')
}, 60_000)
afterAll(() => app?.close())

const as = (by: string) => ({ token: tokens[by] })

async function handedIn(typeName: string, save: string) {
  const form = app.source.model.forms.find(({ id }) => id === typeName)
  const type = app.source.model.contentTypes.find(({ name }) => name === typeName)
  if (!form || !type) throw new Error(typeName)
  const answers = await withOwnFiles(app, type, validAnswers(createRandom(3), form, 0), 'maker')
  const { data, text } = await app.post<Item>(`/newapi/${save}`, answers, as('maker'))
  expect(data?.id, text).toBeTruthy()
  return { answers, id: data.id }
}

test.each([
  ['radioDeclaration', 'erdha/submit', 'erdha/update', (id: string) => `erdha/getInfo?id=${id}`],
  ['droneDeclaration', 'drone/save', 'drone/update', (id: string) => `drone/get?id=${id}`],
] as const)(
  'a submitted %s cannot be changed by an operator, and its owner can edit after a return',
  async (type, save, update, info) => {
    const { id, answers } = await handedIn(type, save)
    const read = async (by: string) => (await app.get<Item>(`/newapi/${info(id)}`, as(by))).data
    const before = await read('editor')
    expect(before).toMatchObject({ status: 'submitted', editable: false })
    const body = { ...answers, id, revision: before.revision }
    const changed = await app.post(
      `/newapi/${update}`,
      { ...body, contactMobile: '13900000099' },
      as('editor'),
    )
    expect([changed.status, changed.msg]).toEqual([403, '您没有进行此操作的权限'])
    expect(await read('editor')).toEqual(before)
    const why = { id, reason: '请按标注补正', remarks: [] }
    expect((await app.post(`/newapi/operator/${type}/refuse`, why, as('editor'))).status).toBe(200)
    expect([(await read('maker')).editable, (await read('editor')).editable]).toEqual([true, false])
  },
)

test('a research project can be corrected by an operator, whom its update call names', async () => {
  const { id, answers } = await handedIn('research', 'scientificResearch/save')
  const read = async () => (await app.get<Item>(`/newapi/scientificResearch/info/${id}`, as('editor'))).data
  const { editable, revision } = await read()
  expect(editable).toBe(true)
  const corrected = { ...answers, id, revision, leadUnit: '示例水利科学研究院（更正）' }
  const done = await app.post('/newapi/scientificResearch/update', corrected, as('editor'))
  expect(done.status, done.text).toBe(200)
  expect(await read()).toMatchObject({ leadUnit: corrected.leadUnit, status: 'pending' })
})
