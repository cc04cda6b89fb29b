// Tests that hostile texts in articles, comments and reasons are stored and returned harmless.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toVisibleText } from '#shared/formats/visible-text.ts'
import { HOSTILE_CASES } from '../../../support/hostile-texts.ts'
import { someOf } from '../../../support/long-run.ts'
import { FULL } from '../articles.ts'
import { type Answer, AVAILABLE, type ContentApp, openContentApp } from '../content-app.ts'
import { loadFixture } from '../fixture.ts'

const DANGEROUS = [
  /<\s*\/?\s*(script|style|svg|math|iframe|object|embed|form|input|button|base|meta|link|video|audio|template|textarea|select|body|details)\b/i,
  /<[^>]*\s(on\w+|style|srcdoc|formaction|id|name)\s*=/i,
  /(href|src)\s*=\s*["']?\s*(javascript|vbscript|data|blob|file):/i,
  /(href|src)\s*=\s*["'][/\\]{2}/i,
]

let app: ContentApp
beforeAll(async () => {
  const [database] = AVAILABLE
  if (!database) throw new Error('no database')
  app = await openContentApp(database, await loadFixture())
})
afterAll(() => app.close())

const expectHarmless = (html: string) => {
  for (const pattern of DANGEROUS) expect(html).not.toMatch(pattern)
}

const seenOf = (text: string) => toVisibleText(text.replaceAll('\0', '')).trim()

// The sanitiser alone meets all of them every day.
test.each(someOf(HOSTILE_CASES, 40))(
  'a hostile text (%s) is harmless in an article, a comment and a reason',
  async (_, text) => {
    const title = `标题${text}`.slice(0, 200)
    const body = { ...FULL, title, detail: `<p>正文</p>${text}` }
    const { id } = await app.call('owner', 'article.add', {}, { body })
    const refused = await app.outcome('auditor', 'article.refuse', {
      id,
      reason: `理由 ${text}`.slice(0, 200),
    })
    expect(refused).toBe('ok')
    const seen: Answer = await app.call('owner', 'article.info', { id })
    expectHarmless(seen.detail)
    expect(seen.detail).toContain('正文')
    // Plain texts are stored as one sees them, and drawn as text.
    expect(seen.title.startsWith('标题')).toBe(true)
    expect(seen.statusReason).toBe(seenOf(`理由 ${text}`.slice(0, 200)))
    await app.call('owner', 'article.submit', { id })
    await app.call('operator', 'article.online', { id })
    const comment = { dataId: id, content: `评论 ${text}`.slice(0, 1000) }
    await app.call('other', 'article.commentAdd', {}, { body: comment })
    const { list } = await app.call('guest', 'article.commentList', { dataId: id })
    expect(list[0].content).toBe(seenOf(comment.content))
  },
)

test('invisible characters are removed from titles, texts, comments and reasons', async () => {
  const hidden = '\u0007\u202e\u2066\u200f\u200b\u0085'
  const body = { ...FULL, title: `标题${hidden}一\n二`, detail: `<p>正${hidden}文&#x202e;&rlm;</p>` }
  const { id } = await app.call('owner', 'article.add', {}, { body })
  await app.call('auditor', 'article.refuse', { id, reason: `理${hidden}由` })
  const seen: Answer = await app.call('owner', 'article.info', { id })
  expect(seen).toMatchObject({ title: '标题一 二', detail: '<p>正文</p>', statusReason: '理由' })
  await app.call('owner', 'article.submit', { id })
  await app.call('operator', 'article.online', { id })
  await app.call('other', 'article.commentAdd', {}, { body: { dataId: id, content: `评${hidden}论\n二` } })
  const { list } = await app.call('guest', 'article.commentList', { dataId: id })
  expect(list[0].content).toBe('评论\n二')
})
