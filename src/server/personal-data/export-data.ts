// Exports all data that the portal stores about a person, for that person.

import { sql } from 'kysely'
import { areDeleted } from '#server/content/fields/public-states.ts'
import { fieldsHiddenFrom, findPlan } from '#server/content/items/type-plan.ts'
import { readableTitle } from '#server/content/query/readable-titles.ts'
import { requireOwnAccount } from '#server/identity/accounts/require-own-account.ts'
import { exportChat } from '#server/messaging/chat/export-chat.ts'
import { loadOwnMessages } from '#server/messaging/letters/own-letters.ts'
import { loadOwnNotices } from '#server/notifications/own-notices.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call } from '#server/platform/call.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { requireQuota } from '#server/platform/limits/require-quota.ts'
import type { Role } from '#shared/access/roles.ts'
import { ExportLabels } from './export-words.ts'

const MAX_ROWS = 10_000
const PER_ACCOUNT = { most: 10, span: 3_600_000 }

export async function exportData(call: Call): Promise<unknown> {
  const account = await requireOwnAccount(call)
  await requireQuota(call, `export:${account.id}`, PER_ACCOUNT)
  const { db } = call.services
  const model = call.services.model()
  const own = { ownerId: account.id }
  const [
    items,
    changes,
    comments,
    reports,
    reactions,
    folders,
    follows,
    delegations,
    views,
    drafts,
    files,
    searches,
    sessions,
    steps,
    events,
  ] = await Promise.all([
    db
      .selectFrom('item')
      .select(['id', 'type', 'status', 'title', 'body', 'createdAt', 'updatedAt', 'publishedAt'])
      .where((eb) => eb.and(own))
      .where(sql<boolean>`not (${sql.raw(areDeleted(model.contentTypes))})`)
      .limit(MAX_ROWS)
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
      .limit(MAX_ROWS)
      .execute(),
    db
      .selectFrom('commentReport')
      .select(['commentId', 'reason', 'content', 'createdAt'])
      .where('reporter', '=', account.id)
      .limit(MAX_ROWS)
      .execute(),
    db
      .selectFrom('reaction')
      .select(['targetKind', 'targetId', 'kind', 'folderId', 'createdAt'])
      .where('userId', '=', account.id)
      .limit(MAX_ROWS)
      .execute(),
    db
      .selectFrom('collectFolder')
      .select(['id', 'name', 'createdAt'])
      .where('userId', '=', account.id)
      .execute(),
    db
      .selectFrom('follow')
      .select(['kind', 'place', 'query', 'title', 'mode', 'createdAt'])
      .where('userId', '=', account.id)
      .execute(),
    db
      .selectFrom('delegation')
      .select(['userId', 'delegateId', 'fromDay', 'untilDay', 'note', 'createdAt', 'endedAt'])
      .where((eb) => eb.or([eb('userId', '=', account.id), eb('delegateId', '=', account.id)]))
      .execute(),
    db
      .selectFrom('viewRecord')
      .leftJoin('item', 'item.id', 'viewRecord.itemId')
      .select(['viewRecord.itemId', 'viewRecord.times', 'viewRecord.viewedAt'])
      .select(readableTitle(model, call.caller).as('title'))
      .where('viewRecord.userId', '=', account.id)
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
      .select(['itemId', 'action', 'fromStatus', 'toStatus', 'reason', 'remarks', 'answers', 'at'])
      .where('actor', '=', account.id)
      .orderBy('id', 'desc')
      .limit(MAX_ROWS)
      .execute(),
    db
      .selectFrom('audit')
      .select(['at', 'action', 'result', 'address'])
      .where('actor', '=', account.id)
      .orderBy('id', 'desc')
      .limit(MAX_ROWS)
      .execute(),
  ])
  await auditAccountAction(call, { action: 'account.export' })
  const words = new ExportLabels(call.services.model())
  return {
    exportedAt: call.services.clock().toISOString(),
    note: '本文件包含您在本站的全部数据。名称以 Title 结尾的是前一项代码的中文名称，answers 是所填内容的中文对照。身份证件号码在系统中加密保存，导出文件中只保留首尾几位。',
    account: words.ofAccount(toOwn(account)),
    ...words.ofAnswers('application', account.form, account.application ?? {}),
    items: items.map((item) => words.ofItem(seenBy(call, account, item))),
    changes: changes.map((change) => words.ofItem(seenBy(call, account, change))),
    comments,
    reports: reports.map((report) => words.ofReport(report)),
    reactions: reactions.map((reaction) => words.ofReaction(reaction)),
    folders,
    follows,
    delegations,
    views,
    drafts: drafts.map((draft) => words.ofDraft(draft)),
    files,
    searches,
    sessions,
    steps: steps.map((step) => words.ofStep(step)),
    events: events.map((event) => words.ofEvent(event)),
    ...(await loadOwnNotices(db, account.id)),
    ...(await exportChat(db, account.id)),
    ...(await loadOwnMessages(db, account.id)),
  }
}

interface OwnItem {
  readonly type: string
  readonly status: string
  readonly body: JsonObject
}

/**
 * Removes data that others keep with the person's item and that the person may not read, such as a contact that is
 * not disclosed yet.
 */
function seenBy<T extends OwnItem>({ services }: Call, { id, role }: OwnAccount, item: T): T {
  const plan = findPlan(services.model(), item.type)
  if (!plan) return item
  const caller = { id, role: role as Role } // only roles are stored
  const hidden = fieldsHiddenFrom(plan, caller, { ownerId: id, status: item.status })
  const shown = Object.entries(item.body).filter(([name]) => !hidden.has(name))
  return { ...item, body: Object.fromEntries(shown) as JsonObject } // a part of one
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
  return own
}
