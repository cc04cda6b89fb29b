// Tests notices about items that an operator edits or deletes, and who receives them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildStage, FORCE, MISSION, type Stage } from '../../../portal-content/rescue/cast.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
}, 120_000)
afterAll(() => app?.close())

const toldOf = (id: string) =>
  app.services.db
    .selectFrom('notice')
    .select(['userId', 'template', 'content'])
    .where('itemId', '=', id)
    .where('template', 'in', ['edited', 'missionEdited', 'removed', 'erased'])
    .orderBy('userId')
    .execute()
const revisionOf = async (id: string) =>
  (await app.services.db.selectFrom('item').select('revision').where('id', '=', id).executeTakeFirstOrThrow())
    .revision

async function force(forceName: string): Promise<string> {
  const { data, text } = await stage.force('create', { ...FORCE, forceName }, 'boats')
  if (!data) throw new Error(text)
  return (data as { id: string }).id
}

describe('edit of an item', () => {
  test('notifies the owner of the public fields that an operator changed', async () => {
    const id = await force('示例改动队伍')
    const revision = await revisionOf(id)
    const body = { ...FORCE, forceName: '示例改动队伍', id, revision }
    const more = { staffTotal: 55, leaderMobile: '19900000033' }
    const edited = await stage.force('update', { ...body, ...more }, 'operator')
    expect(edited.status, edited.text).toBe(200)
    expect(await toldOf(id)).toEqual([
      {
        userId: 'boats',
        template: 'edited',
        content: '运营人员修改了您的救援力量“示例改动队伍”：总人数。请查看修改后的内容。',
      },
    ])
    const set = await stage.force('ready', { id, readyState: '3' }, 'operator')
    expect(set.status, set.text).toBe(200)
    expect((await toldOf(id)).map(({ content }) => content)).toContain(
      '运营人员修改了您的救援力量“示例改动队伍”：备勤状态。请查看修改后的内容。',
    )
  })

  test('sends no notice if the owner makes it or if no value changes', async () => {
    const id = await force('示例不变队伍')
    const body = { ...FORCE, forceName: '示例不变队伍', id }
    await stage.force('update', { ...body, staffTotal: 41, revision: await revisionOf(id) }, 'boats')
    await stage.force('update', { ...body, staffTotal: 41, revision: await revisionOf(id) }, 'operator')
    expect(await toldOf(id)).toEqual([])
  })

  test('notifies the owner and the assigned force of a mission that an operator changed', async () => {
    const id = await stage.create({ dispatchMode: '1', targetForceId: stage.forces.boats })
    await stage.department('delivery', { id })
    const changed = {
      ...MISSION,
      dispatchMode: '1',
      targetForceId: stage.forces.boats,
      id,
      revision: await revisionOf(id),
      rallyPoint: '另一集结点',
    }
    const edited = await stage.department('update', changed, 'operator')
    expect(edited.status, edited.text).toBe(200)
    const content = `救援任务“${MISSION.title}”由运营人员修改：集结点。请按修改后的内容办理。`
    expect(await toldOf(id)).toEqual([
      { userId: 'boats', template: 'missionEdited', content },
      { userId: 'department', template: 'missionEdited', content },
    ])
  })
})

describe('deletion of an item', () => {
  test('requires a reason from an operator, which the owner gets in a notice', async () => {
    const id = await force('示例删除队伍')
    expect((await stage.force('delete', { id }, 'operator')).status).toBe(400)
    const deleted = await stage.force('delete', { id, reason: '重复登记' }, 'operator')
    expect(deleted.status, deleted.text).toBe(200)
    expect(await toldOf(id)).toEqual([
      {
        userId: 'boats',
        template: 'removed',
        content: '您的救援力量“示例删除队伍”已由运营人员删除。审核意见：重复登记。',
      },
    ])
  })

  test('requires no reason from the owner and sends no notice', async () => {
    const id = await force('示例自删队伍')
    expect((await stage.force('delete', { id }, 'boats')).status).toBe(200)
    expect(await toldOf(id)).toEqual([])
  })
})
