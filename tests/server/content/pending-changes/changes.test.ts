// Tests pending changes: a change of an approved item waits until another account approves it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { type Item, openStage, type Paged, type Stage, type Who } from './people.ts'

const NEW_TEXT = `<p>${'改写后的正文。'.repeat(10)}</p>`

interface Change {
  readonly status: string
  readonly reason: string | null
  readonly revision: number
  readonly isOwn: boolean
  readonly isBehind: boolean
  readonly fields: readonly string[]
  readonly item: Readonly<Record<string, unknown>>
  readonly actions: readonly { readonly action: string; readonly title: string }[]
}

describe.each(ONE_DATABASE)('pending change of an approved item on $name', (database) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(database)
  })
  afterAll(() => stage.app.close())

  const changeOf = async (who: Who, id: string) => (await stage.read(who, id)).change as Change | undefined
  const titlesIn = async (who: Who, url: string) =>
    (await stage.get<Paged<Item>>(who, url)).data.list.map(({ title }) => title)
  const decide = async (who: Who, id: string, action: string, more = '') =>
    stage.step(who, id, action, `&change=${(await changeOf('auditor', id))?.revision}${more}`)
  const edited = async (title: string): Promise<string> => {
    const id = await stage.write(title)
    const saved = await stage.change('author', id, { title: `${title}（新）`, content: NEW_TEXT })
    expect([saved.status, saved.data.status, saved.data.changeStatus]).toEqual([200, 'online', 'pending'])
    return id
  }

  test('leaves the public detail, list and search unchanged', async () => {
    const id = await stage.write('公开读到的仍是原来的样子')
    const before = {
      info: await stage.read('guest', id),
      list: (await stage.get('guest', '/deliver/list?limit=50')).data,
    }
    await stage.change('author', id, { title: '另外一个全新的题目', content: NEW_TEXT })
    for (const who of ['guest', 'other'] as const) {
      const { title, content, change, changeStatus, updatedAt } = await stage.read(who, id)
      expect([title, content, change, changeStatus]).toEqual([
        before.info.title,
        before.info.content,
        undefined,
        undefined,
      ])
      expect(updatedAt).toBe(before.info.updatedAt)
      expect(await titlesIn(who, '/deliver/list?limit=50')).toContain(before.info.title)
      expect(await titlesIn(who, `/deliver/list?keyWord=${encodeURIComponent('全新的题目')}`)).toEqual([])
      expect(JSON.stringify((await stage.get(who, '/deliver/list?limit=50')).data)).not.toContain('另外一个')
    }
    expect(await stage.read('guest', id)).toEqual(before.info)
    expect((await stage.get('guest', '/deliver/list?limit=50')).data).toEqual(before.list)
    const found = await stage.get<Paged<Item>>(
      'guest',
      `/search/result?keyWord=${encodeURIComponent('全新的题目')}`,
    )
    expect(JSON.stringify(found.data ?? null)).not.toContain('另外一个')
  })

  test('is shown with its changed fields to its author, operators and auditors', async () => {
    const id = await edited('两个版本可以对比的稿件')
    for (const who of ['author', 'operator', 'auditor'] as const) {
      const item = await stage.read(who, id)
      const change = item.change as Change
      expect([item.title, change.item.title]).toEqual([
        '两个版本可以对比的稿件',
        '两个版本可以对比的稿件（新）',
      ])
      expect([...change.fields].sort()).toEqual(['content', 'title'])
      expect([item.changeStatus, change.status, change.isOwn]).toEqual([
        'pending',
        'pending',
        who === 'author',
      ])
    }
    const offered = async (who: Who) => (await changeOf(who, id))?.actions.map(({ title }) => title)
    expect(await offered('author')).toEqual(['撤回修改'])
    expect(await offered('operator')).toEqual(['通过修改', '不通过修改'])
    expect(await offered('auditor')).toEqual([])
  })

  test('is listed in the queue and in lists of pending items until it is approved', async () => {
    const id = await edited('等待审核的修改在队列里')
    const ids = async (who: Who, url: string) =>
      (await stage.get<Paged<Item>>(who, url)).data.list.map((item) => [item.id, item.changeStatus])
    const found = [id, 'pending']
    expect(await ids('operator', '/api/moderation/queue?limit=50')).toContainEqual(found)
    expect(await ids('operator', '/api/moderation/queue?limit=50&dataType=deliver')).toContainEqual(found)
    expect(await ids('operator', '/api/moderation/queue?limit=50&dataType=video')).not.toContainEqual(found)
    expect(await ids('operator', '/operator/deliver/manage?status=pending&limit=50')).toContainEqual(found)
    expect(await ids('author', '/api/publication/list?limit=50')).toContainEqual(found)
    expect(await ids('author', '/api/publication/list?limit=50&status=pending')).toContainEqual(found)
    expect(await ids('author', '/deliver/list?mine=true&limit=50')).toContainEqual(found)
    await decide('operator', id, 'online')
    expect(await ids('operator', '/api/moderation/queue?limit=50')).not.toContainEqual(found)
    expect(await ids('author', '/api/publication/list?limit=50')).toContainEqual([id, null])
  })

  test('notifies its author when it is approved or refused', async () => {
    const heard = async () =>
      (
        await stage.get<Paged<{ title: string }>>('author', '/msgNotice/getMsgNoticeInfo?limit=5')
      ).data.list.map(({ title }) => title)
    const passed = await edited('修改稿通过时说清楚')
    await decide('operator', passed, 'online')
    expect((await heard())[0]).toMatch(/^[^“]+的修改稿“修改稿通过时说清楚（新）”已通过审核$/)
    const failed = await edited('修改稿退回时说清楚')
    await decide('operator', failed, 'refuse', `&reason=${encodeURIComponent('请补充应用案例')}`)
    expect((await heard())[0]).toMatch(/^[^“]+的修改稿“修改稿退回时说清楚”审核未通过$/)
    expect((await stage.read('author', failed)).status).toBe('online')
  })

  test('replaces the public version as its next revision when it is approved', async () => {
    const id = await edited('通过以后换成新的版本')
    const { receiptNo } = await stage.read('author', id)
    const { revision } = (await changeOf('operator', id)) as Change
    const approved = await decide('operator', id, 'online')
    expect(approved.data).toMatchObject({ status: 'online', revision: revision + 1, changeStatus: null })
    expect(await stage.read('guest', id)).toMatchObject({
      title: '通过以后换成新的版本（新）',
      content: NEW_TEXT,
    })
    const item = await stage.read('author', id)
    expect([item.change, item.receiptNo]).toEqual([undefined, receiptNo])
    expect(item.history?.map(({ action }) => action).slice(0, 2)).toEqual(['change:online', 'change:submit'])
    expect(item.history?.map(({ change }) => change).slice(0, 3)).toEqual(['修改已通过', '修改待审核', null])
    expect(
      await titlesIn('guest', `/deliver/list?keyWord=${encodeURIComponent('换成新的版本')}`),
    ).toHaveLength(1)
  })

  test('leaves the public version unchanged when it is refused, and shows its author the reason', async () => {
    const id = await edited('没有通过的修改')
    expect((await decide('operator', id, 'refuse')).status).toBe(400)
    const reason = `&reason=${encodeURIComponent('数据没有出处')}`
    expect((await decide('operator', id, 'refuse', reason)).data).toMatchObject({ changeStatus: 'refused' })
    expect(await stage.read('guest', id)).toMatchObject({ title: '没有通过的修改' })
    expect(await changeOf('author', id)).toMatchObject({ status: 'refused', reason: '数据没有出处' })
    const { list } = (await stage.get<Paged<Item>>('author', '/api/publication/list?limit=50')).data
    expect(list.find((item) => item.id === id)).toMatchObject({
      status: 'online',
      changeStatus: 'refused',
      statusReason: '数据没有出处',
      statusWords: '审核意见',
    })
    await stage.change('author', id, { title: '没有通过，改好再来' })
    expect(await changeOf('author', id)).toMatchObject({ status: 'pending', reason: null })
  })

  test('can be edited again and withdrawn by its author', async () => {
    const id = await edited('还要再改一次的稿件')
    const first = (await changeOf('author', id)) as Change
    await stage.change('author', id, { title: '再改了一次的稿件' })
    const second = (await changeOf('author', id)) as Change
    expect(second.item.title).toBe('再改了一次的稿件')
    expect(second.revision).toBe(first.revision + 1)
    expect((await stage.step('other', id, 'withdraw', `&change=${second.revision}`)).status).toBeGreaterThan(
      400,
    )
    expect((await decide('author', id, 'withdraw')).data).toMatchObject({
      status: 'online',
      changeStatus: null,
    })
    expect(await changeOf('author', id)).toBeUndefined()
    expect(await stage.read('guest', id)).toMatchObject({ title: '还要再改一次的稿件' })
  })

  test('cannot be approved in an outdated revision or by its author', async () => {
    const id = await edited('边审边改的稿件')
    const seen = (await changeOf('operator', id))?.revision
    await stage.change('author', id, { title: '趁审核时换掉的稿件' })
    const stale = await stage.step('operator', id, 'online', `&change=${seen}`)
    expect([stale.status, stale.code]).toEqual([409, 40901])
    expect(await stage.read('guest', id)).toMatchObject({ title: '边审边改的稿件' })
    const unnamed = await stage.get('operator', `/deliver/online?id=${id}`)
    expect([unnamed.status, unnamed.errors?.map(({ path }) => path)]).toEqual([400, ['/change']])
    expect(await stage.read('guest', id)).toMatchObject({ title: '边审边改的稿件' })

    const own = await stage.write('运营人员自己的稿件', { by: 'operator' })
    expect((await stage.change('operator', own, { title: '运营人员改了自己的稿件' })).data).toMatchObject({
      changeStatus: 'pending',
    })
    expect((await changeOf('operator', own))?.actions.map(({ action }) => action)).toEqual(['withdraw'])
    const refusal = await decide('operator', own, 'online')
    expect([refusal.status, refusal.code]).toEqual([403, 40310])
    expect((await decide('second', own, 'online')).status).toBe(200)
    expect(await stage.read('guest', own)).toMatchObject({ title: '运营人员改了自己的稿件' })
  })

  test('is stored once among simultaneous edits, and an outdated edit receives the newer version', async () => {
    const id = await stage.write('同时修改的稿件标题')
    const { revision } = await stage.read('author', id)
    const answers = await Promise.all(
      [1, 2, 3, 4].map((turn) => stage.change('author', id, { title: `同时修改的第 ${turn} 稿`, revision })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const stored = (await changeOf('author', id))?.item.title
    const late = await stage.change('author', id, { title: '过时的修改稿标题', revision })
    expect(late.data).toMatchObject({ title: stored, revision: revision + 1 })
  })

  test('is marked as outdated when an operator corrects the item, which is public at once', async () => {
    const id = await edited('运营人员更正的稿件')
    const corrected = await stage.change('operator', id, { title: '运营人员更正后的稿件' })
    expect([corrected.status, corrected.data.changeStatus]).toEqual([200, undefined])
    expect(await stage.read('guest', id)).toMatchObject({ title: '运营人员更正后的稿件' })
    expect(await changeOf('author', id)).toMatchObject({ isBehind: true, status: 'pending' })
  })

  test('becomes part of its item when the item is taken offline, and is reviewed with it', async () => {
    const id = await edited('带着修改下线的稿件')
    await stage.step('author', id, 'offline')
    expect(await stage.read('author', id)).toMatchObject({
      title: '带着修改下线的稿件（新）',
      status: 'offline',
    })
    expect((await stage.step('author', id, 'online')).status).toBe(409)
    await stage.step('author', id, 'submit')
    await stage.step('operator', id, 'online')
    expect(await stage.read('guest', id)).toMatchObject({ title: '带着修改下线的稿件（新）' })
  })

  test('is part of the personal data export of its author', async () => {
    const id = await edited('导出里有修改稿的稿件')
    const exported = await stage.get<{ changes: readonly { itemId: string }[] }>(
      'author',
      '/api/account/export',
    )
    if (exported.status === 200) expect(exported.data.changes.map(({ itemId }) => itemId)).toContain(id)
  })
})
