// Owns the export of everything the portal keeps of a person, for that person.

import type { JsonSchema } from '../../shared/content-model.ts'
import { maskIdCard, maskMobile } from '../../shared/mask.ts'
import { auditDeed } from '../accounts/audit-own.ts'
import { requireOwnAccount } from '../accounts/require-own-account.ts'
import { requireQuota } from '../accounts/require-quota.ts'
import type { Call } from '../call.ts'
import type { JsonObject } from '../database/schema.ts'

const MOST = 10_000
const PER_ACCOUNT = { most: 10, span: 3_600_000 }
const MASKS: Readonly<Record<string, (value: string) => string | null>> = {
  mobile: maskMobile,
  'id-card': maskIdCard,
}

export async function exportData(call: Call): Promise<unknown> {
  const account = await requireOwnAccount(call)
  await requireQuota(call, `export:${account.id}`, PER_ACCOUNT)
  const { db } = call.services
  const own = { ownerId: account.id }
  const [items, changes, comments, reports, reactions, drafts, files, searches, sessions, steps, events] =
    await Promise.all([
      db
        .selectFrom('item')
        .select(['id', 'type', 'status', 'title', 'body', 'createdAt', 'updatedAt', 'publishedAt'])
        .where((eb) => eb.and(own))
        .where('status', '<>', 'deleted')
        .limit(MOST)
        .execute(),
      db
        .selectFrom('pendingVersion')
        .innerJoin('item', 'item.id', 'pendingVersion.itemId')
        .select([
          'pendingVersion.itemId',
          'item.type',
          'pendingVersion.status',
          'pendingVersion.body',
          'pendingVersion.updatedAt',
        ])
        .where('pendingVersion.author', '=', account.id)
        .execute(),
      db
        .selectFrom('comment')
        .select(['id', 'itemId', 'body', 'createdAt'])
        .where((eb) => eb.and(own))
        .limit(MOST)
        .execute(),
      db
        .selectFrom('commentReport')
        .select(['commentId', 'reason', 'content', 'createdAt'])
        .where('reporter', '=', account.id)
        .limit(MOST)
        .execute(),
      db
        .selectFrom('reaction')
        .select(['targetKind', 'targetId', 'kind', 'createdAt'])
        .where('userId', '=', account.id)
        .limit(MOST)
        .execute(),
      db
        .selectFrom('draft')
        .select(['form', 'key', 'body', 'updatedAt'])
        .where('userId', '=', account.id)
        .execute(),
      db
        .selectFrom('file')
        .select(['id', 'name', 'kind', 'size', 'createdAt'])
        .where((eb) => eb.and(own))
        .execute(),
      db
        .selectFrom('searchRecord')
        .select(['keyWord', 'times', 'searchedAt'])
        .where('userId', '=', account.id)
        .execute(),
      db
        .selectFrom('session')
        .select(['userAgent', 'address', 'createdAt', 'lastSeenAt'])
        .where('accountId', '=', account.id)
        .execute(),
      db
        .selectFrom('transitionLog')
        .select(['itemId', 'action', 'fromStatus', 'toStatus', 'reason', 'at'])
        .where('actor', '=', account.id)
        .orderBy('id', 'desc')
        .limit(MOST)
        .execute(),
      db
        .selectFrom('audit')
        .select(['at', 'action', 'result', 'address'])
        .where('actor', '=', account.id)
        .orderBy('id', 'desc')
        .limit(MOST)
        .execute(),
    ])
  await auditDeed(call, { action: 'account.export' })
  return {
    exportedAt: call.services.clock().toISOString(),
    account: toOwn(account),
    application: maskBody(account.application ?? {}, schemaOf(call, account.form)),
    items: items.map((item) => ({ ...item, body: maskBody(item.body, schemaOf(call, item.type)) })),
    changes: changes.map((change) => ({
      ...change,
      body: maskBody(change.body, schemaOf(call, change.type)),
    })),
    comments,
    reports,
    reactions,
    drafts,
    files,
    searches,
    sessions,
    steps,
    events,
  }
}

type OwnAccount = Awaited<ReturnType<typeof requireOwnAccount>>

/** All that is kept of the account itself; digests, and what only counts attempts, say nothing of a person. */
function toOwn(account: OwnAccount) {
  const {
    passwordHash: _hash,
    supplementDigest: _digest,
    supplementUntil: _until,
    passwordUntil: _end,
    failedCount: _failed,
    lockedUntil: _locked,
    reviewedBy: _reviewer,
    application: _answers,
    ...own
  } = account
  return { ...own, mobile: maskMobile(account.mobile), idCard: maskIdCard(account.idCard) }
}

function schemaOf({ services }: Call, form: string | null): JsonSchema {
  return services.model().forms.find(({ id }) => id === form)?.schema ?? {}
}

/** Personal numbers are masked in exports too, which travel further than their owner thinks. */
function maskBody(body: JsonObject, schema: JsonSchema): JsonObject {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const format = properties[name]?.format
      const masked = typeof format === 'string' ? MASKS[format] : undefined
      return [name, masked && typeof value === 'string' ? masked(value) : value]
    }),
  )
}
