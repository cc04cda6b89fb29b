// Tests the reviews of news: three people, one after the other, none of them the author; returned, urgent, and edits of
// what is public.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepFile } from '../../server/support/keep-file.ts'
import { type Newsroom, openNewsroom, type Who } from './newsroom.ts'

let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom()
}, 60_000)
afterAll(() => room.close())

const titles = (list: readonly { readonly title: string }[] = []) => list.map(({ title }) => title)

/** An article that the editor has handed in and three reviewers have passed. */
async function published(title: string): Promise<string> {
  const { data } = await room.add('editor', title)
  for (const who of ['first', 'second', 'third'] as const) {
    const done = await room.step(who, data.id, 'pass')
    expect(done.status, done.text).toBe(200)
  }
  return data.id
}

describe('an article of an editor', () => {
  test('goes through first, second and final review by three people before readers see it', async () => {
    const added = await room.add('editor', '首批排水抢险车完成检修')
    expect(added.data, added.text).toMatchObject({ status: 'firstReview' })
    const { id } = added.data
    const seen = async () => (await room.app.get(`/newapi/cmsInfo/info/${id}`)).status
    expect(await seen()).toBe(404)
    expect(titles((await room.read('first', id)).actions)).toEqual(['初审通过', '退回修改'])
    expect(titles((await room.read('editor', id)).actions)).toEqual(['撤回修改'])
    expect(titles((await room.read('auditor', id)).actions)).toEqual([])
    expect((await room.step('first', id, 'pass')).data).toMatchObject({ status: 'secondReview' })
    expect((await room.step('second', id, 'pass')).data).toMatchObject({ status: 'finalReview' })
    expect(await seen()).toBe(404)
    expect((await room.step('third', id, 'pass')).data).toMatchObject({ status: 'online' })
    expect(await seen()).toBe(200)
    const { history } = await room.read('editor', id)
    expect(history?.map(({ title, by }) => [title, by])).toEqual([
      ['终审通过', '用户 newsroom-third'],
      ['复审通过', '用户 newsroom-second'],
      ['初审通过', '用户 newsroom-first'],
    ])
  })

  test('is announced to the reviewers of each stage, and its publication to the editor', async () => {
    const title = '应急照明设备入库验收'
    const id = await published(title)
    const told = async (who: 'first' | 'boss' | 'editor') =>
      (await room.notices(who)).filter(({ itemId }) => itemId === id).map(({ title }) => title)
    // Who has just passed it is not told what they did.
    expect(await told('boss')).toHaveLength(3)
    expect(await told('first')).toHaveLength(2)
    expect(await told('editor')).toEqual([`装备资讯“${title}”已上线`])
  })

  test('cannot be reviewed by its author, twice by one person, nor by a person who edited it', async () => {
    const { data } = await room.add('boss', '运营人员自己写的稿件')
    expect(data.status).toBe('firstReview')
    const own = await room.step('boss', data.id, 'pass')
    expect([own.status, own.code]).toEqual([403, 40310])
    expect((await room.step('first', data.id, 'pass')).status).toBe(200)
    const again = await room.step('first', data.id, 'pass')
    expect([again.status, again.msg]).toEqual([409, '您已审核或修改过这份内容，须由其他人审核'])
    expect(titles((await room.read('first', data.id)).actions)).toEqual(['退回修改'])

    const { data: other } = await room.add('editor', '由他人修改过的稿件')
    await room.step('first', other.id, 'refuse', { reason: '请核对车辆数量' })
    const { revision } = await room.read('deputy', other.id)
    const edited = await room.change('deputy', other.id, revision, '由他人修改过的稿件（已核对）')
    expect(edited.data, edited.text).toMatchObject({ status: 'returned' })
    expect((await room.step('editor', other.id, 'submit')).data).toMatchObject({ status: 'firstReview' })
    const deputy = await room.step('deputy', other.id, 'pass')
    expect([deputy.status, deputy.msg]).toEqual([409, '您已审核或修改过这份内容，须由其他人审核'])
    expect((await room.step('boss', other.id, 'pass')).status).toBe(200)
  })

  test('has each stage by its name in the audit log and among the versions', async () => {
    const id = await published('每一级都留有记录的稿件')
    const log = await room.app.get<{ list: { action: string }[] }>(
      `/newapi/operator/audit/list?target=${id}`,
      room.as('boss'),
    )
    const passed = log.data.list.map(({ action }) => action).filter((action) => action.includes('审通过'))
    expect(passed).toEqual(['终审通过装备资讯', '复审通过装备资讯', '初审通过装备资讯'])

    const { revision } = await room.read('colleague', id)
    await room.change('colleague', id, revision, '每一级都留有记录的新标题')
    for (const who of ['first', 'second', 'third'] as const) {
      const { change } = await room.read(who, id)
      await room.app.get(`/newapi/operator/news/pass?id=${id}&change=${change?.revision}`, room.as(who))
    }
    const versions = await room.app.get<{ list: { origin: string }[] }>(
      `/newapi/api/version/list?id=${id}`,
      room.as('boss'),
    )
    expect(versions.data.list[0]?.origin).toBe('终审通过装备资讯')
  })

  test('comes back to its editor with the reason, and starts again with the first review', async () => {
    const { data } = await room.add('editor', '待核对数量的简讯')
    await room.step('first', data.id, 'pass')
    const returned = await room.step('second', data.id, 'refuse', { reason: '数量与来源不符' })
    expect(returned.data, returned.text).toMatchObject({ status: 'returned' })
    const [notice] = (await room.notices('editor')).filter(({ itemId }) => itemId === data.id)
    expect(notice?.content).toContain('数量与来源不符')
    const { revision, history } = await room.read('editor', data.id)
    expect(history?.[0]).toMatchObject({ title: '退回修改', reason: '数量与来源不符' })
    const saved = await room.change('editor', data.id, revision, '已核对数量的简讯')
    expect(saved.data, saved.text).toMatchObject({ status: 'firstReview' })
    expect((await room.step('first', data.id, 'pass')).data).toMatchObject({ status: 'secondReview' })
  })

  test('is not edited by anybody while it is in review', async () => {
    const { data } = await room.add('editor', '审核中的稿件不能改动')
    for (const who of ['editor', 'colleague', 'boss'] as const)
      expect((await room.change(who, data.id, 1, '改动')).status).toBeGreaterThanOrEqual(403)
    expect((await room.step('editor', data.id, 'withdraw')).data).toMatchObject({ status: 'draft' })
    expect((await room.read('editor', data.id)).editable).toBe(true)
  })

  test('waits in the queue of reviewers and operators, and of no other types for reviewers', async () => {
    const { data } = await room.add('editor', '排队等待审核的稿件')
    const queue = async (who: 'first' | 'boss') =>
      (
        await room.app.get<{ list: { id: string; type: string }[] }>(
          '/newapi/api/moderation/queue?limit=50',
          room.as(who),
        )
      ).data.list
    expect((await queue('boss')).map(({ id }) => id)).toContain(data.id)
    const listed = await queue('first')
    expect(listed.map(({ id }) => id)).toContain(data.id)
    expect((await room.app.get('/newapi/api/moderation/queue', room.as('editor'))).status).toBe(403)
  })
})

test('an article leaves the queue of who has passed a review, and waits there for the others', async () => {
  const { data } = await room.add('editor', '初审之后不再等我的稿件')
  const listed = async (who: 'first' | 'second' | 'auditor') => {
    const address = `/newapi/api/moderation/queue?keyWord=${data.id}`
    const answer = await room.app.get<{ list: unknown[]; totalCount: number }>(address, room.as(who))
    expect(answer.data.list).toHaveLength(answer.data.totalCount)
    return answer.data.totalCount
  }
  expect([await listed('first'), await listed('second')]).toEqual([1, 1])
  await room.step('first', data.id, 'pass')
  expect([await listed('first'), await listed('second'), await listed('auditor')]).toEqual([0, 1, 1])
  const send = (who: 'first' | 'second', what: string, body: object) =>
    room.app.post(`/newapi/api/moderation/${what}`, { type: 'news', id: data.id, ...body }, room.as(who))
  expect((await send('second', 'handOver', { to: 'newsroom-first' })).status).toBe(400)
  expect((await send('second', 'handOver', { to: 'newsroom-third' })).status).toBe(200)
})

describe('urgent publication', () => {
  test('needs a reason, is open to operators only, and auditors are notified', async () => {
    const { data } = await room.add('editor', '台风红色预警紧急通知')
    expect((await room.step('editor', data.id, 'publishUrgently', { reason: '险情紧急' })).status).toBe(403)
    expect((await room.step('first', data.id, 'publishUrgently', { reason: '险情紧急' })).status).toBe(403)
    expect((await room.step('boss', data.id, 'publishUrgently')).status).toBe(400)
    const done = await room.step('boss', data.id, 'publishUrgently', { reason: '险情紧急，值班领导同意' })
    expect(done.data, done.text).toMatchObject({ status: 'online' })
    const [notice] = (await room.notices('auditor')).filter(({ itemId }) => itemId === data.id)
    expect(notice).toMatchObject({
      title: '装备资讯“台风红色预警紧急通知”已紧急发布',
      content: expect.stringContaining('险情紧急，值班领导同意'),
    })
    const { history } = await room.read('auditor', data.id)
    expect(history?.[0]).toMatchObject({ title: '紧急发布', reason: '险情紧急，值班领导同意' })
    const audited = await room.app.services.db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('target', '=', data.id)
      .where('action', '=', 'news.publishUrgently')
      .executeTakeFirstOrThrow()
    expect(audited.detail).toMatchObject({
      from: 'firstReview',
      to: 'online',
      reason: '险情紧急，值班领导同意',
    })
  })

  test('is open to an operator for the own article', async () => {
    const { data } = await room.add('boss', '夜间值班发布的紧急通知')
    const done = await room.step('boss', data.id, 'publishUrgently', { reason: '夜间单人值班' })
    expect(done.data, done.text).toMatchObject({ status: 'online' })
  })
})

describe('an edit of a published article', () => {
  test('waits beside it through three reviews while readers see the old text', async () => {
    const id = await published('公开的旧标题')
    const { revision } = await room.read('colleague', id)
    const saved = await room.change('colleague', id, revision, '等待审核的新标题')
    expect(saved.data, saved.text).toMatchObject({ status: 'online', changeStatus: 'firstReview' })
    const passed = async (who: 'first' | 'second' | 'third') => {
      const { change } = await room.read(who, id)
      return room.app.get(`/newapi/operator/news/pass?id=${id}&change=${change?.revision}`, room.as(who))
    }
    expect(titles((await room.read('first', id)).change?.actions)).toEqual(['初审通过', '不通过修改'])
    expect((await passed('first')).data).toMatchObject({ status: 'online', changeStatus: 'secondReview' })
    expect((await passed('first')).status).toBe(403)
    expect((await passed('second')).data).toMatchObject({ changeStatus: 'finalReview' })
    expect((await room.read('guest', id)).title).toBe('公开的旧标题')
    expect(titles((await room.read('third', id)).change?.actions)).toEqual(['通过修改', '不通过修改'])
    expect((await passed('third')).data).toMatchObject({ status: 'online', changeStatus: null })
    expect((await room.read('guest', id)).title).toBe('等待审核的新标题')
  })

  test('of an operator waits as well, and its author cannot review it', async () => {
    const id = await published('运营人员要改的标题')
    const { revision } = await room.read('boss', id)
    const saved = await room.change('boss', id, revision, '运营人员改过的标题')
    expect(saved.data, saved.text).toMatchObject({ status: 'online', changeStatus: 'firstReview' })
    const { change } = await room.read('boss', id)
    const own = await room.app.get(
      `/newapi/operator/news/pass?id=${id}&change=${change?.revision}`,
      room.as('boss'),
    )
    expect([own.status, own.code]).toEqual([403, 40310])
    const another = await room.read('colleague', id)
    const refused = await room.change('colleague', id, another.revision, '另一位编辑的修改')
    expect([refused.status, refused.msg]).toEqual([
      409,
      '另一位编辑的修改稿正在审核（待初审），请待其通过、退回或撤回后再修改',
    ])
  })

  test('shows its new picture to reviewers, and to no reader', async () => {
    const id = await published('要换封面的文章')
    const form = { form: 'news', field: 'cover', ownerId: 'newsroom-colleague' }
    const cover = await keepFile(room.app, form)
    // Without a description, the check of pictures would warn.
    const { db } = room.app.services
    await db.updateTable('file').set({ alt: '检修的排水抢险车' }).where('id', '=', cover).execute()
    const { revision } = await room.read('colleague', id)
    const saved = await room.change('colleague', id, revision, '要换封面的文章', { cover })
    expect(saved.data, saved.text).toMatchObject({ changeStatus: 'firstReview' })
    const seenBy = async (who: 'first' | 'editor' | 'reader') =>
      (await room.app.get(`/file/fileOperation/download/${cover}`, room.as(who))).status
    expect([await seenBy('first'), await seenBy('editor'), await seenBy('reader')]).toEqual([200, 200, 404])
  })

  test('that is returned stays with its author, and the public text stays', async () => {
    const id = await published('修改被退回的文章')
    const { revision } = await room.read('editor', id)
    await room.change('editor', id, revision, '有误的修改')
    const { change } = await room.read('first', id)
    const returned = await room.app.post(
      '/newapi/operator/news/refuse',
      { id, change: change?.revision, reason: '修改没有依据' },
      room.as('first'),
    )
    expect(returned.data, returned.text).toMatchObject({ status: 'online', changeStatus: 'returned' })
    expect((await room.read('guest', id)).title).toBe('修改被退回的文章')
  })
})

describe('a reviewer', () => {
  interface Compared {
    readonly before: { readonly item: { readonly title: string } | null }
    readonly after: { readonly item: { readonly title: string } }
    readonly changed: readonly string[]
  }
  const compare = (who: Who, id: string) =>
    room.app.get<Compared>(`/newapi/api/version/compare?id=${id}&published=true`, room.as(who))

  test('compares an article that is handed in again with what was public last', async () => {
    const id = await published('曾经公开的标题')
    await room.step('boss', id, 'offline', { reason: '核实内容' })
    await room.goTo('2026-12-01T01:10:00Z')
    const { revision } = await room.read('editor', id)
    await room.change('editor', id, revision, '下线后改过的标题')
    await room.step('editor', id, 'submit')
    const { data, text } = await compare('first', id)
    expect(data.changed, text.slice(0, 200)).toEqual(['title'])
    expect([data.before.item?.title, data.after.item.title]).toEqual(['曾经公开的标题', '下线后改过的标题'])
    expect((await compare('reader', id)).status).toBe(404)
  })

  test('is told that of a new article nothing was public before', async () => {
    const { data } = await room.add('editor', '从未公开的标题')
    const compared = await compare('second', data.id)
    expect(compared.data, compared.text).toMatchObject({ before: { item: null }, changed: [] })
  })
})
