// Handles the calls that read the audit log.
import type { Handlers } from '#server/platform/call.ts'
import { noteExport } from './audit-export.ts'
import { chainState } from './chain-state.ts'
import { findEntries } from './find-entries.ts'

export const auditHandlers: Handlers = {
  'audit.list': findEntries,
  'audit.exported': noteExport,
  'audit.chain': ({ services }) => chainState(services),
}
