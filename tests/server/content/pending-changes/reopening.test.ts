// Tests that owners put offline items back online, and that no account approves its own item.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { openStage, type Stage } from './people.ts'

/** The urgent path is open to the own item; what nobody takes, the scheduler does. */
const isDecision = ({ kind, by }: Transition): boolean => kind !== 'urgent' && by.length > 0

describe.each(ONE_DATABASE)('offline items and approval of own items on $name', (database) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(database)
  })
  afterAll(() => stage.app.close())
  const offers = async (who: Parameters<Stage['read']>[0], id: string) =>
    (await stage.read(who, id)).actions.map(({ action, title, note }) => [action, title, note])

  test('an owner puts an unchanged item back online without review', async () => {
    const id = await stage.write('下线后重新上线的稿件')
    expect((await stage.step('author', id, 'offline')).data).toMatchObject({ status: 'offline' })
    expect((await stage.get('guest', `/deliver/info/${id}`)).status).toBe(404)
    expect(await offers('author', id)).toContainEqual(['online', '重新上线', expect.stringContaining('立即')])
    expect((await stage.step('author', id, 'submit')).status).toBe(409)
    expect((await stage.step('author', id, 'online')).data).toMatchObject({ status: 'online' })
    expect(await stage.read('guest', id)).toMatchObject({ title: '下线后重新上线的稿件' })
  })

  test('an owner puts a changed item back online through review only', async () => {
    const id = await stage.write('下线后修改过的稿件')
    await stage.step('author', id, 'offline')
    expect((await stage.change('author', id, { title: '下线后修改了标题的稿件' })).status).toBe(200)
    expect(await offers('author', id)).toContainEqual(['submit', '重新上线', expect.stringContaining('审核')])
    expect((await stage.step('author', id, 'online')).status).toBe(409)
    expect((await stage.step('author', id, 'submit')).data).toMatchObject({ status: 'pending' })
    expect((await stage.get('guest', `/deliver/info/${id}`)).status).toBe(404)
    await stage.step('operator', id, 'online')
    expect(await stage.read('guest', id)).toMatchObject({ title: '下线后修改了标题的稿件' })
  })

  test('an owner puts an item that an operator took offline back online through review only', async () => {
    const id = await stage.write('被运营人员下线的稿件')
    await stage.step('operator', id, 'offline')
    expect((await stage.step('author', id, 'online')).status).toBe(409)
    expect((await stage.step('other', id, 'submit')).status).toBe(404)
    expect((await stage.step('author', id, 'submit')).data).toMatchObject({ status: 'pending' })
  })

  test('an operator cannot approve an own item and sees no button for it; another operator can', async () => {
    const id = await stage.write('运营人员自己写的稿件', { online: false, by: 'operator' })
    const refusal = await stage.step('operator', id, 'online')
    expect([refusal.status, refusal.msg]).toEqual([403, expect.stringContaining('另一位运营人员')])
    expect((await stage.read('operator', id)).actions.map(({ action }) => action)).not.toContain('online')
    expect((await stage.read('second', id)).actions.map(({ action }) => action)).toContain('online')
    expect((await stage.step('second', id, 'online')).data).toMatchObject({ status: 'online' })
  })

  test('a topic that an operator adds is online without review', async () => {
    const added = await stage.post('operator', '/operator/topic/add', { name: '防汛装备' })
    expect(added.data).toMatchObject({ status: 'online' })
  })

  test('every lifecycle offers the owner a transition besides deletion in each editable state', () => {
    for (const { lifecycle } of stage.app.services.model().contentTypes)
      for (const [name, state] of Object.entries(lifecycle.states)) {
        const mine = lifecycle.transitions.filter(
          (step) => step.from.includes(name) && step.by.includes('owner'),
        )
        // What is only kept in a list has no way to go.
        const isKept = lifecycle.transitions.every(({ action }) => ['delete', 'restore'].includes(action))
        // What he has mended an operator may put back.
        const isPutBack = lifecycle.transitions.some(
          ({ from, to }) => from.includes(name) && lifecycle.states[to]?.public,
        )
        if (state.editable && !isKept && !isPutBack && state.readers?.includes('owner'))
          expect(
            mine.filter(({ action }) => action !== 'delete').map(({ action }) => action),
            `${lifecycle.name}/${name}`,
          ).not.toEqual([])
      }
  })

  test('an edit by an operator is in the history that the author of the item reads', async () => {
    const id = await stage.write('运营人员将要修改的稿件')
    expect((await stage.change('operator', id, { title: '运营人员已经修改的稿件' })).status).toBe(200)
    const { history } = await stage.read('author', id)
    expect(history?.[0]).toMatchObject({ change: '运营人员修改了标题', reason: null })
    expect((await stage.change('author', id, { title: '作者又自己修改的稿件' })).status).toBe(200)
    expect((await stage.read('author', id)).history?.[0]?.change).toBe('修改待审核')
  })

  test('every lifecycle with review excludes the owner from the approval, unless it is urgent or the system gives it', () => {
    const { contentTypes } = stage.app.services.model()
    for (const { lifecycle } of contentTypes)
      for (const step of lifecycle.transitions)
        if (lifecycle.states[step.to]?.edited && step.approved !== true && isDecision(step))
          expect([lifecycle.name, step.action, step.not]).toEqual([lifecycle.name, step.action, ['owner']])
  })
})
