// Tests the names of accounts in fields that the system fills (x-from), and when a name is omitted.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildStage, type Pledge, pledgeModel, type Stage } from '../../support/pledges.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

/** Lies below what may be asked anonymously. */
const FOLLOW_UP = {
  $schema: '../config/content-type.schema.json',
  version: 1,
  title: '追问记录',
  lifecycle: 'note',
  parent: 'zhihuId',
  fields: {
    type: 'object',
    required: ['title', 'zhihuId'],
    properties: {
      title: { type: 'string', title: '追问', minLength: 2, maxLength: 40 },
      zhihuId: { type: 'string', title: '问题', maxLength: 40, 'x-ref': 'zhihu' },
      askerId: { type: 'string', title: '提问人', maxLength: 40, 'x-from': 'parent.owner' },
      writerId: { type: 'string', title: '追问人', maxLength: 40, 'x-from': 'owner' },
    },
  },
  endpoints: {
    add: { at: 'POST /followUp/add', access: ['registered'] },
    info: { at: 'GET /followUp/info/{id}', access: ['registered'] },
  },
}

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await createTestApp({ model: pledgeModel({ 'schemas/content/followUp.json': FOLLOW_UP }) })
  stage = await buildStage(app)
}, 240_000)
afterAll(() => app?.close())

describe('account in a field that the system fills (x-from)', () => {
  test('is returned with its name to every reader of the field, in the item and in lists', async () => {
    const id = await stage.pledged()
    const names = {
      hostId: 'brigade',
      hostIdTitle: '用户 brigade',
      sponsorId: 'maker',
      sponsorIdTitle: '用户 maker',
    }
    for (const by of ['operator', 'auditor', 'maker', 'brigade'] as const)
      expect(await stage.read(`pledge/info/${id}`, by)).toMatchObject(names)
    const { list } = await stage.read<{ list: readonly Pledge[] }>('operator/pledge/list', 'operator')
    expect(list.find((one) => one.id === id)).toMatchObject(names)
    // Whoever reads no pledge learns nobody's name from it.
    expect((await app.get(`/newapi/pledge/info/${id}`, stage.as('lab'))).text).not.toContain('用户')
  })

  test('is returned with its current name after a change of name', async () => {
    const id = await stage.pledged()
    await app.services.db.updateTable('account').set({ name: '新名称' }).where('id', '=', 'brigade').execute()
    expect(await stage.read(`pledge/info/${id}`, 'maker')).toMatchObject({ hostIdTitle: '新名称' })
  })

  test('is returned without its name where the owner of the parent may be anonymous', async () => {
    const question = { title: '水带多久检查一次？', sysCategoryId: 'C04', anonymous: true }
    const asked = (await stage.post('zhihu/add', question, 'brigade')).data as Pledge
    await app.get(`/newapi/zhihu/online?id=${asked.id}`, stage.as('operator'))
    const given = { title: '是哪一种水带？', zhihuId: asked.id }
    const made = await stage.post('followUp/add', given, 'maker')
    const { id } = (made.data ?? {}) as Pledge
    const { data, text } = await app.get<Pledge>(`/newapi/followUp/info/${id}`, stage.as('maker'))
    expect(data, text).toMatchObject({ writerIdTitle: '用户 maker' })
    expect(data).not.toHaveProperty('askerIdTitle')
    expect(text).not.toMatch(/用户 brigade|新名称/)
  })
})
