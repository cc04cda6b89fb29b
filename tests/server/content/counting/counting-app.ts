// Provides tools, repairs, loans and courses that are counted, on a database with enough connections for parallel calls.
import { sql } from 'kysely'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { Secrets } from '#server/platform/secrets/secrets.ts'
import type { Model } from '#shared/model/model.ts'
import { COUNTING, modelWith } from '../../../support/loan.ts'
import type { DatabaseCase } from '../../platform/database/each-database.ts'
import { type Answer, createTestApp, type TestApp, type TestAppOptions } from '../../support/test-app.ts'

export const countingModel: Model = modelWith(COUNTING)

const CONNECTIONS = 16

/** The same database with so many connections that its rows are written at the same time. */
const manyConnections = (database: DatabaseCase): DatabaseCase => ({
  ...database,
  open: async (wanted) => {
    const opened = await database.open(wanted)
    if (opened.url === undefined) return opened
    const secrets = new Secrets([Buffer.alloc(32, 'test')])
    const handle = await openDatabase({
      dataDir: 'unused',
      url: opened.url,
      poolSize: CONNECTIONS,
      secrets,
    })
    const drop = async (): Promise<void> => {
      await handle.close()
      await opened.drop()
    }
    return { ...opened, handle, drop }
  },
})

export interface Item {
  readonly id: string
  readonly status: string
  readonly revision: number
  readonly [field: string]: unknown
}

export interface Counting {
  readonly app: TestApp
  /** Signs in a person of that name, once. */
  token(name: string): Promise<string>
  add(type: string, body: object, who?: string): Promise<Answer<Item>>
  added(type: string, body: object, who?: string): Promise<Item>
  read(type: string, id: string, who?: string): Promise<Item>
  update(type: string, id: string, body: object, who?: string): Promise<Answer<Item>>
  step(path: string, id: string, who?: string): Promise<Answer<Item>>
  /** How many items of the type under the parent are in each state. */
  states(type: string, parentId: string): Promise<Readonly<Record<string, number>>>
}

export async function openCounting(
  database: DatabaseCase,
  options: Omit<TestAppOptions, 'database'> = {},
): Promise<Counting> {
  const app = await createTestApp({ model: countingModel, database: manyConnections(database), ...options })
  const tokens = new Map<string, Promise<string>>()
  const token = (name: string) => {
    const known = tokens.get(name) ?? app.signIn(name, name === 'operator' ? 'operator' : 'supplier')
    tokens.set(name, known)
    return known
  }
  const add: Counting['add'] = async (type, body, who = 'owner') =>
    app.post<Item>(`/newapi/${type}/add`, { title: '一份内容', ...body }, { token: await token(who) })
  const read: Counting['read'] = async (type, id, who = 'operator') =>
    (await app.get<Item>(`/newapi/${type}/info/${id}`, { token: await token(who) })).data
  return {
    app,
    token,
    add,
    read,
    added: async (type, body, who) => {
      const answer = await add(type, body, who)
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.data
    },
    update: async (type, id, body, who = 'owner') => {
      const now: Item | null = await read(type, id, who)
      return app.post<Item>(
        `/newapi/${type}/update`,
        { title: now?.title, ...body, id, revision: now?.revision ?? 1 },
        { token: await token(who) },
      )
    },
    step: async (path, id, who = 'owner') =>
      app.get<Item>(`/newapi/${path}?id=${id}`, { token: await token(who) }),
    states: async (type, parentId) => {
      const { rows } = await sql<{ status: string; n: number }>`select status, count(*)::int as n from item
        where type = ${type} and parent_id = ${parentId} group by status`.execute(app.services.db)
      return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
    },
  }
}
