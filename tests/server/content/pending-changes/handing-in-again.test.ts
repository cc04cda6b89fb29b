// Tests that saving a correction of a returned item submits it again, and that other states do not change.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { type Item, openStage, type Paged, type Stage } from './people.ts'

const REASON = `&reason=${encodeURIComponent('请补充数据的出处')}`

describe.each(ONE_DATABASE)('corrected item on $name', (database) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(database)
  })
  afterAll(() => stage.app.close())

  const queue = async () =>
    (await stage.get<Paged<Item>>('operator', '/api/moderation/queue?limit=50')).data.list.map(({ id }) => id)
  const refused = async (title: string): Promise<string> => {
    const id = await stage.write(title, { online: false })
    expect((await stage.step('operator', id, 'refuse', REASON)).data).toMatchObject({ status: 'refused' })
    return id
  }
  const stepsOf = async (id: string) => (await stage.read('author', id)).history?.map(({ action }) => action)

  test('is pending and in the queue again after a refusal', async () => {
    const id = await refused('退回后改正的稿件')
    expect(await queue()).not.toContain(id)
    const saved = await stage.change('author', id, { title: '退回后已改正的稿件' })
    expect([saved.msg, saved.data.status]).toEqual(['success', 'pending'])
    expect(await stage.read('author', id)).toMatchObject({ title: '退回后已改正的稿件', status: 'pending' })
    expect(await stage.read('author', id)).toMatchObject({ statusReason: null })
    expect(await queue()).toContain(id)
    expect(await stepsOf(id)).toEqual(['submit', 'refuse'])
    const { revision } = await stage.read('author', id)
    expect((await stage.change('author', id, { title: '接着再改一处' })).data).toMatchObject({
      status: 'pending',
      revision: revision + 1,
    })
  })

  test('is pending again after a refusal even if no value changed', async () => {
    const id = await refused('没有改动又提交的稿件')
    expect((await stage.change('author', id, {})).data).toMatchObject({ status: 'pending' })
    expect(await queue()).toContain(id)
  })

  test('is pending again after its owner withdrew it', async () => {
    const id = await stage.write('撤回以后再改的稿件')
    await stage.step('author', id, 'withdraw')
    expect((await stage.change('author', id, { title: '撤回以后改好的稿件' })).data.status).toBe('pending')
    expect(await queue()).toContain(id)
    expect((await stage.get('guest', `/deliver/info/${id}`)).status).toBe(404)
  })

  test('keeps its state if it is offline or if an operator corrected it', async () => {
    const offline = await stage.write('下线以后再改的稿件')
    await stage.step('author', offline, 'offline')
    expect((await stage.change('author', offline, { title: '下线以后改过的稿件' })).data.status).toBe(
      'offline',
    )
    const id = await refused('运营人员顺手改正的稿件')
    expect((await stage.change('operator', id, { title: '运营人员改正了的稿件' })).data.status).toBe(
      'refused',
    )
    expect(await queue()).not.toContain(id)
  })

  test('is submitted by saving (afterEdit) in every lifecycle that returns items to their owner', () => {
    const types = stage.app.services.model().contentTypes.filter(({ operations }) => operations.refuse)
    expect(types.length).toBeGreaterThan(5)
    for (const { name, lifecycle } of types) {
      const returned = lifecycle.transitions.flatMap(({ action, to }) => (action === 'refuse' ? [to] : []))
      for (const state of returned) {
        const again = lifecycle.transitions.find(
          ({ action, from, by }) => action === 'submit' && from.includes(state) && by.includes('owner'),
        )
        // A record that is saved is handed in by saving.
        if (
          again &&
          stage.app.services
            .model()
            .operations.some(({ content }) => content?.type === name && content.action === 'update')
        )
          expect([name, state, again.afterEdit]).toEqual([name, state, true])
      }
    }
  })
})
