// Tests the try-outs of everyday management: a notice filled in from an item, a text against the listed words.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASES } from '../platform/database/each-database.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

interface Trial {
  readonly title: string
  readonly content: string
  readonly type: string
  readonly itemId: string
  readonly types: readonly { readonly value: string }[]
  readonly items: readonly { readonly value: string; readonly label: string }[]
  readonly problems: readonly { readonly place: string; readonly message: string }[]
}

describe.each(DATABASES.filter(({ isAvailable }) => isAvailable))('try-outs on $name', (database) => {
  let app: TestApp
  let operator: string
  let member: string
  beforeAll(async () => {
    app = await createTestApp({ database, samples: true })
    operator = await app.signIn('try-operator', 'operator')
    member = await app.signIn('try-member')
  }, 60_000)
  afterAll(() => app.close())

  const attempt = (body: object, token = operator) =>
    app.post<Trial>('/newapi/operator/msgNotice/try', { id: 'takenOffline', ...body }, { token })
  const notices = async () =>
    (await app.get<{ list: { title: string }[] }>('/newapi/msgNotice/getMsgNoticeInfo', { token: operator }))
      .data.list

  describe('a notice', () => {
    test('is filled in from the item that is chosen, of a type that sends it', async () => {
      const first = (await attempt({ title: '“{item.title}”已下线', text: '原因：{event.reason}。' })).data
      expect(first.types.map(({ value }) => value)).toContain(first.type)
      const other = first.items[1]
      const { data } = await attempt({
        title: '“{item.title}”已下线',
        text: '原因：{event.reason}。',
        type: first.type,
        itemId: other?.value,
      })
      expect([data.title, data.content]).toEqual([`“${other?.label}”已下线`, '原因：（示例）。'])
      expect(data.problems).toEqual([])
    })

    test('says at its place which field the type does not have', async () => {
      const { data } = await attempt({ title: '{item.title}', text: '由{item.nobody}办理' })
      expect(data.problems).toEqual([
        { place: 'text', message: expect.stringContaining('没有字段 {item.nobody}') },
      ])
    })

    test('is sent to the operator alone, and only when asked', async () => {
      const before = (await notices()).length
      await attempt({ title: '试写一', text: '正文' })
      expect(await notices()).toHaveLength(before)
      await attempt({ title: '试写一', text: '正文', send: true })
      expect((await notices())[0]?.title).toBe('试写一')
      const { count } = await app.services.db
        .selectFrom('notice')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('title', '=', '试写一')
        .executeTakeFirstOrThrow()
      expect(Number(count)).toBe(1)
    })

    test('is tried by operators only', async () => {
      expect((await attempt({ title: '一', text: '二' }, member)).status).toBe(403)
    })
  })

  describe('a text', () => {
    const tryWords = (text: string) =>
      app.post<Record<string, string>>('/newapi/operator/comment/tryWords', { text }, { token: operator })
    const blocked = () =>
      app.source.model.dictionaries.find(({ name }) => name === 'blockedWord')?.items[0]?.label ?? ''

    test('with a listed word, apart by blanks, says which word, and what is refused by it', async () => {
      const { data } = await tryWords(`今天${[...blocked()].join(' ')}了`)
      expect(data.words).toBe(blocked())
      expect(data.comment).toBe('先审核再公开')
      expect(data.refused).toContain('、')
    })

    test('without one passes', async () => {
      const { data } = await tryWords('今天天气很好')
      expect([data.words, data.comment, data.refused, data.warned]).toEqual(['无', '直接公开', '无', '无'])
    })
  })
})
