// Tests notices about items that an operator edits or deletes, and who receives them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMAND } from '../../support/demand.ts'
import { buildStage, PLEDGE, pledgeModel, type Stage } from '../../support/pledges.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await createTestApp({ model: pledgeModel() })
  stage = await buildStage(app)
}, 120_000)
afterAll(() => app?.close())

const toldOf = (id: string) =>
  app.services.db
    .selectFrom('notice')
    .select(['userId', 'template', 'content'])
    .where('itemId', '=', id)
    .where('template', 'in', ['edited', 'pledgeEdited', 'pledgeRemoved', 'erased'])
    .orderBy('userId')
    .execute()
const revisionOf = async (id: string) =>
  (await app.services.db.selectFrom('item').select('revision').where('id', '=', id).executeTakeFirstOrThrow())
    .revision

/** Of a demand that is online. */
async function demand(title: string): Promise<string> {
  const { data, text } = await stage.post('demand/add', { ...DEMAND, title }, 'brigade')
  if (!data) throw new Error(text)
  const { id } = data as { id: string }
  const online = await app.get(`/newapi/demand/online?id=${id}`, stage.as('operator'))
  if (online.status !== 200) throw new Error(online.text)
  return id
}

describe('edit of an item', () => {
  test('notifies the owner of the public fields that an operator changed', async () => {
    const id = await demand('示例改动需求')
    const body = { ...DEMAND, title: '示例改动需求', id, revision: await revisionOf(id) }
    const more = { quantity: 5, contactMobile: '19900000033' }
    const edited = await stage.post('demand/update', { ...body, ...more }, 'operator')
    expect(edited.status, edited.text).toBe(200)
    expect(await toldOf(id)).toEqual([
      {
        userId: 'brigade',
        template: 'edited',
        content: '运营人员修改了您的装备需求“示例改动需求”：数量。请查看修改后的内容。',
      },
    ])
    const set = await stage.post('demand/progress', { id, progress: '2' }, 'operator')
    expect(set.status, set.text).toBe(200)
    expect((await toldOf(id)).map(({ content }) => content)).toContain(
      '运营人员修改了您的装备需求“示例改动需求”：对接进度。请查看修改后的内容。',
    )
  })

  test('sends no notice if the owner makes it or if no value changes', async () => {
    const id = await stage.pledged()
    const body = { ...PLEDGE, demandId: stage.demandId, payload: 41, id }
    for (const by of ['maker', 'operator'] as const) {
      const done = await stage.post('pledge/update', { ...body, revision: await revisionOf(id) }, by)
      expect(done.status, done.text).toBe(200)
    }
    expect(await toldOf(id)).toEqual([])
  })

  test('notifies the owner and the other party of an item that an operator changed', async () => {
    const id = await stage.pledged()
    const changed = { ...PLEDGE, demandId: stage.demandId, id, revision: await revisionOf(id) }
    const edited = await stage.post('pledge/update', { ...changed, payload: 7 }, 'operator')
    expect(edited.status, edited.text).toBe(200)
    const content = `研制认领“${PLEDGE.title}”由运营人员修改：最大载荷。请按修改后的内容办理。`
    expect(await toldOf(id)).toEqual([
      { userId: 'brigade', template: 'pledgeEdited', content },
      { userId: 'maker', template: 'pledgeEdited', content },
    ])
  })
})

describe('deletion of an item', () => {
  test('requires a reason from an operator, which the owner gets in a notice', async () => {
    const id = await stage.pledged()
    expect((await stage.post('pledge/delete', { id }, 'operator')).status).toBe(400)
    const deleted = await stage.post('pledge/delete', { id, reason: '重复登记' }, 'operator')
    expect(deleted.status, deleted.text).toBe(200)
    expect(await toldOf(id)).toEqual([
      {
        userId: 'maker',
        template: 'pledgeRemoved',
        content: `您的研制认领“${PLEDGE.title}”已由运营人员删除。审核意见：重复登记。`,
      },
    ])
  })

  test('requires no reason from the owner and sends no notice', async () => {
    const id = await stage.pledged()
    expect((await stage.post('pledge/delete', { id }, 'maker')).status).toBe(200)
    expect(await toldOf(id)).toEqual([])
  })
})
