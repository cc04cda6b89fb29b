// Provides a newsroom for the tests of editing and reviewing: its people, and an article on its way.
import { deadlineTask } from '#server/content/workflow/deadlines.ts'
import type { Services } from '#server/platform/call.ts'
import { Scheduler } from '#server/platform/scheduler/scheduler.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'

export interface Article {
  readonly id: string
  readonly status: string
  readonly title: string
  readonly revision: number
  readonly publishAt?: string | null
  readonly publishedAt?: string | null
  readonly changeStatus?: string | null
  readonly change?: {
    readonly status: string
    readonly revision: number
    readonly actions: readonly { readonly action: string; readonly title: string }[]
  }
  readonly actions: readonly { readonly action: string; readonly title: string }[]
  readonly editable: boolean
  readonly history?: readonly Readonly<Record<string, unknown>>[]
}

const PEOPLE = {
  editor: 'editor',
  colleague: 'editor',
  first: 'reviewer',
  second: 'reviewer',
  third: 'reviewer',
  boss: 'operator',
  deputy: 'operator',
  auditor: 'auditor',
  reader: 'ordinary',
} as const
export type Who = keyof typeof PEOPLE

export const TEXT = '<p>今日凌晨完成首批排水抢险车检修，各储备库待命。</p>'

export type Newsroom = Awaited<ReturnType<typeof openNewsroom>>

/** With a clock that tests move. Programs: `path` below `/newapi/operator/news`. */
export async function openNewsroom() {
  let now = new Date('2026-12-01T01:00:00Z')
  const app: TestApp = await createTestApp({ clock: () => now })
  const tokens = new Map<Who, string>()
  const signIn = async () => {
    for (const [name, role] of Object.entries(PEOPLE))
      tokens.set(name as Who, await app.signIn(`newsroom-${name}`, role))
  }
  await signIn()
  const as = (who: Who | 'guest') => (who === 'guest' ? {} : { token: tokens.get(who) as string })
  const { data: topic } = await app.post<{ id: string }>(
    '/newapi/operator/topic/add',
    { name: '检修动态' },
    as('boss'),
  )
  const answers = (title: string, more: object = {}) => ({
    title,
    topicId: topic.id,
    source: '示例应急装备信息中心',
    summary: '首批排水抢险车完成检修。',
    content: TEXT,
    ...more,
  })
  const read = async (who: Who | 'guest', id: string) =>
    (await app.get<Article>(`/newapi/${who === 'guest' ? 'cmsInfo' : 'cmsInfo'}/info/${id}`, as(who))).data
  const errors: unknown[] = []
  return {
    app,
    as,
    read,
    answers,
    errors,
    topicId: topic.id,
    add: async (who: Who, title: string, more: object = {}) =>
      app.post<Article>('/newapi/operator/news/add', answers(title, more), as(who)),
    change: (who: Who, id: string, revision: number, title: string, more: object = {}) =>
      app.post<Article>('/newapi/operator/news/update', { id, revision, ...answers(title, more) }, as(who)),
    step: async (who: Who, id: string, action: string, more: object = {}) => {
      const call = app.source.model.operations.find((one) => one.id === `news.${action}`)
      const { revision } = await read(who, id)
      const params = { id, revision, ...more }
      if (call?.method === 'POST') return app.post<Article>(`${call.path}`, params, as(who))
      const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
      return app.get<Article>(`${call?.path}?${query}`, as(who))
    },
    notices: async (who: Who) =>
      await app.services.db
        .selectFrom('notice')
        .select(['template', 'itemId', 'title', 'content'])
        .where('userId', '=', `newsroom-${who}`)
        .orderBy('id')
        .execute(),
    goTo: async (time: string) => {
      now = new Date(time)
      await signIn()
    },
    process: (services: Services = app.services) =>
      new Scheduler(services, [deadlineTask], { onError: (_task, error) => errors.push(error) }),
    close: () => app.close(),
  }
}
