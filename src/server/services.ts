// Owns the assembly of the services that handlers use.

import type { Model } from '../shared/model.ts'
import { appendAudit } from './audit/append-audit.ts'
import { ReadCache } from './cache/read-cache.ts'
import type { Services } from './call.ts'
import type { DatabaseHandle } from './database/database-handle.ts'
import { Events } from './events.ts'
import { subscribeNotices } from './notices/subscribe.ts'

interface ServiceOptions {
  readonly clock?: () => Date
  readonly cacheBytes?: number
}

export function buildServices(
  database: DatabaseHandle,
  source: { readonly model: Model },
  { clock = () => new Date(), cacheBytes }: ServiceOptions = {},
): Services {
  const services: Services = {
    database,
    db: database.db,
    cache: new ReadCache(database, cacheBytes),
    roles: source.model.roles,
    model: () => source.model,
    clock,
    events: new Events(),
    audit: (entry, transaction) => appendAudit(transaction ?? database.db, entry, clock()),
  }
  subscribeNotices(services)
  return services
}
