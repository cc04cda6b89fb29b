// Writes the audit entry of a list that is exported to a file. Ordinary calls read the pages of the list.

import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { Failure } from '#shared/calls/errors.ts'
import { auditAccountAction } from './audit-account-action.ts'

export async function noteExport(call: Call): Promise<unknown> {
  const { path, entries, columns } = bodyOf<'audit.exported'>(call)
  const operation = call.services
    .model()
    .operations.find((one) => one.method === 'GET' && one.path === path && !one.writes)
  if (!operation) throw new Failure('BAD_INPUT', { errors: [{ path: '/path', message: '没有这个列表' }] })
  const detail = { operation: operation.id, entries, columns: [...columns] }
  await auditAccountAction(call, {
    action: 'audit.exported',
    target: operation.content?.type ?? operation.id,
    detail,
  })
  return { logged: true }
}
