// Tests comments that are reviewed before publication (`comments.review`): only their authors read them until
// an operator approves them (CNT-06).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { Model } from '#shared/model/model.ts'
import { portalFiles } from '../../../support/portal-files.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { openStage, type Paged, type Stage, type Who } from '../pending-changes/people.ts'

const FILE = 'schemas/content/deliver.json'

interface Comment {
  readonly id: string
  readonly content: string
  readonly status: string
  readonly notice?: string
  readonly commentCount: number
  readonly replies: readonly Comment[]
}

function reviewing(): Model {
  const files = portalFiles()
  const written = { ...JSON.parse(files.get(FILE) ?? ''), comments: { review: 'before' } }
  const result = checkConfiguration(files.set(FILE, JSON.stringify(written)))
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.model
}

const model = reviewing()

describe.each(ONE_DATABASE)('comments that are reviewed before publication, on $name', (database) => {
  let stage: Stage
  let dataId: string
  beforeAll(async () => {
    stage = await openStage(database, model)
    dataId = await stage.write('评论先审后发的稿件')
  })
  afterAll(() => stage.app.close())

  const say = async (who: Who, content: string, replyTo?: string) =>
    (
      await stage.post<Comment>(who, '/deliverInfoComment/add', {
        dataId,
        content,
        ...(replyTo ? { replyTo } : {}),
      })
    ).data
  const shown = async (who: Who) =>
    (await stage.get<Paged<Comment>>(who, `/deliverInfoComment/list?dataId=${dataId}`)).data
  const textsFor = async (who: Who) =>
    (await shown(who)).list.flatMap((one) => [one, ...one.replies]).map(({ content }) => content)
  const countFor = async (who: Who) => (await stage.read(who, dataId)).commentCount
  const judge = (action: string, id: string, reason?: string, who: Who = 'operator') =>
    stage.post(who, `/operator/comment/${action}`, { ids: [id], ...(reason ? { reason } : {}) })
  const waiting = async () =>
    (await stage.get<Paged<Comment>>('operator', '/operator/comment/list?status=pending&limit=50')).data.list

  test('are readable by their author only and not counted while they wait', async () => {
    const said = await say('other', '请问这台装备的扬程是多少？')
    expect(said).toMatchObject({
      status: 'pending',
      notice: '评论已提交，审核通过后公开显示',
      commentCount: 0,
    })
    for (const who of ['guest', 'author'] as const) {
      expect(await textsFor(who)).toEqual([])
      expect((await shown(who)).totalCount).toBe(0)
      expect(await countFor(who)).toBe(0)
    }
    expect((await shown('other')).list).toMatchObject([{ id: said.id, status: 'pending' }])
    expect(await countFor('other')).toBe(0)
  })

  test('are approved by operators only, then readable and counted for everybody', async () => {
    const [first] = await waiting()
    const id = first?.id ?? ''
    expect(await waiting()).toMatchObject([{ status: 'pending', content: '请问这台装备的扬程是多少？' }])
    for (const who of ['guest', 'other', 'author', 'auditor'] as const)
      expect((await judge('approve', id, undefined, who)).status).toBeGreaterThanOrEqual(401)
    expect(await textsFor('guest')).toEqual([])
    expect((await judge('approve', id)).status).toBe(200)
    for (const who of ['guest', 'author', 'other'] as const) {
      expect(await textsFor(who)).toEqual(['请问这台装备的扬程是多少？'])
      expect(await countFor(who)).toBe(1)
    }
    expect(await waiting()).toEqual([])
  })

  test('replies wait as well, and a waiting reply cannot be answered or liked', async () => {
    const [root] = (await shown('guest')).list
    const reply = await say('author', '额定扬程为 20 米。', root?.id)
    expect(reply.status).toBe('pending')
    expect(await textsFor('guest')).toHaveLength(1)
    expect(await textsFor('author')).toHaveLength(2)
    const answered = await stage.post('other', '/deliverInfoComment/add', {
      dataId,
      content: '谢谢',
      replyTo: reply.id,
    })
    expect(answered.status).toBe(400)
    expect((await stage.get('other', `/deliverInfoComment/like?id=${reply.id}`)).status).toBe(404)
    await judge('approve', reply.id)
    expect(await textsFor('guest')).toEqual(['请问这台装备的扬程是多少？', '额定扬程为 20 米。'])
    expect(await countFor('guest')).toBe(2)
  })

  test('are never shown to others once refused, and their author sees the reason', async () => {
    const { id } = await say('other', '本店低价出售同款')
    expect((await judge('refuse', id, '广告营销')).status).toBe(200)
    for (const who of ['guest', 'author'] as const)
      expect(await textsFor(who)).not.toContain('本店低价出售同款')
    expect((await shown('other')).list.find((one) => one.id === id)).toMatchObject({
      status: 'refused',
      reason: '广告营销',
    })
    expect(await countFor('guest')).toBe(2)
  })

  test('leave no entry if their author deletes them while they wait', async () => {
    const { id } = await say('other', '打错了，请忽略')
    expect((await stage.get('other', `/deliverInfoComment/delete?id=${id}`)).status).toBe(200)
    expect(await waiting()).toEqual([])
    expect(await textsFor('guest')).not.toContain('打错了，请忽略')
  })
})
