// Exports audit entries with their place in the chain and the chain's head, so that anybody can verify the file.
import { sql } from 'kysely'
import type { Call } from '#server/platform/call.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { auditAccountAction } from './audit-account-action.ts'
import { toConditions } from './find-entries.ts'

export const EXPORT_FORMAT = 'audit-1'
/** The newest; a time in the filters brings the others. */
const MAX_EXPORTED = 20_000

interface Head {
  readonly lane: number
  readonly position: number
  readonly hash: string
}

/** `previous` is the hash before it in its lane; entries of before the chain have no lane. */
export interface ExportedEntry {
  readonly id: number
  readonly at: string
  readonly actor: string | null
  readonly action: string
  readonly target: string | null
  readonly result: string
  readonly address: string | null
  readonly requestId: string | null
  readonly detail: JsonObject | null
  readonly lane: number | null
  readonly position: number | null
  readonly previous: string | null
  readonly hash: string | null
}

export interface AuditExport {
  readonly format: typeof EXPORT_FORMAT
  readonly exportedAt: string
  readonly entries: number
  /** True if older entries match the filters too. */
  readonly cut: boolean
  readonly heads: readonly Head[]
  readonly list: readonly ExportedEntry[]
}

/** The export is an entry itself, written before, so that it is in the file and under the head. */
export async function exportEntries(call: Call): Promise<AuditExport> {
  const { services, params } = call
  await auditAccountAction(call, {
    action: 'audit.exported',
    target: 'audit.file',
    detail: { operation: 'audit.file', ...filtersOf(params) },
  })
  const where = sql.join(await toConditions(services.db, services.model(), params), sql` and `)
  return services.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const { rows: heads } =
        await sql<Head>`select lane, position, hash from audit_head order by lane`.execute(transaction)
      const { rows } = await sql<Omit<ExportedEntry, 'at'> & { readonly at: Date }>`
        select entry.id, entry.at, entry.actor, entry.action, entry.target, entry.result, entry.address, entry.request_id,
          entry.detail, entry.lane, entry.position, coalesce(before.hash, '') as previous, entry.hash
        from (select * from audit where ${where} order by id desc limit ${MAX_EXPORTED + 1}) entry
        left join audit before on before.lane = entry.lane and before.position = entry.position - 1
        order by entry.id`.execute(transaction)
      const kept = rows.slice(-MAX_EXPORTED)
      return {
        format: EXPORT_FORMAT,
        exportedAt: services.clock().toISOString(),
        entries: kept.length,
        cut: rows.length > kept.length,
        heads,
        list: kept.map((row) => ({ ...row, at: row.at.toISOString() })),
      }
    })
}

const FILTERS = ['atFrom', 'atTo', 'actor', 'action', 'result', 'target', 'field']

const filtersOf = (params: Call['params']): JsonObject => {
  const columns = FILTERS.filter((name) => params[name] !== undefined).map(
    (name) => `${name}=${String(params[name])}`,
  )
  return columns.length > 0 ? { columns } : {}
}
