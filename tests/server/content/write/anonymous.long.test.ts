// Tests anonymous items: only owner, operators and auditors see who published them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '#shared/model/operation-model.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { oneOfEach } from '../../support/one-of-each.ts'
import { signInAll } from '../../support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

/** Account id, user name and (with a prefix) shown name of the one who asks anonymously. */
const CANARY = 'canary-asker'
const TITLE = '地下车库积水一米五用哪种排水车'
const SHOWN = '匿名发布者'

interface Item {
  readonly id: string
  readonly ownerId: string | null
  readonly ownerName: string | null
}
interface Comment extends Item {
  readonly replies: readonly Item[]
}

describe.each(ONE_DATABASE)('an anonymous item on $name', (database) => {
  let app: TestApp
  let id: string
  const tokens: Record<string, string | undefined> = { visitor: undefined }
  const ask = async <T>(who: string, url: string) =>
    (await app.get<T>(`/newapi${url}`, { token: tokens[who] })).data
  const send = async (who: string, url: string, body: unknown) => {
    const answer = await app.post<{ id: string }>(`/newapi${url}`, body, { token: tokens[who] })
    expect(answer.msg).toBe('success')
    return answer.data.id
  }

  beforeAll(async () => {
    app = await createTestApp({ database })
    const people = { [CANARY]: 'unit', member: 'unit', boss: 'operator', checker: 'auditor' } as const
    Object.assign(tokens, await signInAll(app, people))
    const question = { title: TITLE, content: '<p>请同行说说做法。</p>', sysCategoryId: 'C04' }
    id = await send(CANARY, '/zhihu/add', { ...question, anonymous: true })
    await send('member', '/zhihu/add', { ...question, title: '另一个问题由别人公开提出' })
    await ask('boss', `/zhihu/online?id=${id}`)
    const answer = await send('member', '/zhihuInfoComment/add', { dataId: id, content: '用子母式。' })
    await send(CANARY, '/zhihuInfoComment/add', { dataId: id, content: '补充：层高 2.2 米。' })
    await send(CANARY, '/zhihuInfoComment/add', { dataId: id, content: '谢谢！', replyTo: answer })
    await send('member', '/api/collect', { dataId: id, dataType: 'zhihu' })
  })
  afterAll(() => app.close())

  /** Every reading call, asked for the item in all the ways its parameters allow. */
  function urlsOf({ path, params }: Operation): string[] {
    const names = Object.keys((params.properties ?? {}) as object)
    const about: Record<string, string> = {
      id,
      dataId: id,
      ids: id,
      dataType: 'zhihu',
      type: 'zhihu',
      limit: '50',
    }
    const sought = { ...about, keyWord: TITLE, keyword: TITLE, order: 'newest' }
    const queries = [about, sought].map((values) => {
      const given = names.filter((name) => name in values && !path.includes(`{${name}}`))
      return new URLSearchParams(given.map((name) => [name, (values as Record<string, string>)[name] ?? '']))
    })
    const filled = path.replaceAll(/\{\w+\}/g, id)
    return [...new Set(queries.map((query) => `${filled}?${query}`))]
  }

  test.each(['visitor', 'member'])('names its owner in no answer for a %s', async (who) => {
    const all = app.source.model.operations.filter(
      ({ id: name, method, writes }) => method === 'GET' && !writes && name !== 'auth.logout',
    )
    // Of those that answer with other types, everyday runs ask one for each action.
    const reading = oneOfEach(all, ({ id: name, content }) =>
      content && content.type !== 'zhihu' ? content.action : name,
    )
    const leaks: string[] = []
    let shown = 0
    for (const operation of reading)
      for (const url of urlsOf(operation)) {
        const { text } = await app.get(url, { token: tokens[who] })
        if (text.includes(CANARY)) leaks.push(url)
        if (text.includes(TITLE)) shown += 1
      }
    if (who === 'member') tokens.member = await app.signIn('member') // some of these calls end the session
    expect(leaks).toEqual([])
    expect(shown).toBeGreaterThan(5)
  })

  test('shows others a placeholder instead of its owner, also in comments and collections', async () => {
    for (const who of ['visitor', 'member', 'visitor']) {
      expect(await ask(who, `/zhihu/info/${id}`)).toMatchObject({ ownerId: null, ownerName: SHOWN })
      const { list } = await ask<{ list: Comment[] }>(who, `/zhihuInfoComment/list?dataId=${id}`)
      const names = list.flatMap((comment) => [comment, ...comment.replies]).map(({ ownerName }) => ownerName)
      expect(names.sort()).toEqual([SHOWN, SHOWN, '用户 member'].sort())
    }
    const collected = await ask<{ list: Item[] }>('member', '/api/collect/list?dataType=zhihu')
    expect(collected.list.map(({ ownerName }) => ownerName)).toEqual([SHOWN])
  })

  test.each([CANARY, 'boss', 'checker'])('shows its owner to %s', async (who) => {
    const owner = { ownerId: CANARY, ownerName: `用户 ${CANARY}` }
    expect(await ask(who, `/zhihu/info/${id}`)).toMatchObject(owner)
    const { list } = await ask<{ list: Item[] }>(who, `/zhihu/list?limit=50`)
    expect(list.find((item) => item.id === id)).toMatchObject(owner)
    const comments = await ask<{ list: Comment[] }>(who, `/zhihuInfoComment/list?dataId=${id}`)
    expect(comments.list.map(({ ownerId }) => ownerId)).toContain(CANARY)
  })

  test('is found by no filter or order that names its owner', async () => {
    for (const operation of app.source.model.operations) {
      if (operation.content?.type !== 'zhihu' || operation.content.action !== 'list') continue
      const names = Object.keys((operation.params.properties ?? {}) as object)
      for (const name of names.filter((one) => /owner|company|user|author|group/i.test(one)))
        for (const value of [CANARY, `用户 ${CANARY}`]) {
          const { text } = await app.get(`${operation.path}?${name}=${encodeURIComponent(value)}`)
          expect(text, `${operation.id} ${name}`).not.toContain(id)
        }
      for (const sort of ['ownerId', 'ownerName'])
        expect((await app.get(`${operation.path}?sort=${sort}`)).status).toBe(400)
    }
  })

  test('is listed with mine=true for its owner only, with the name of the owner', async () => {
    const mine = await ask<{ list: Item[] }>(CANARY, '/zhihu/list?mine=true')
    expect(mine.list).toMatchObject([{ id, ownerName: `用户 ${CANARY}` }])
    expect(
      (await ask<{ list: Item[] }>('member', '/zhihu/list?mine=true')).list.map((item) => item.id),
    ).not.toContain(id)
  })
})
