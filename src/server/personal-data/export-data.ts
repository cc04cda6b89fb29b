// Exports all data that the portal stores about a person, for that person.

import { type RawBuilder, sql } from 'kysely'
import { areDeleted } from '#server/content/fields/public-states.ts'
import { fieldsHiddenFrom, findPlan } from '#server/content/items/type-plan.ts'
import { readableTitle } from '#server/content/query/readable-titles.ts'
import { requireOwnAccount } from '#server/identity/accounts/require-own-account.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call } from '#server/platform/call.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { requireQuota } from '#server/platform/limits/require-quota.ts'
import type { Role } from '#shared/access/roles.ts'
import { ExportLabels } from './export-words.ts'
import type { ExportName } from './tables/personal-table.ts'

/** Of each kind. */
const MAX_ROWS = 10_000
const PER_ACCOUNT = { most: 10, span: 3_600_000 }

export async function exportData(call: Call): Promise<unknown> {
  const account = await requireOwnAccount(call)
  await requireQuota(call, `export:${account.id}`, PER_ACCOUNT)
  const records = await loadRecords(call, account)
  await auditAccountAction(call, { action: 'account.export' })
  const words = new ExportLabels(call.services.model())
  return {
    exportedAt: call.services.clock().toISOString(),
    note: '本文件包含您在本站的全部数据。名称以 Title 结尾的是前一项代码的中文名称，answers 是所填内容的中文对照。身份证件号码在系统中加密保存，导出文件中只保留首尾几位。',
    account: words.ofAccount(toOwn(account)),
    ...words.ofAnswers('application', account.form, account.application ?? {}),
    ...records,
  }
}

/** All that is stored of the person, by kind; of conversations only the person's own part. */
async function loadRecords(call: Call, account: OwnAccount): Promise<Readonly<Record<string, unknown>>> {
  const { db } = call.services
  const { id } = account
  const model = call.services.model()
  const words = new ExportLabels(model)
  const read = async <Row>(from: RawBuilder<unknown>, toEntry?: (row: Row) => unknown) => {
    const { rows } = await sql<Row>`select ${from} limit ${MAX_ROWS}`.execute(db)
    return toEntry ? rows.map(toEntry) : rows
  }
  const toItem = (item: OwnItem) => words.ofItem(seenBy(call, account, item))
  const kinds = {
    items: read(
      sql`id, type, status, title, body, created_at, updated_at, published_at from item
        where owner_id = ${id} and not (${sql.raw(areDeleted(model.contentTypes))})`,
      toItem,
    ),
    changes: read(
      sql`item_id, item.type, change.status, change.body, change.updated_at
        from pending_version change join item on item.id = change.item_id where change.author = ${id}`,
      toItem,
    ),
    versions: read(
      sql`item_id, item.type, version.number, version.status, version.reason, version.at,
          case when item.owner_id = ${id} then coalesce(version.changed, '{}') else '{}' end as body
        from item_version version join item on item.id = version.item_id
        where version.actor = ${id} order by version.at desc`,
      toItem,
    ),
    comments: read(sql`id, item_id, body, created_at from comment where owner_id = ${id}`),
    reports: read(
      sql`comment_id, reason, content, created_at from comment_report where reporter = ${id}`,
      (report: { readonly reason: string }) => words.ofReport(report),
    ),
    reactions: read(
      sql`target_kind, target_id, kind, folder_id, created_at from reaction where user_id = ${id}`,
      (reaction: { readonly kind: string }) => words.ofReaction(reaction),
    ),
    folders: read(sql`id, name, created_at from collect_folder where user_id = ${id}`),
    follows: read(sql`kind, place, query, title, mode, created_at from follow where user_id = ${id}`),
    delegations: read(
      sql`user_id, delegate_id, from_day, until_day, note, created_at, ended_at from delegation
        where user_id = ${id} or delegate_id = ${id}`,
    ),
    roles: read(
      sql`role, scope, state, reason, asked_at, decided_at, ended_at from role_assignment where account_id = ${id}`,
    ),
    views: read(
      sql`record.item_id, record.times, record.viewed_at, ${readableTitle(model, call.caller)} as title
        from view_record record left join item on item.id = record.item_id where record.user_id = ${id}`,
    ),
    drafts: read(
      sql`form, key, body, updated_at from draft where user_id = ${id}`,
      (draft: { readonly form: string; readonly body: JsonObject }) => words.ofDraft(draft),
    ),
    files: read(sql`id, name, kind, size, created_at from file where owner_id = ${id}`),
    searches: read(sql`key_word, times, searched_at from search_record where user_id = ${id}`),
    sessions: read(sql`user_agent, address, created_at, last_seen_at from session where account_id = ${id}`),
    steps: read(
      sql`item_id, action, from_status, to_status, reason, remarks, answers, at
        from transition_log where actor = ${id} order by id desc`,
      (step: { readonly fromStatus: string; readonly toStatus: string }) => words.ofStep(step),
    ),
    events: read(
      sql`at, action, result, address from audit where actor = ${id} order by id desc`,
      (event: { readonly action: string; readonly result: string }) => words.ofEvent(event),
    ),
    notices: read(
      sql`kind, title, content, read_at, created_at from notice where user_id = ${id} and deleted_at is null`,
    ),
    consoleViews: read(
      sql`page, name, query, columns, shared, role, updated_at from console_view where owner_id = ${id}`,
    ),
    assignments: read(
      sql`type, target_id, status, since from queue_assignment where account_id = ${id} order by since`,
    ),
    configurationDrafts: read(
      sql`path, text, saved_at from configuration_draft where account_id = ${id} order by path`,
    ),
    configurationRevisions: read(
      sql`no, words, at from configuration_revision where author = ${id} order by no desc`,
    ),
    releases: read(
      sql`title, note, state, planned_at, created_at from release where author_id = ${id} order by created_at desc`,
    ),
    noticeSettings: read(sql`sms, mail, email, updated_at from notice_setting where user_id = ${id}`),
    chats: read(sql`chat_id, other_id, read_seq, unread, blocks from chat_member where account_id = ${id}`),
    chatMessages: read(
      sql`chat_id, seq, kind, content, file_id, item_type, item_id, created_at from chat_message
        where author = ${id} order by created_at desc`,
    ),
    chatReports: read(sql`chat_id, seq, reason, content, created_at from chat_report where reporter = ${id}`),
    sentMessages: read(
      sql`addressed, title, content, created_at from message where sender_id = ${id} and sender_deleted_at is null`,
    ),
    receivedMessages: read(
      sql`message.title, message.content, message.created_at, copy.read_at
        from message_copy copy join message on message.id = copy.message_id
        where copy.user_id = ${id} and copy.deleted_at is null`,
    ),
  } satisfies Record<ExportName, Promise<unknown>>
  const loaded = Object.entries(kinds).map(async ([kind, rows]) => [kind, await rows] as const)
  return Object.fromEntries(await Promise.all(loaded))
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
