// Starts and stops the background work of the content engine: the indexes of the model, the counting of views.
import type { Services } from '#server/platform/call.ts'
import { prepareSecrets } from '#server/platform/secrets/seal-stored.ts'
import { ensureIndexes } from './indexes/ensure-indexes.ts'
import { ViewCounter } from './reactions/view-counter.ts'

const counters = new WeakMap<Services['cache'], ViewCounter>()

export function viewsOf({ db, cache }: Services): ViewCounter {
  let counter = counters.get(cache)
  if (!counter) {
    counter = new ViewCounter(db, cache)
    counters.set(cache, counter)
  }
  return counter
}

/** Call at start and after a swap of the configuration. */
export async function prepareContent(services: Services): Promise<void> {
  await ensureIndexes(services.db, services.model())
  await prepareSecrets(services)
}

/** Call before the database is closed: writes the views that are still counted in memory only. */
export async function stopContent(services: Services): Promise<void> {
  await counters.get(services.cache)?.stop()
}
