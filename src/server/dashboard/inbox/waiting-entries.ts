// Builds SQL of all that waits for a decision, as one table: items, pending changes, comments, registrations, reports.
import { type RawBuilder, sql } from 'kysely'
import { quote } from '#server/content/fields/field-expression.ts'
import { inStates } from '#server/content/fields/public-states.ts'
import { hasVotedSql, hasVotes } from '#server/content/fields/votes-column.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { canCallOperation } from '#server/platform/operations/access.ts'
import type { SignedIn } from '#server/platform/operations/require-signed-in.ts'
import { isOnlyReader } from '#shared/access/roles.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import { COMMENT } from '#shared/lifecycles/comment-state.ts'
import { reviewStates } from '#shared/lifecycles/lifecycle.ts'
import type { Model } from '#shared/model/model.ts'
import { type Waiting, waitingFor } from '../item-states.ts'
import { isWithinRoles } from '../within-roles.ts'

/** The call of the inbox, whose access limits it to the scopes of roles. */
export const INBOX = 'publishing.queue'

/** What waits beside items: in which table, and the calls that list and decide it. */
export interface WaitingKind {
  /** Value of the dictionary of kinds, and folder of its page. */
  readonly name: string
  readonly list: string
  readonly decide: string
  /** Columns as `waitingEntries` names them. */
  readonly entries: RawBuilder<unknown>
}

const EXCERPT = 60
/** Stands for a picture or file, which only the two parties of the conversation may read. */
const WITHOUT_WORDS = '[图片或文件]'
/** All of it waits to be looked at. */
const STATE = sql.lit(COMMENT.waiting)

const WAITING_KINDS: readonly WaitingKind[] = [
  {
    name: 'comment',
    list: 'comments.list',
    decide: 'comments.approve',
    entries: sql`select comment.id, 'comment' as type, left(comment.body, ${sql.lit(EXCERPT)}) as title,
        ${STATE} as status,
        null as change_status, comment.owner_id, reported.at as updated_at, reported.at as since
      from comment cross join lateral (select coalesce(min(report.created_at), comment.created_at) as at
        from comment_report report where report.comment_id = comment.id and report.settled_at is null) reported
      where comment.status = ${sql.lit(COMMENT.waiting)} or comment.report_count > 0`,
  },
  {
    name: 'application',
    list: 'users.applications',
    decide: 'users.approve',
    entries: sql`select account.id, 'application' as type, account.name as title, ${STATE} as status,
        null as change_status, account.id as owner_id, account.updated_at, account.updated_at as since
      from account where account.status = ${sql.lit(ACCOUNT.waiting)} and account.receipt_no is not null`,
  },
  {
    name: 'chat',
    list: 'chatReport.list',
    decide: 'chatReport.dismiss',
    entries: sql`select report.id, 'chat' as type,
        left(coalesce(nullif(message.content, ''), ${sql.lit(WITHOUT_WORDS)}), ${sql.lit(EXCERPT)}) as title,
        ${STATE} as status, null as change_status, report.reporter as owner_id,
        report.created_at as updated_at, report.created_at as since
      from chat_report report
        join chat_message message on message.chat_id = report.chat_id and message.seq = report.seq
      where report.settled_at is null`,
  },
]

/** Returns the kinds that the portal names in its dictionary of kinds. */
export function waitingKinds({ dictionaries }: Model): readonly WaitingKind[] {
  const named = dictionaries.find(({ name }) => name === DICTIONARY.waitingKinds)?.items ?? []
  return WAITING_KINDS.filter(({ name }) => named.some(({ value }) => value === name))
}

export const mayCall = (model: Model, caller: SignedIn, id: string): boolean =>
  model.operations.some((operation) => operation.id === id && canCallOperation(caller, operation))

/**
 * SQL of a table with `id`, `type`, `title`, `status`, `change_status`, `owner_id`, `updated_at` (when it was handed
 * in) and `since` (from when on it waits for this decision). `only` names one type or kind.
 */
export function waitingEntries(model: Model, caller: SignedIn, only?: string): RawBuilder<unknown> {
  const isWanted = (type: string) => only === undefined || type === only
  const waiting = waitingFor(model, caller).filter(({ type }) => isWanted(type))
  const kinds = waitingKinds(model).filter(({ name, list }) => isWanted(name) && mayCall(model, caller, list))
  const parts = [
    ...(waiting.length > 0 ? waitingItems(model, caller, waiting) : []),
    ...kinds.map(({ entries }) => entries),
  ]
  if (parts.length === 0)
    return sql`(select null as id, null as type, null as title, null as status, null as change_status,
      null as owner_id, null::timestamptz as updated_at, null::timestamptz as since where false)`
  return sql`(${sql.join(parts, sql` union all `)})`
}

/**
 * Items in one of these states, and those with a change in one. The states are joined as a table: written into
 * conditions, each is held against each index of the items, which takes the planner a hundred times as long as reading.
 */
function waitingItems(model: Model, caller: SignedIn, waiting: readonly Waiting[]): RawBuilder<unknown>[] {
  const pairs = waiting.map(({ type, status }) => `(${quote(type)}, ${quote(status)})`)
  const wanted = sql.raw(`(values ${pairs.join(', ')}) wanted (type, status)`)
  const isFor = sql`${isWithinRoles(model, caller, INBOX)} and ${isLeftTo(model, caller)}`
  return [
    sql`select item.id, item.type, item.title, coalesce(change.status, item.status) as status,
        change.status as change_status, item.owner_id, coalesce(change.updated_at, item.updated_at) as updated_at,
        coalesce(item.status_since, item.created_at) as since
      from ${wanted} join item on item.type = wanted.type and item.status = wanted.status
        left join pending_version change on change.item_id = item.id
      where ${isFor}`,
    sql`select item.id, item.type, item.title, change.status, change.status as change_status, item.owner_id,
        change.updated_at, change.created_at as since
      from pending_version change join item on item.id = change.item_id
        join ${wanted} on wanted.type = item.type and wanted.status = change.status
      where not (item.type, item.status) in (${sql.raw(`values ${pairs.join(', ')}`)}) and ${isFor}`,
  ]
}

/**
 * Who has reviewed or edited an item does not review it again: it waits for others. These are found once, from what the
 * caller has moved at all.
 */
function isLeftTo(model: Model, caller: SignedIn): RawBuilder<unknown> {
  const { id } = caller
  if (isOnlyReader(caller)) return sql`true`
  const types = model.contentTypes.filter(hasVotes)
  const voted = types.map((type) => sql`when ${sql.lit(type.name)} then ${hasVotedSql(type, [id])}`)
  if (voted.length === 0) return sql`true`
  const isUnderReview = sql.join(
    types.map(({ name, lifecycle }) => {
      const voting = lifecycle.transitions.filter(({ quorum }) => quorum !== undefined)
      const states = [...new Set([...reviewStates(lifecycle), ...voting.flatMap(({ from }) => from)])]
      return sql`(item.type = ${sql.lit(name)} and (${sql.raw(inStates(states, 'item.status'))}
        or exists (select from pending_version change where change.item_id = item.id)))`
    }),
    sql` or `,
  )
  return sql`item.id <> all(array(select item.id from item where item.id in (
      select log.item_id from transition_log log where log.actor = ${id}
      union select log.item_id from transition_log log where log.behalf = ${id})
    and (${isUnderReview}) and case item.type ${sql.join(voted, sql` `)} else false end))`
}
