// Handles the calls that read the audit log.
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { Failure } from '#shared/calls/errors.ts'
import { auditAccountAction } from './audit-account-action.ts'
import { chainState } from './chain-state.ts'
import { exportEntries } from './export-entries.ts'
import { findEntries } from './find-entries.ts'

export const auditHandlers: Handlers = {
  'audit.list': findEntries,
  'audit.exported': noteExport,
  'audit.file': exportEntries,
  'audit.chain': ({ services }) => chainState(services),
}

async function noteExport(call: Call): Promise<unknown> {
  const { path, entries, columns } = bodyOf<'audit.exported'>(call)
  const operation = call.services
    .model()
    .operations.find((one) => one.method === 'GET' && one.path === path && !one.writes)
  if (!operation) throw new Failure('BAD_INPUT', { errors: [{ path: '/path', message: '列表不存在' }] })
  const detail = { operation: operation.id, entries, columns: [...columns] }
  await auditAccountAction(call, {
    action: 'audit.exported',
    target: operation.content?.type ?? operation.id,
    detail,
  })
  return { logged: true }
}
