// Tests versions of items: what a save records, who reads it, comparison, restoring.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { openStage, type Stage, type Who } from '../pending-changes/people.ts'
import { versionCalls } from './version-calls.ts'

const TEXT = `<p>${'原来的正文。'.repeat(10)}</p>`
const NEW_TEXT = `<p>${'改写后的正文。'.repeat(10)}</p>`

describe.each(ONE_DATABASE)('versions of an item on $name', (database) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(database)
  })
  afterAll(() => stage.app.close())

  const { versions, list, info, compare, restore } = versionCalls(() => stage)
  const correct = (id: string, title: string) => stage.change('operator', id, { title })

  test('say who saved it, by which call, when, and which fields changed', async () => {
    const start = Date.now()
    const id = await stage.write('每次保存都留下一个版本')
    await correct(id, '运营人员改过的标题')
    const [second, first] = await list('operator', id)
    expect(first).toMatchObject({
      number: 1,
      since: null,
      by: '用户 author',
      origin: '发布投稿',
      fields: null,
    })
    expect(second).toMatchObject({
      number: 2,
      since: 1,
      by: '用户 operator',
      origin: '修改投稿',
      status: 'online',
      isChange: false,
      isCurrent: true,
      fields: ['标题'],
    })
    expect(first?.isCurrent).toBe(false)
    expect(Date.parse(second?.at ?? '')).toBeGreaterThanOrEqual(start)
  })

  test('are none where a save or a transition changes no field', async () => {
    const id = await stage.write('没有改动就没有新的版本')
    await stage.change('operator', id, {})
    await stage.step('operator', id, 'offline', `&reason=${encodeURIComponent('核实内容')}`)
    expect((await versions('operator', id)).data.totalCount).toBe(1)
  })

  test('share the body of the item until it is changed, and store only what a save changes', async () => {
    const id = await stage.write('只存改动的字段', { content: `<p>${'长'.repeat(700)}</p>` })
    const sizes = async () => {
      const { rows } = await sql<{ size: number; stored: number }>`
        select pg_column_size(item_version.*) as size, coalesce(length(changed::text), 0) as stored
        from item_version where item_id = ${id} order by number`.execute(stage.app.services.db)
      return rows
    }
    expect((await sizes()).map(({ stored }) => stored)).toEqual([0])
    await correct(id, '只存改动的一个字段')
    await correct(id, '只存改动的第二次')
    const [first, ...others] = await sizes()
    expect(first?.stored).toBeGreaterThan(700)
    for (const { size } of others) expect(size).toBeLessThan(1024)
  })

  test('show the item as it was, and compare field by field', async () => {
    const id = await stage.write('第一稿的标题', { content: TEXT })
    await stage.change('operator', id, { title: '第二稿的标题', summary: '内部资料' })
    await stage.change('operator', id, { title: '第二稿的标题', summary: '内部资料', content: NEW_TEXT })
    expect((await info('operator', id, 1)).data.item).toMatchObject({ title: '第一稿的标题', content: TEXT })
    expect((await info('operator', id, 1)).data.item.summary).toBeNull()
    expect((await info('operator', id, 2)).data.item).toMatchObject({ title: '第二稿的标题', content: TEXT })
    const whole = (await compare('operator', id, 'from=1&to=3')).data
    expect([...whole.changed].sort()).toEqual(['content', 'summary', 'title'])
    expect([whole.before.item.title, whole.after.item.title]).toEqual(['第一稿的标题', '第二稿的标题'])
    expect((await compare('operator', id, 'to=3')).data.changed).toEqual(['content'])
    expect((await compare('operator', id, 'from=2')).data.changed).toEqual(['content'])
    expect((await info('operator', id, 9)).status).toBe(404)
    expect((await compare('operator', id, '')).status).toBe(400)
  })

  test('are read by owner, operators and auditors, and by nobody else', async () => {
    const id = await stage.write('谁能看到版本记录')
    const statuses = async (who: Who) => {
      const calls = [versions(who, id), info(who, id, 1), compare(who, id, 'from=1')]
      return (await Promise.all(calls)).map(({ status }) => status)
    }
    for (const who of ['author', 'operator', 'auditor'] as const)
      expect(await statuses(who)).toEqual([200, 200, 200])
    expect(await statuses('other')).toEqual([403, 403, 403])
    expect(await statuses('guest')).toEqual([401, 401, 401])
    expect((await stage.read('operator', id)).versioned).toBe(true)
    expect((await stage.read('other', id)).versioned).toBeUndefined()
    expect((await stage.read('guest', id)).versioned).toBeUndefined()
  })

  test('are restored by an operator as an edit, with the reason', async () => {
    const id = await stage.write('恢复之前的标题', { content: TEXT })
    await stage.change('operator', id, { title: '改坏了的标题', content: NEW_TEXT })
    const restored = await restore('operator', id, 1, { reason: '误改' })
    expect([restored.status, restored.data.status]).toEqual([200, 'online'])
    expect(await stage.read('guest', id)).toMatchObject({ title: '恢复之前的标题', content: TEXT })
    const [newest] = await list('operator', id)
    expect(newest).toMatchObject({
      number: 3,
      origin: '恢复版本',
      reason: '恢复版本 1：误改',
      by: '用户 operator',
    })
    expect((await compare('operator', id, 'from=1&to=3')).data.changed).toEqual([])
  })

  test('are restored by the owner as a change that waits for approval', async () => {
    const id = await stage.write('作者要恢复的标题')
    await correct(id, '运营人员改过作者的标题')
    const restored = await restore('author', id, 1)
    expect(restored.data).toMatchObject({ status: 'online', changeStatus: 'pending' })
    expect(await stage.read('guest', id)).toMatchObject({ title: '运营人员改过作者的标题' })
    const [newest] = await list('author', id)
    expect(newest).toMatchObject({ isChange: true, status: 'pending', isCurrent: false, fields: ['标题'] })
    await stage.step('operator', id, 'online', `&change=${newest?.revision}`)
    expect(await stage.read('guest', id)).toMatchObject({ title: '作者要恢复的标题' })
  })

  test('are not restored past a save that came between, by an auditor, or to a number that there is not', async () => {
    const id = await stage.write('不能覆盖别人的修改')
    const { revision } = (await versions('operator', id)).data
    await correct(id, '别人先改了标题')
    expect((await restore('operator', id, 1, { revision })).code).toBe(40901)
    expect((await versions('auditor', id)).data.restorable).toBe(false)
    expect((await restore('auditor', id, 1)).status).toBe(403)
    expect((await restore('operator', id, 7)).status).toBe(404)
    expect(await stage.read('guest', id)).toMatchObject({ title: '别人先改了标题' })
  })

  test('of a pending change are its own, and its approval stores nothing again', async () => {
    const id = await stage.write('修改稿也有版本')
    await stage.change('author', id, { title: '修改稿的第一版', content: NEW_TEXT })
    await stage.change('author', id, { title: '修改稿的第二版', content: NEW_TEXT })
    const drafts = await list('operator', id)
    expect(drafts.map(({ isChange }) => isChange)).toEqual([true, true, false])
    const [newest] = drafts
    await stage.step('operator', id, 'online', `&change=${newest?.revision}`)
    const [approved] = await list('operator', id)
    expect(approved).toMatchObject({
      number: 4,
      since: 1,
      isChange: false,
      isCurrent: true,
      by: '用户 operator',
    })
    expect([...(approved?.fields ?? [])].sort()).toEqual(['标题', '正文'].sort())
    const { rows } = await sql<{ changed: object }>`select changed from item_version
      where item_id = ${id} and number = 4`.execute(stage.app.services.db)
    expect(rows[0]?.changed).toEqual({})
    expect((await info('operator', id, 4)).data.item).toMatchObject({
      title: '修改稿的第二版',
      content: NEW_TEXT,
    })
    await correct(id, '通过以后又更正的标题')
    expect((await compare('operator', id, 'to=5')).data).toMatchObject({
      changed: ['title'],
      before: { item: { title: '修改稿的第二版' } },
    })
  })

  test('stay right after a change was withdrawn, and after items from before they were kept', async () => {
    const id = await stage.write('撤回修改以后')
    await stage.change('author', id, { title: '这个修改被撤回' })
    const [draft] = await list('author', id)
    await stage.step('author', id, 'withdraw', `&change=${draft?.revision}`)
    await correct(id, '撤回以后的更正')
    const [newest] = await list('operator', id)
    const compared = (await compare('operator', id, `to=${newest?.number}`)).data
    expect([compared.changed, compared.before.item.title]).toEqual([['title'], '撤回修改以后'])

    const { db } = stage.app.services
    await sql`delete from item_version where item_id = ${id}`.execute(db)
    expect((await versions('operator', id)).data.totalCount).toBe(0)
    await correct(id, '启用版本之后的标题')
    const [second, first] = await list('operator', id)
    expect(first).toMatchObject({ number: 1, origin: '启用版本记录之前的内容', by: null })
    expect(second).toMatchObject({ number: 2, fields: ['标题'] })
    expect((await info('operator', id, 1)).data.item.title).toBe('撤回以后的更正')
  })

  test('of 64 simultaneous saves are as many as were taken; the others are refused with what stands', async () => {
    const id = await stage.write('六十四个人同时保存')
    const { revision } = await stage.read('operator', id)
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, turn) =>
        stage.change('operator', id, { title: `同时保存的第 ${turn} 稿`, revision }),
      ),
    )
    const taken = answers.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(1)
    const { title } = await stage.read('operator', id)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect([answer.code, answer.data.title]).toEqual([40901, title])
    expect((await versions('operator', id)).data.totalCount).toBe(2)
  })

  test('name the old and the new value in the audit log, personal data masked, with the page of the version', async () => {
    const id = await stage.write('审计日志里的改动')
    await stage.change('operator', id, { title: '审计日志里的新标题', author: '李工', deliverType: '2' })
    const found = await stage.get<{ list: readonly { action: string; detail: string; version: string }[] }>(
      'auditor',
      `/operator/audit/list?target=${id}&action=${encodeURIComponent('修改投稿')}`,
    )
    const [entry] = found.data.list
    expect(entry?.detail).toContain('标题由“审计日志里的改动”改为“审计日志里的新标题”')
    expect(entry?.detail).toMatch(/投稿类型由“[^”\d]+”改为“[^”\d]+”/)
    expect(entry?.detail).toContain('作者由“***”改为“***”')
    expect(JSON.stringify(entry)).not.toContain('李工')
    expect(entry?.version).toBe(`/console/deliver/item?id=${id}&version=2`)
  })
})
