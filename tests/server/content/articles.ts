// Provides the making of fixture articles in the states that tests need.
import type { ContentApp, Person } from './content-app.ts'
import { CANARY } from './fixture.ts'

export const FULL = {
  title: '履带式排涝机器人采购',
  kind: '1',
  tags: ['1', '2'],
  words: ['防汛'],
  region: '4403',
  budget: 120.5,
  deadline: '2026-12-31',
  opens: '2026-12-01T09:00:00+08:00',
  top: true,
  source: '示例日报',
  detail: '<p>城市内涝抢险</p>',
  amount: 3,
  contact: CANARY.registered,
  mobile: CANARY.mobile,
  secret: CANARY.owner,
  phone: '13800001234',
}

/** Adds an article of `person` and, when asked, puts it online. Answers its id. */
export async function addArticle(
  app: ContentApp,
  body: Record<string, unknown> = {},
  { online = true, person = 'owner' as Person } = {},
): Promise<string> {
  const { id } = await app.call(
    person,
    'article.add',
    {},
    { body: { title: '文章标题', kind: '2', detail: '<p>正文</p>', ...body } },
  )
  if (online) await app.call('operator', 'article.online', { id })
  return id
}
