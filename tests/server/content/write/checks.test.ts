// Tests the checks before submitting: what they find and where, that warnings are confirmed, and that refusals stay.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContentChecks } from '#shared/model/content-checks.ts'
import type { Model } from '#shared/model/model.ts'
import { model } from '../../../support/portal-model.ts'
import { keepFile } from '../../support/keep-file.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const WORD = '代开发票'
const WARNED = 42202

/** The model with these checks of articles, and with one official name. */
const withChecks = (checks: ContentChecks): Model => ({
  ...model,
  contentTypes: model.contentTypes.map((type) => (type.name === 'deliver' ? { ...type, checks } : type)),
  dictionaries: [
    ...model.dictionaries,
    {
      name: 'officialName',
      title: '规范名称',
      items: [
        { value: '1', label: '国家矿山安全监察局', alias: ['国家煤监局', '矿山安全监察局'] },
        { value: '2', label: '新疆维吾尔自治区', alias: ['新疆省'] },
      ],
    },
  ],
})

const ALL: ContentChecks = {
  words: 'warn',
  names: 'warn',
  links: 'warn',
  pictures: 'warn',
  missing: { level: 'warn', fields: ['summary'] },
  heading: { level: 'warn', longer: 20 },
}

const TEXT = `<p>${'排水车进场之前先看地下管网。'.repeat(5)}</p>`
const GOOD = {
  title: '城区排涝实战的三点经验',
  summary: '先看管网，再定位置。',
  deliverType: '1',
  content: TEXT,
  author: '写作人',
}

interface Added {
  readonly id: string
  readonly revision: number
  readonly warnings: string
}

/** Serves a page at `/there`, and none anywhere else. */
const site = createServer((request, response) => {
  response.statusCode = request.url === '/there' ? 200 : request.url === '/slow' ? 503 : 404
  response.end()
})

let address = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(() => site.close())

describe('checks that warn', () => {
  let app: TestApp
  let [token, operator] = ['', '']
  beforeAll(async () => {
    app = await createTestApp({ model: withChecks(ALL) })
    token = await app.signIn('writer', 'expert')
    operator = await app.signIn('boss', 'operator')
  }, 240_000)
  afterAll(() => app.close())

  const add = (more: object, confirmed?: string) =>
    app.post<Added>(
      '/newapi/deliver/add',
      { ...GOOD, ...more },
      { token, ...(confirmed ? { headers: { 'confirmed-warnings': confirmed } } : {}) },
    )
  const linkTo = (href: string) => `${TEXT}<p><a href="${href}">来源</a></p>`

  test.each<[string, string, () => object | Promise<object>, string]>([
    ['title', 'a blocked word', () => ({ title: `城区排涝与${WORD}经验` }), '“标题”含有需要核实的词语'],
    [
      'attachments',
      'a file whose name holds a blocked word',
      async () => {
        const id = await keepFile(app, { form: 'deliver', field: 'attachments', ownerId: 'writer' })
        await app.services.db
          .updateTable('file')
          .set({ name: `${WORD}.pdf` })
          .where('id', '=', id)
          .execute()
        return { attachments: [id] }
      },
      `“附件”的文件名含有需要核实的词语：${WORD}.pdf`,
    ],
    [
      'content',
      'a doubtful name',
      () => ({ content: `${TEXT}<p>据新疆省国家煤<strong>监局</strong>消息。</p>` }),
      '“正文”中的名称请核对：“国家煤监局”的规范名称是“国家矿山安全监察局”；“新疆省”的规范名称是“新疆维吾尔自治区”',
    ],
    [
      'content',
      'a link to a missing page',
      () => ({ content: linkTo(`${address}/gone`) }),
      '“正文”有打不开的链接',
    ],
    [
      'content',
      'a link to a page that the portal lacks',
      () => ({ content: linkTo('#/no-such-page') }),
      '打不开',
    ],
    [
      'content',
      'a link to an item that is not public',
      () => ({ content: linkTo('#/threePageContribute?id=0f8fad5b-d9cb-469f-a165-70867728950e') }),
      '打不开',
    ],
    [
      'content',
      'a picture without alternative text',
      async () => {
        const id = await keepFile(app, { form: 'deliver', field: 'content', ownerId: 'writer' })
        return { content: `${TEXT}<p><img src="/file/fileOperation/download/${id}" alt=" "></p>` }
      },
      '“正文”有 1 张图片没有文字说明',
    ],
    ['summary', 'an empty summary', () => ({ summary: undefined }), '没有填写“摘要”'],
    ['title', 'a long title', () => ({ title: '城'.repeat(21) }), '“标题”有 21 个字，建议不超过 20 个字'],
  ])('a warning names %s for %s', async (field, _what, more, message) => {
    const { status, code, errors, data } = await add(await more())
    expect({ status, code }).toEqual({ status: 422, code: WARNED })
    expect(errors).toEqual([{ path: `/${field}`, message: expect.stringContaining(message), warning: true }])
    expect(data.warnings).toMatch(/^\w{32}$/)
  })

  test('content without findings is stored at once, also with living links and official names', async () => {
    const content = `${linkTo(`${address}/there`)}${linkTo(`${address}/slow`)}${linkTo('#/home-page')}<p>国家矿山安全监察局、新疆维吾尔自治区</p>`
    const { code, text } = await add({ title: '没有需要核对的地方', content })
    expect(code, text).toBe(0)
  })

  test('a confirmation passes exactly the warnings that were shown, and the audit log names their fields', async () => {
    const first = await add({ title: '没有摘要的一篇投稿', summary: undefined })
    const other = await add({ title: '没有摘要的新疆省投稿', summary: undefined }, first.data.warnings)
    expect(other.errors?.map(({ path }) => path)).toEqual(['/title', '/summary'])
    const passed = await add({ title: '没有摘要的一篇投稿', summary: undefined }, first.data.warnings)
    expect(passed.code, passed.text).toBe(0)
    const entry = await app.services.db
      .selectFrom('audit')
      .select('detail')
      .where('target', '=', passed.data.id)
      .where('action', '=', 'deliver.add')
      .executeTakeFirstOrThrow()
    expect(entry.detail).toMatchObject({ confirmedWarnings: ['summary'] })
  })

  test('an edit is warned of what it changes, and a submission of the whole item', async () => {
    const { data: warned } = await add({ title: '新疆省抗旱装备的一篇' })
    const { data } = await add({ title: '新疆省抗旱装备的一篇' }, warned.warnings)
    const change = (more: object, headers = {}) =>
      app.post<Added>(
        '/newapi/deliver/update',
        { ...GOOD, title: '新疆省抗旱装备的一篇', ...more, id: data.id, revision: data.revision },
        { token, headers },
      )
    const refused = await change({ content: linkTo(`${address}/gone`) })
    expect(refused.errors).toEqual([
      { path: '/content', message: expect.stringContaining('打不开'), warning: true },
    ])
    const step = (action: string, who: string, headers = {}) =>
      app.get<Added>(
        `/newapi/deliver/${action}?id=${data.id}&revision=${data.revision}&reason=${encodeURIComponent('请补充说明')}`,
        {
          token: who,
          headers,
        },
      )
    expect((await step('refuse', operator)).code).toBe(0)
    const again = await step('submit', token)
    expect(again.errors?.map(({ path }) => path)).toEqual(['/title'])
    const passed = await step('submit', token, { 'confirmed-warnings': again.data.warnings })
    expect(passed.code, passed.text).toBe(0)
  })
})

test('a check that refuses is not passed by a confirmation, and the answer marks what is only a warning', async () => {
  const checks: ContentChecks = { names: 'warn', missing: { level: 'refuse', fields: ['summary'] } }
  const app = await createTestApp({ model: withChecks(checks) })
  try {
    const token = await app.signIn('writer', 'expert')
    const sent = { ...GOOD, title: '新疆省的一篇投稿', summary: undefined }
    const { status, errors } = await app.post('/newapi/deliver/add', sent, {
      token,
      headers: { 'confirmed-warnings': 'x'.repeat(32) },
    })
    expect(status).toBe(400)
    expect(errors).toEqual([
      { path: '/title', message: expect.stringContaining('新疆省'), warning: true },
      { path: '/summary', message: '没有填写“摘要”' },
    ])
  } finally {
    await app.close()
  }
})
