// Starts and stops the background work of the content engine: the indexes of the model, the counting of views.
import type { Services } from '#server/platform/call.ts'
import { prepareSecrets } from '#server/platform/secrets/seal-stored.ts'
import { dayCounterOf } from '#server/platform/statistics/day-counter.ts'
import { perModel } from '#shared/model/per-model.ts'
import { ensureIndexes } from './indexes/ensure-indexes.ts'
import { ViewCounter } from './reactions/view-counter.ts'

const counterOf = perModel((db: Services['db']) =>
  perModel((cache: Services['cache']) => new ViewCounter(db, cache)),
)

export const viewsOf = ({ db, cache }: Services): ViewCounter => counterOf(db)(cache)

/** Call at start and after a swap of the configuration. */
export async function prepareContent(services: Services): Promise<void> {
  await ensureIndexes(services.db, services.model(), services.database)
  await prepareSecrets(services)
}

/** Call before the database is closed: writes what is still counted in memory only. */
export async function stopContent(services: Services): Promise<void> {
  await viewsOf(services).stop()
  await dayCounterOf(services).stop()
}
