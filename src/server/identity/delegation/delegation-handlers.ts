// Handles the calls that create, list and end delegations to a colleague.
import { sql } from 'kysely'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { hasUserName } from '#server/platform/accounts/same-name.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { readPaging } from '#server/platform/calls/read-parameter.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { requireSignedIn, type SignedIn } from '#server/platform/operations/require-signed-in.ts'
import { colleaguesOf, type HasPart, partsFor } from '#shared/access/delegation.ts'
import { audienceTitle, grantsOf } from '#shared/access/roles.ts'
import { type Paged, toPaged } from '#shared/calls/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { type DelegationRow, describeDelegatedTypes, loadDelegations, stateOf } from './delegation-rows.ts'
import { notifyDelegation } from './notify-delegation.ts'
import { loadOwnParts } from './own-parts.ts'

/** Open at once, of one person. */
const MAX_OPEN_DELEGATIONS = 20

/**
 * Builds the handlers of delegations: `delegation.mine`, `.manage`, `.add` and `.end`.
 *
 * @example
 * const handlers: Handlers = { ...buildDelegationHandlers(sessions) }
 */
export function buildDelegationHandlers(sessions: Sessions): Handlers {
  return {
    'delegation.mine': (call) => {
      const { id } = requireSignedIn(call.caller)
      return answerList(call, sql`(d.user_id = ${id} or d.delegate_id = ${id})`, id)
    },
    'delegation.manage': (call) => answerList(call, sql`true`),
    'delegation.add': (call) => addDelegation(call, sessions),
    'delegation.end': (call) => endDelegation(call, sessions),
  }
}

async function answerList(
  { services, params }: Call,
  where: Parameters<typeof loadDelegations>[1],
  readerId?: string,
): Promise<Paged<unknown>> {
  const paging = readPaging(params)
  const { rows, total } = await loadDelegations(services, where, paging)
  const list = rows.map((row) => ({
    ...toAnswer(services, row),
    ...(readerId === undefined ? {} : { way: row.userId === readerId ? 'given' : 'received' }),
  }))
  return toPaged(list, total, paging)
}

function toAnswer({ model, clock }: Call['services'], row: DelegationRow) {
  const { id, principalName, delegateName, fromDay, untilDay, note, createdAt, endedAt } = row
  return {
    id,
    principalName,
    delegateName,
    fromDay,
    untilDay,
    note,
    matters: describeDelegatedTypes(model(), row),
    state: stateOf(row, clock()),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

async function addDelegation(call: Call, sessions: Sessions): Promise<unknown> {
  const { services } = call
  const { fromDay, untilDay, note = null } = bodyOf<'delegation.add'>(call)
  const caller = requireSignedIn(call.caller)
  const holds = await loadOwnParts(services, caller)
  if (colleaguesOf(services.model().contentTypes, holds).length === 0)
    throw new Failure('FORBIDDEN', { message: '您没有可以委托代办的事项：您目前不是任何内容的承办方' })
  const delegate = await requireColleague(call, caller, holds)
  const now = services.clock()
  const row = {
    id: newId(now),
    userId: caller.id,
    delegateId: delegate.id,
    fromDay,
    untilDay,
    note,
    createdAt: now,
  }
  await services.db.transaction().execute(async (transaction) => {
    await sql`select id from account where id = ${caller.id} for update`.execute(transaction)
    const open = await transaction
      .selectFrom('delegation')
      .select(['delegateId', 'fromDay', 'untilDay'])
      .where('userId', '=', caller.id)
      .where('endedAt', 'is', null)
      .where('untilDay', '>=', dayAt(now))
      .execute()
    if (open.length >= MAX_OPEN_DELEGATIONS)
      throw new Failure('BAD_INPUT', {
        message: `同时最多委托 ${MAX_OPEN_DELEGATIONS} 次，请先结束不再需要的委托`,
      })
    const same = open.find(
      (one) => one.delegateId === delegate.id && one.fromDay <= untilDay && fromDay <= one.untilDay,
    )
    if (same)
      throw wrong(
        '/fromDay',
        `${same.fromDay} 至 ${same.untilDay} 已委托${delegate.name}代办，请选择其他日期`,
      )
    await transaction.insertInto('delegation').values(row).execute()
    await auditAccountAction(
      call,
      { action: 'delegation.add', target: row.id, detail: { to: delegate.id, fromDay, untilDay } },
      transaction,
    )
    await notifyDelegation(transaction, services, 'delegation.begun', row.id)
  })
  await sessions.accountChanged(delegate.id)
  const { rows } = await loadDelegations(services, sql`d.id = ${row.id}`, { page: 1, limit: 1 })
  return rows.map((one) => toAnswer(services, one))[0]
}

/** Finds the colleague by user name: an active account of somebody else that may take over a part of the caller. */
async function requireColleague(call: Call, caller: SignedIn, holds: HasPart) {
  const { model, db, roles } = call.services
  const { delegate: userName } = bodyOf<'delegation.add'>(call)
  const row = await db
    .selectFrom('account')
    .select(['id', 'name', 'role'])
    .where(hasUserName(userName))
    .where('status', '=', ACCOUNT.active)
    .where('black', '=', false)
    .executeTakeFirst()
  if (row?.id === caller.id) throw wrong('/delegate', '不能委托给自己')
  const delegate = row && { ...row, grants: grantsOf(roles, row.role) }
  if (delegate && Object.keys(partsFor(model().contentTypes, caller, delegate, holds)).length > 0)
    return delegate
  const titles = colleaguesOf(model().contentTypes, holds).map((who) => audienceTitle(model().roles, who))
  throw wrong('/delegate', `没有可以代您办理的用户“${userName}”：请填写${titles.join('、')}的用户名`)
}

const wrong = (path: string, message: string) => new Failure('BAD_INPUT', { errors: [{ path, message }] })

/** Either of them ends it. */
async function endDelegation(call: Call, sessions: Sessions): Promise<unknown> {
  const { services } = call
  const { id: userId } = requireSignedIn(call.caller)
  const { id } = bodyOf<'delegation.end'>(call)
  const now = services.clock()
  const delegateId = await services.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('delegation')
      .set({ endedAt: now, toldAt: now })
      .where('id', '=', id)
      .where('endedAt', 'is', null)
      .where('untilDay', '>=', dayAt(now))
      .where((eb) => eb.or([eb('userId', '=', userId), eb('delegateId', '=', userId)]))
      .returning('delegateId')
      .executeTakeFirst()
    if (!row) throw new Failure('NOT_FOUND')
    await auditAccountAction(call, { action: 'delegation.end', target: id }, transaction)
    await notifyDelegation(transaction, services, 'delegation.ended', id)
    return row.delegateId
  })
  await sessions.accountChanged(delegateId)
  return { id, state: 'ended' }
}
