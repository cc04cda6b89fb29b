// Assembles the services that handlers use.

import type { Model } from '#shared/model/model.ts'
import { buildEngine } from './content/engine/engine.ts'
import { subscribeMoveUp } from './content/workflow/move-up.ts'
import { subscribeNotices } from './notifications/subscribe.ts'
import { appendAudit } from './platform/audit/append-audit.ts'
import { ReadCache } from './platform/cache/read-cache.ts'
import type { Services } from './platform/call.ts'
import type { DatabaseHandle } from './platform/database/database-handle.ts'
import { Events } from './platform/events.ts'
import { NO_CODE, type PortalCode } from './platform/hooks.ts'
import { buildLinkProber } from './platform/outbound/probe-links.ts'
import { subscribeStatistics } from './site/statistics/subscribe.ts'

interface ServiceOptions {
  readonly clock?: () => Date
  readonly cacheBytes?: number
  /** Networks that may be called though they are not public. */
  readonly webhookNetworks?: readonly string[]
}

export function buildServices(
  database: DatabaseHandle,
  source: { readonly model: Model; readonly code?: PortalCode },
  { clock = () => new Date(), cacheBytes, webhookNetworks = [] }: ServiceOptions = {},
): Services {
  const services: Services = {
    database,
    db: database.db,
    cache: new ReadCache(database, cacheBytes),
    roles: source.model.roles,
    model: () => source.model,
    clock,
    events: new Events(),
    hooks: () => (source.code ?? NO_CODE).hooks,
    engine: buildEngine,
    links: buildLinkProber(webhookNetworks),
    audit: (entry, transaction) => appendAudit(transaction ?? database.db, entry, clock()),
  }
  subscribeNotices(services)
  subscribeMoveUp(services)
  subscribeStatistics(services)
  return services
}
