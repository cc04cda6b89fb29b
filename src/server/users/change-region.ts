// Owns the change of the area that decides what an account reads and does: by an operator, told to whom it is about.
import { Failure } from '../../shared/errors.ts'
import { bindingRegion } from '../accounts/account-region.ts'
import { auditDeed } from '../accounts/audit-own.ts'
import { areaName } from '../areas/area-name.ts'
import { bumpVersion } from '../cache/content-versions.ts'
import type { Call } from '../call.ts'
import { newId } from '../database/new-id.ts'
import { keepEntry } from '../directory/keep-entry.ts'
import { announce } from '../notices/announce.ts'
import { bodyOf } from '../operations/body-of.ts'
import { requireWords } from '../operations/require-words.ts'
import { sealAnswers } from '../secrets/seal-fields.ts'
import type { Sessions } from '../session/sessions.ts'
import { tidyPlainText } from '../validation/sanitise.ts'
import { requireActiveOperator } from './change-user.ts'
import { requireManaged } from './managed-user.ts'

export async function changeRegion(call: Call, sessions: Sessions): Promise<unknown> {
  const { services } = call
  const { id, region, reason: written } = bodyOf<'users.region'>(call)
  const reason = tidyPlainText(written)
  requireWords('原因', reason)
  const known = await requireManaged(call, id)
  const field = bindingRegion(services.model(), known.role, known.form)
  if (!field)
    throw new Failure('WRONG_STATE', { message: '这个账号能看到和办理的内容与地区无关，不需要更改' })
  const now = services.clock()
  const topics = await services.db.transaction().execute(async (transaction) => {
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
    const written = await keepEntry(transaction, call, id, { before })
    const names = { from: areaName(from) ?? '未填写', to: areaName(region) ?? region }
    await announce(
      transaction,
      services,
      'account.region',
      { cause: newId(now), values: { name: known.name, field: field.title, ...names, reason } },
      [id],
    )
    const detail = { from, to: region, reason }
    await auditDeed(call, { action: 'users.region', target: id, detail }, transaction)
    for (const topic of written) await bumpVersion(transaction, topic)
    return written
  })
  for (const topic of topics) services.cache.changed(topic)
  await sessions.accountChanged(id)
  return { id, name: known.name, region: areaName(region) ?? region }
}
