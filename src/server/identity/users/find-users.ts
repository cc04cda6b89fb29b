// Finds accounts for operators: applications, users, the blacklist.

import { type ExpressionBuilder, sql } from 'kysely'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Call } from '#server/platform/call.ts'
import {
  readFlag,
  readPaging,
  readText,
  readValues,
  requireForward,
} from '#server/platform/calls/read-parameter.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { lexiconOf } from '#server/platform/text/lexicon.ts'
import { textsMatch } from '#server/platform/text/match-texts.ts'
import { maskMobile } from '#shared/access/mask.ts'
import { type Paged, toPaged } from '#shared/calls/envelope.ts'
import { dayAt, instantAt } from '#shared/formats/portal-time.ts'

export interface UserScope {
  /** Only accounts that came by registration, waiting ones first; without a state asked for, only those waiting. */
  readonly only?: 'applications' | 'black'
}

type Where = ExpressionBuilder<Schema, 'account'>

const SEARCHED = [sql`account.user_name`, sql`account.name`, sql`account.mobile`, sql`account.receipt_no`]

function toConditions({ params, services }: Call, { only }: UserScope) {
  const [keyWord, roles, black] = [
    readText(params, 'keyWord'),
    readValues(params, 'role'),
    readFlag(params, 'black'),
  ]
  const [from, to] = [readText(params, 'createdAtFrom'), readText(params, 'createdAtTo')]
  requireForward('createdAtFrom', '注册时间', from, to)
  const statuses = readValues(params, 'status') ?? (only === 'applications' ? [ACCOUNT.waiting] : undefined)
  return (eb: Where) => {
    const conditions = [eb('account.status', '!=', ACCOUNT.deleted)]
    if (statuses) conditions.push(eb('account.status', 'in', statuses))
    if (roles) conditions.push(eb('account.role', 'in', roles))
    if (from) conditions.push(eb('account.createdAt', '>=', instantAt(from)))
    if (to) conditions.push(eb('account.createdAt', '<', instantAt(dayAt(instantAt(to), -1))))
    if (only === 'applications') conditions.push(eb('account.receiptNo', 'is not', null))
    if (only === 'black' || black !== undefined) conditions.push(eb('account.black', '=', black ?? true))
    const held = keyWord && textsMatch(SEARCHED, keyWord, lexiconOf(services.model()))
    return eb.and(held ? [...conditions, sql<boolean>`${held}`] : conditions)
  }
}

export async function findUsers(call: Call, scope: UserScope = {}): Promise<Paged<unknown>> {
  const { services, params } = call
  const paging = readPaging(params)
  const conditions = toConditions(call, scope)
  const lastSeenAt = sql<Date | null>`(select max(last_seen_at) from session where account_id = account.id)`
  const [rows, { count }] = await Promise.all([
    services.db
      .selectFrom('account')
      .select(['id', 'userName', 'name', 'role', 'status', 'mobile', 'receiptNo', 'refusal'])
      .select(['black', 'blackReason', 'blackAt', 'createdAt', 'updatedAt', lastSeenAt.as('lastSeenAt')])
      .where(conditions)
      // Applications are sorted by waiting time, the longest first.
      .orderBy('account.createdAt', scope.only === 'applications' ? 'asc' : 'desc')
      .orderBy('account.id')
      .limit(paging.limit)
      .offset((paging.page - 1) * paging.limit)
      .execute(),
    services.db
      .selectFrom('account')
      .select(sql<number>`count(*)::int`.as('count'))
      .where(conditions)
      .executeTakeFirstOrThrow(),
  ])
  return toPaged(
    rows.map((row) => ({ ...row, mobile: maskMobile(row.mobile) })),
    count,
    paging,
  )
}
