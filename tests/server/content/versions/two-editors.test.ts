// Tests two editors of one item: the later save is refused with what the merge needs, and overwrites nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mergeAnswers } from '#portal/core/form-state/merge-answers.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { openStage, type Stage } from '../pending-changes/people.ts'
import { versionCalls } from './version-calls.ts'

describe.each(ONE_DATABASE)('two editors of an item on $name', (database) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(database)
  })
  afterAll(() => stage.app.close())

  const { list } = versionCalls(() => stage)
  const NAMES = ['deliverType', 'author', 'title', 'content'] as const
  const fieldsOf = (item: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(NAMES.map((name) => [name, item[name]]))
  const save = (body: object) => stage.post('operator', '/deliver/update', body)

  test('who saves later is refused with the saved item, and with its versions learns who changed what', async () => {
    const id = await stage.write('两人先后保存同一条内容')
    const base = await stage.read('operator', id)
    await stage.change('second', id, { title: '另一位运营人员的标题' })
    const saved = await stage.read('guest', id)
    const refused = await save({ ...fieldsOf(base), author: '李工', id, revision: base.revision })
    expect([refused.status, refused.code]).toEqual([409, 40901])
    expect(refused.data).toMatchObject({ title: '另一位运营人员的标题', revision: base.revision + 1 })
    expect(await stage.read('guest', id)).toEqual(saved)
    const since = (await list('operator', id)).filter(({ revision }) => revision > base.revision)
    expect(since.map(({ by, fields }) => [by, fields])).toEqual([['用户 second', ['标题']]])
  })

  test('the refused answers, merged with the saved item, keep the changes of both', async () => {
    const id = await stage.write('合并之后两人的改动都在')
    const base = await stage.read('operator', id)
    const mine = { ...fieldsOf(base), author: '李工' }
    await stage.change('second', id, { title: '合并进来的标题' })
    const { data: newer } = await save({ ...mine, id, revision: base.revision })
    const theirs = fieldsOf(newer)
    const { taken, conflicts } = mergeAnswers({ base: fieldsOf(base), mine, theirs })
    expect([[...taken], [...conflicts]]).toEqual([['title'], []])
    const merged = { ...mine, ...Object.fromEntries([...taken].map((name) => [name, theirs[name]])) }
    expect((await save({ ...merged, id, revision: newer.revision })).status).toBe(200)
    expect(await stage.read('guest', id)).toMatchObject({ title: '合并进来的标题', author: '李工' })
    const [last] = await list('operator', id)
    expect([last?.by, last?.fields?.length]).toEqual(['用户 operator', 1])
  })

  test('of 64 saves at once one is a version, and each other one is refused with what its text is merged with', async () => {
    const id = await stage.write('六十四人同时保存的内容')
    const base = await stage.read('operator', id)
    const titleOf = (number: number) => `同时保存的第${number}个标题`
    const titles = Array.from({ length: 64 }, (_, number) => titleOf(number))
    const answers = await Promise.all(
      titles.map((title) => save({ ...fieldsOf(base), title, id, revision: base.revision })),
    )
    const taken = titles.filter((_, number) => answers[number]?.status === 200)
    expect(taken).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    for (const { code, data } of refused)
      expect([code, data.title, data.revision]).toEqual([40901, taken[0], base.revision + 1])
    expect((await stage.read('guest', id)).title).toBe(taken[0])
    // Merged and sent again, one after the other, none of the texts is lost.
    let { revision } = refused[0]?.data ?? base
    for (const title of titles.filter((one) => one !== taken[0]).slice(0, 5)) {
      const merged = await save({ ...fieldsOf(base), title, id, revision })
      expect(merged.status).toBe(200)
      revision = merged.data.revision
    }
    expect(await list('operator', id)).toHaveLength(2 + 5)
  })

  test('a merged save is refused like any other when somebody saved again meanwhile', async () => {
    const id = await stage.write('合并期间又有人保存')
    const base = await stage.read('operator', id)
    await stage.change('second', id, { title: '第一次改的标题' })
    const { data: newer } = await save({ ...fieldsOf(base), author: '李工', id, revision: base.revision })
    await stage.change('second', id, { title: '第二次改的标题' })
    const merged = { ...fieldsOf(base), title: newer.title, author: '李工', id, revision: newer.revision }
    const again = await save(merged)
    expect([again.code, again.data.title]).toEqual([40901, '第二次改的标题'])
    expect(await stage.read('guest', id)).toMatchObject({ title: '第二次改的标题', author: '张工' })
  })
})
