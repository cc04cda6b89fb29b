// Provides calling content operations as this or that person, on a database of its own.
import { randomUUID } from 'node:crypto'
import { contentHandler } from '#server/content/action-table.ts'
import { stopContent } from '#server/content/content-lifecycle.ts'
import { ensureIndexes } from '#server/content/indexes/ensure-indexes.ts'
import { Serialized } from '#server/platform/cache/read-cache.ts'
import type { Account, Services } from '#server/platform/call.ts'
import { NO_SESSION_COOKIE } from '#server/platform/http/session-cookie.ts'
import { NO_VISITOR } from '#server/platform/http/visitor-key.ts'
import { buildServices } from '#server/services.ts'
import type { Role } from '#shared/access/roles.ts'
import { type ErrorName, Failure } from '#shared/calls/errors.ts'
import type { Model } from '#shared/model/model.ts'
import { askerAs } from '../../support/roles.ts'
import { requireWholeAudit } from '../../support/whole-audit.ts'
import { DATABASES, type DatabaseCase } from '../platform/database/each-database.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field; a wrong one fails the test
export type Answer = any

export type Person = 'guest' | 'owner' | 'other' | 'operator' | 'auditor'

const ROLES: Readonly<Record<Exclude<Person, 'guest'>, Role>> = {
  owner: 'unit',
  other: 'supplier',
  operator: 'operator',
  auditor: 'auditor',
}

interface Options {
  readonly body?: unknown
  readonly key?: string
  readonly address?: string
}

export interface ContentApp {
  readonly services: Services
  call(
    person: Person,
    operation: string,
    params?: Record<string, unknown>,
    options?: Options,
  ): Promise<Answer>
  /** The name of the failure, or 'ok'. */
  outcome(
    person: Person,
    operation: string,
    params?: Record<string, unknown>,
    options?: Options,
  ): Promise<ErrorName | 'ok'>
  close(): Promise<void>
}

export const AVAILABLE = DATABASES.filter(({ isAvailable }) => isAvailable)

export async function openContentApp(
  database: DatabaseCase,
  model: Model,
  clock = () => new Date(),
): Promise<ContentApp> {
  const { handle, drop } = await database.open()
  const { db } = handle
  const services = buildServices(handle, { model }, { clock })
  await ensureIndexes(db, model)
  await db
    .insertInto('account')
    .values(
      Object.entries(ROLES).map(([id, role]) => ({
        id,
        role,
        userName: id,
        name: `用户 ${id}`,
        passwordHash: '!',
      })),
    )
    .execute()
  const operations = new Map(model.operations.map((operation) => [operation.id, operation]))

  const call: ContentApp['call'] = async (
    person,
    id,
    params = {},
    { body = null, key, address = '10.0.0.1' } = {},
  ) => {
    const operation = operations.get(id)
    if (!operation) throw new Error(`no operation ${id}`)
    const account = person === 'guest' ? null : toAccount(person)
    const answer = await contentHandler(operation)({
      params,
      body,
      caller: account && askerAs(account.role, account.id),
      account,
      request: {
        id: randomUUID(),
        address,
        origin: 'http://localhost',
        userAgent: 'test',
        sender: 'own' as const,
        visitor: NO_VISITOR,
        session: NO_SESSION_COOKIE,
        ...(key === undefined ? {} : { idempotencyKey: key }),
      },
      services,
    })
    return JSON.parse(answer instanceof Serialized ? answer.json : JSON.stringify(answer ?? null))
  }

  return {
    services,
    call,
    async outcome(...parts) {
      try {
        await call(...parts)
        return 'ok'
      } catch (error) {
        if (error instanceof Failure) return error.error
        throw error
      }
    },
    async close() {
      await stopContent(services)
      await requireWholeAudit(db).finally(drop)
    },
  }
}

function toAccount(person: Exclude<Person, 'guest'>): Account {
  return {
    id: person,
    userName: person,
    name: `用户 ${person}`,
    role: ROLES[person],
    grants: askerAs(ROLES[person]).grants ?? [],
    black: false,
  }
}
