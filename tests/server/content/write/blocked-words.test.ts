// Tests blocked words: refused in public texts with the name of the field.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const WORD = '代开发票'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await createTestApp()
  token = await app.signIn('writer', 'expert')
}, 240_000)
afterAll(() => app.close())

const GOOD = {
  title: '城区排涝实战的三点经验',
  deliverType: '1',
  content: `<p>${'排水车进场之前先看地下管网。'.repeat(5)}</p>`,
  author: '写作人',
}
const add = (more: object) =>
  app.post<{ id: string; revision: number }>('/newapi/deliver/add', { ...GOOD, ...more }, { token })

test.each([
  ['title', { title: `城区排涝与${WORD}经验` }, '标题'],
  ['title', { title: '城区排涝与代 开-发.票经验' }, '标题'],
  ['content', { content: `${GOOD.content}<p>联系我们代开<strong>发票</strong>即可。</p>` }, '正文'],
  ['author', { author: WORD }, '作者'],
  ['tags', { tags: ['排水', WORD] }, '标签'],
] as const)(
  'an item with a blocked word in %s is refused with the name of the field',
  async (field, more, name) => {
    const { status, errors } = await add(more)
    expect(status).toBe(400)
    expect(errors).toEqual([
      { path: `/${field}`, message: expect.stringContaining(`“${name}”含有需要核实的词语`) },
    ])
  },
)

test('an item with an old blocked word accepts changes of other fields and refuses the word in new text', async () => {
  const { data, text } = await add({})
  expect(text).toContain('"code":0')
  await app.services.db
    .updateTable('item')
    .set({ body: JSON.stringify({ ...GOOD, author: WORD }) as never })
    .where('id', '=', data.id)
    .execute()
  const update = (more: object, revision: number) =>
    app.post<{ revision: number }>(
      '/newapi/deliver/update',
      { ...GOOD, author: WORD, ...more, id: data.id, revision },
      { token },
    )
  const mended = await update({ title: '城区排涝实战的四点经验' }, data.revision)
  expect(mended.status, mended.text).toBe(200)
  const refused = await update({ title: `${WORD}的四点经验` }, mended.data.revision)
  expect(refused.errors).toMatchObject([{ path: '/title' }])
})

test('a feedback that only operators read may contain blocked words', async () => {
  const body = {
    title: '举报违规内容',
    feedbackType: '1',
    content: `有人在评论里发布${WORD}的广告，请处理。`,
  }
  const { code, text } = await app.post('/newapi/api/mobile/avicfeedback/save', body, { token })
  expect(code, text).toBe(0)
})
