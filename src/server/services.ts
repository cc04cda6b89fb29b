// Owns the assembly of the services that handlers use.
import { appendAudit } from './audit/append-audit.ts'
import { ReadCache } from './cache/read-cache.ts'
import type { Services } from './call.ts'
import type { ConfigurationSource } from './configuration/configuration-source.ts'
import type { DatabaseHandle } from './database/database-handle.ts'

export function buildServices(
  database: DatabaseHandle,
  source: ConfigurationSource,
  clock: () => Date = () => new Date(),
): Services {
  return {
    database,
    db: database.db,
    cache: new ReadCache(database),
    model: () => source.model,
    clock,
    audit: (entry, transaction) => appendAudit(transaction ?? database.db, entry, clock()),
  }
}
