// Changes the region that limits an account's access: by an operator, with a notice to the account.

import { settle, transact } from '#server/content/write/write.ts'
import { updateEntry } from '#server/identity/directory/update-entry.ts'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { announce } from '#server/notifications/announce.ts'
import { bindingRegion } from '#server/platform/accounts/account-region.ts'
import { areaName } from '#server/platform/areas/area-name.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { requireMeaningfulText } from '#server/platform/operations/require-reason.ts'
import { sealAnswers } from '#server/platform/secrets/seal-fields.ts'
import { tidyPlainText } from '#server/platform/validation/sanitise.ts'
import { Failure } from '#shared/calls/errors.ts'
import { requireActiveOperator } from './change-user.ts'
import { requireManaged } from './managed-user.ts'

export async function changeRegion(call: Call, sessions: Sessions): Promise<unknown> {
  const { services } = call
  const { id, region, reason: written } = bodyOf<'users.region'>(call)
  const reason = tidyPlainText(written)
  requireMeaningfulText('原因', reason)
  const known = await requireManaged(call, id)
  const field = bindingRegion(services.model(), known.role, known.form)
  if (!field) throw new Failure('WRONG_STATE', { message: '该账号的查看和办理范围与地区无关，无须更改' })
  const now = services.clock()
  await transact(services, async (scope) => {
    const transaction = scope.db
    await requireActiveOperator(transaction, call)
    const { application } = await transaction
      .selectFrom('account')
      .select('application')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const before = application ?? {}
    const from = typeof before[field.name] === 'string' ? String(before[field.name]) : ''
    if (from === region)
      throw new Failure('WRONG_STATE', { message: `${field.title}已经是${areaName(region) ?? region}` })
    await transaction
      .updateTable('account')
      .set({ application: sealAnswers(services, { ...before, [field.name]: region }), updatedAt: now })
      .where('id', '=', id)
      .execute()
    await updateEntry({ ...call, ...scope }, id, { before })
    const names = { from: areaName(from) ?? '未填写', to: areaName(region) ?? region }
    await announce(
      transaction,
      services,
      'account.region',
      { cause: newId(now), values: { name: known.name, field: field.title, ...names, reason } },
      [id],
    )
    const detail = { from, to: region, reason }
    await auditAccountAction(call, { action: 'users.region', target: id, detail }, transaction)
    await settle(scope, services, [])
  })
  await sessions.accountChanged(id)
  return { id, name: known.name, region: areaName(region) ?? region }
}
