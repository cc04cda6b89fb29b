// Opens a portal's data for commands that check or change them with a configuration.
import type { Layer } from '#config/load/layer/apply-layer.ts'
import type { Model } from '#shared/model/model.ts'
import { loadPublished } from './configuration/store/published.ts'
import type { Services } from './platform/call.ts'
import { migrate } from './platform/database/migrate.ts'
import { addressOf, openDatabase } from './platform/database/open-database.ts'
import { requireData } from './platform/database/require-data.ts'
import { loadSecrets } from './platform/secrets/data-key.ts'
import type { Settings } from './platform/settings.ts'
import { buildServices } from './services.ts'

/** Loads the model that goes with the data: the files, with what was published over them. */
type LoadModel = (layer: Layer) => Promise<Model>

/** With `isLeft` the tables stay as an older program left them. Throws where there are none, or where the portal that runs keeps them to itself. */
export async function openData(
  settings: Pick<Settings, 'databaseUrl' | 'listenUrl' | 'dataDir' | 'dataKeys'>,
  load: LoadModel,
  { isLeft = false } = {},
): Promise<{ services: Services; close: () => Promise<void> }> {
  requireData(settings)
  const database = await openDatabase({
    ...addressOf(settings),
    secrets: loadSecrets(settings),
    log: console.error,
  })
  try {
    if (!isLeft) await migrate(database.db)
    const model = await load((await loadPublished(database.db)).layer)
    return { services: buildServices(database, { model }), close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}
