// Reads an account for operators: its application, its sessions, its history.

import { findSameIdentity, identitiesIn } from '#server/identity/accounts/same-identity.ts'
import { previewEntry } from '#server/identity/directory/preview-entry.ts'
import { ABSOLUTE_LIMIT, IDLE_LIMIT } from '#server/identity/sessions/session-lifetimes.ts'
import { bindingRegion } from '#server/platform/accounts/account-region.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { areaName } from '#server/platform/areas/area-name.ts'
import type { Call } from '#server/platform/call.ts'
import { maskMobile } from '#shared/access/mask.ts'
import { isInAudience } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Model } from '#shared/model/model.ts'
import { describeAnswers } from './describe-answers.ts'
import { loadUserHistory } from './user-history.ts'

export async function requireUser({ services }: Call, id: string) {
  const row = await services.db
    .selectFrom('account')
    .leftJoin('account as reviewer', 'reviewer.id', 'account.reviewedBy')
    .selectAll('account')
    .select('reviewer.name as reviewerName')
    .where('account.id', '=', id)
    .where('account.status', '!=', ACCOUNT.deleted)
    .executeTakeFirst()
  if (!row) throw new Failure('NOT_FOUND', { message: '账号不存在或已注销' })
  return row
}

/** An account that an operator or a start created has no application. */
export async function readApplication(call: Call): Promise<unknown> {
  const user = await readUser(call)
  if (user.receiptNo === null) throw new Failure('NOT_FOUND', { message: '该账号没有注册申请' })
  const { form, application, status } = await requireUser(call, user.id)
  const [directory, same] = await Promise.all([
    previewEntry(call.services, { form, application, status }),
    findSameIdentity(call.services, identitiesIn(call.services.model(), application), user.id),
  ])
  const others = same.map(({ name, userName }) => `“${name}”（${userName}）`)
  return { ...user, directory, sameIdentity: others.length > 0 ? others.join('、') : null }
}

export async function readUser(call: Call) {
  const { services, params } = call
  const row = await requireUser(call, String(params.id))
  const model = services.model()
  const mayReveal = mayDecide(call)
  const form = model.forms.find(({ id }) => id === row.form)
  const [history, sessions] = await Promise.all([
    loadUserHistory(services.db, row.id),
    loadSessions(call, row.id),
  ])
  // The declared result keeps what is for operators; digests never are.
  const { passwordHash: _hash, supplementDigest: _digest, application, reviewerName, ...shown } = row
  const { answers, papers } = describeAnswers(model, form, application, false)
  return {
    ...shown,
    papers,
    answers: answers.map(({ step, label, value, name, isMasked }) => ({
      step,
      label,
      value,
      reveal: mayReveal && isMasked ? name : null,
    })),
    mobile: maskMobile(row.mobile),
    // By this name the whole numbers are asked for.
    type: mayReveal ? 'account' : null,
    ...regionOf(model, row),
    form: form?.title ?? null,
    reviewedBy: reviewerName,
    lastSeenAt: sessions[0]?.lastSeenAt ?? null,
    sessionCount: sessions.length,
    sessions,
    history,
  }
}

/** The area that decides what the account reads and does, as it is called there; null where none does. */
function regionOf(
  model: Model,
  { role, form, application }: Pick<Awaited<ReturnType<typeof requireUser>>, 'role' | 'form' | 'application'>,
) {
  const field = bindingRegion(model, role, form)
  const code = field ? application?.[field.name] : undefined
  return { regionTitle: field?.title ?? null, region: typeof code === 'string' ? areaName(code) : null }
}

/** Whole numbers of persons are for those whom they serve: those who decide, and call back. */
export function mayDecide({ services, caller }: Call): boolean {
  const decision = services.model().operations.find(({ id }) => id === 'users.approve')
  return decision !== undefined && isInAudience(caller, decision.access)
}

async function loadSessions({ services }: Call, accountId: string) {
  const now = services.clock().getTime()
  return services.db
    .selectFrom('session')
    .select(['userAgent', 'address', 'createdAt', 'lastSeenAt'])
    .where('accountId', '=', accountId)
    .where('lastSeenAt', '>=', new Date(now - IDLE_LIMIT))
    .where('createdAt', '>=', new Date(now - ABSOLUTE_LIMIT))
    .orderBy('lastSeenAt', 'desc')
    .execute()
}
