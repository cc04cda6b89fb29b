// Provides the people, and the article they write and judge, of the tests about review.

import type { Model } from '#shared/model/model.ts'
import type { DatabaseCase } from '../../platform/database/each-database.ts'
import { callsOf, signInAll } from '../../support/sign-in-all.ts'
import { type Answer, createTestApp, type TestApp } from '../../support/test-app.ts'

export const WHO = ['author', 'other', 'operator', 'second', 'auditor', 'guest'] as const
export type Who = (typeof WHO)[number]

const ROLES = {
  author: 'unit',
  other: 'supplier',
  operator: 'operator',
  second: 'operator',
  auditor: 'auditor',
} as const

export interface Item {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly revision: number
  readonly actions: readonly { readonly action: string; readonly title: string; readonly note?: string }[]
  readonly history?: readonly {
    readonly action: string
    readonly change: string | null
    readonly to: string
    readonly reason: string | null
  }[]
  readonly [name: string]: unknown
}

export interface Paged<T> {
  readonly list: readonly T[]
  readonly totalCount: number
}

export interface Stage {
  readonly app: TestApp
  readonly get: <T = Item>(who: Who, url: string) => Promise<Answer<T>>
  readonly post: <T = Item>(who: Who, url: string, body: object) => Promise<Answer<T>>
  /** Adds an article of the author and, unless told otherwise, has it approved. Answers its id. */
  readonly write: (title: string, more?: { online?: boolean; by?: Who; content?: string }) => Promise<string>
  readonly read: (who: Who, id: string) => Promise<Item>
  readonly step: (who: Who, id: string, action: string, more?: string) => Promise<Answer<Item>>
  /** Sends a changed title from the revision that the person reads. */
  readonly change: (who: Who, id: string, more: object) => Promise<Answer<Item>>
}

const BASE = { deliverType: '1', author: '张工', content: `<p>${'原来的正文。'.repeat(10)}</p>` }

/** On the portal's own configuration unless another is given. */
export async function openStage(database: DatabaseCase, given?: Model): Promise<Stage> {
  const app = await createTestApp({ ...(given ? { model: given } : {}), database })
  const calls = callsOf<Who>(() => app, await signInAll(app, ROLES))
  const [get, post]: [Stage['get'], Stage['post']] = [calls.get, calls.post]
  const read: Stage['read'] = async (who, id) => (await get(who, `/deliver/info/${id}`)).data
  /** As from the page that the person has before him: it names the revision, unless a change waits beside it. */
  const step: Stage['step'] = async (who, id, action, more = '') => {
    const shown = (await read(who, id)) as Item | null
    const isNamed = /&(revision|change)=/.test(more) || !shown || shown.changeStatus
    return get(who, `/deliver/${action}?id=${id}${isNamed ? '' : `&revision=${shown.revision}`}${more}`)
  }
  return {
    app,
    get,
    post,
    read,
    step,
    async write(title, { online = true, by = 'author', content = BASE.content } = {}) {
      const added = await post(by, '/deliver/add', { ...BASE, title, content })
      if (added.status !== 200) throw new Error(added.text)
      if (online) await step('second', added.data.id, 'online')
      return added.data.id
    },
    async change(who, id, more) {
      const { title, content, revision } = await read(who, id)
      return post(who, '/deliver/update', { ...BASE, title, content, id, revision, ...more })
    },
  }
}
