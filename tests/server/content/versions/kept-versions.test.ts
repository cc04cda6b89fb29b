// Tests which versions stay: old drafts are thinned out, personal data goes with the account, types may keep none.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { thinVersions } from '#server/content/versions/thin-versions.ts'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import type { Model } from '#shared/model/model.ts'
import { model } from '../../../support/portal-model.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { openStage, type Stage } from '../pending-changes/people.ts'
import { versionCalls } from './version-calls.ts'

const DAY = 24 * 3_600_000
const PASSWORD = 'Zhongxin-7788x'
const CANARY = '欧阳暗号'

describe.each(ONE_DATABASE)('kept versions on $name', (database) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(database)
  })
  afterAll(() => stage.app.close())
  const { list, info, compare } = versionCalls(() => stage)

  /** As if the item had been written so many days ago, all on one day. */
  const age = (id: string, days: number) => {
    const at = new Date(Date.now() - days * DAY)
    const { db } = stage.app.services
    return Promise.all([
      sql`update item_version set at = ${at} where item_id = ${id}`.execute(db),
      sql`update transition_log set at = ${at}::timestamptz + interval '1 minute' where item_id = ${id}`.execute(
        db,
      ),
    ])
  }
  /** Once an hour in service; here at once. */
  const thin = async () => {
    await sql`delete from quota where key = 'version-thinning'`.execute(stage.app.services.db)
    return thinVersions(stage.app.services)
  }
  const numbers = async (id: string) => (await list('operator', id)).map(({ number }) => number)

  test('of a draft are thinned out after 90 days to the last of each day, and rebuild the same items', async () => {
    const id = await stage.write('草稿的第一个标题', { online: false })
    await stage.step('operator', id, 'refuse', `&reason=${encodeURIComponent('请补充')}`)
    for (const title of ['草稿的第二个标题', '草稿的第三个标题', '草稿的第四个标题'])
      await stage.change('author', id, { title, summary: `${title}的摘要` })
    const before = await numbers(id)
    expect(before).toEqual([4, 3, 2, 1])
    await age(id, 80)
    await thin()
    expect(await numbers(id)).toEqual(before)
    await age(id, 100)
    expect(await thin()).toBe(2)
    expect(await numbers(id)).toEqual([4, 1])
    expect((await info('operator', id, 4)).data.item).toMatchObject({
      title: '草稿的第四个标题',
      summary: '草稿的第四个标题的摘要',
    })
    expect([...(await compare('operator', id, 'to=4')).data.changed].sort()).toEqual(['summary', 'title'])
  })

  test('of what was online all stay, those of its pending changes do not', async () => {
    const id = await stage.write('上线内容的第一个标题')
    for (const title of ['上线内容的第二个标题', '上线内容的第三个标题'])
      await stage.change('operator', id, { title })
    for (const title of ['修改稿的第一个标题', '修改稿的第二个标题', '修改稿的第三个标题'])
      await stage.change('author', id, { title })
    await age(id, 100)
    await thin()
    expect(await numbers(id)).toEqual([6, 3, 2, 1])
    expect((await info('operator', id, 6)).data.item.title).toBe('修改稿的第三个标题')
  })

  test('lose the personal data of an account that is deleted, as the item does', async () => {
    const { services } = stage.app
    const token = await stage.app.signIn('leaver', 'unit')
    const ask = (path: string, body: object) =>
      stage.app.post<{ id: string }>(`/newapi${path}`, body, { token })
    const body = {
      title: '注销之前写的投稿',
      deliverType: '1',
      author: CANARY,
      content: `<p>${'一段正文。'.repeat(12)}</p>`,
    }
    const { id } = (await ask('/deliver/add', body)).data
    await stage.step('operator', id, 'online')
    await stage.change('operator', id, { title: '注销之前改过的投稿', author: `${CANARY}二` })
    await ask('/deliver/update', { ...body, author: `${CANARY}三`, id, revision: 2 })
    const holding = async () => {
      const { rows } =
        await sql`select 1 from item_version where item_id = ${id} and changed::text like ${`%${CANARY}%`}`.execute(
          services.db,
        )
      return rows.length
    }
    expect(await holding()).toBe(3)
    await services.db
      .updateTable('account')
      .set({ passwordHash: await hashPassword(PASSWORD) })
      .where('id', '=', 'leaver')
      .execute()
    const left = await ask('/api/account/remove', { password: PASSWORD })
    expect(left.status, left.text).toBe(200)
    expect(await holding()).toBe(0)
    expect((await info('operator', id, 1)).data.item).toMatchObject({
      title: '注销之前写的投稿',
      author: null,
    })
    const { rows } = await sql`select 1 from audit where detail::text like ${`%${CANARY}%`}`.execute(
      services.db,
    )
    expect(rows).toEqual([])
  })

  test('are not made for a type with "versions": false, whose readers learn of none', async () => {
    const contentTypes = model.contentTypes.map((type) =>
      type.name === 'deliver' ? { ...type, versions: false as const } : type,
    )
    const bare = await openStage(database, { ...model, contentTypes } satisfies Model)
    try {
      const id = await bare.write('不留版本的投稿')
      await bare.change('operator', id, { title: '改过也不留版本' })
      expect((await bare.read('operator', id)).versioned).toBeUndefined()
      const { rows } = await sql`select 1 from item_version where item_id = ${id}`.execute(
        bare.app.services.db,
      )
      expect(rows).toEqual([])
      expect((await versionCalls(() => bare).versions('operator', id)).status).toBe(403)
    } finally {
      await bare.app.close()
    }
  })
})
