// Owns the table of all handlers that are no content actions.
import { buildAccountHandlers } from './accounts/account-handlers.ts'
import { areaHandlers } from './areas/area-handlers.ts'
import type { Handlers } from './call.ts'
import { draftHandlers } from './content/draft.ts'
import { dictionaryHandlers } from './dictionaries/dictionary-handlers.ts'
import { buildFileHandlers } from './files/file-handlers.ts'
import type { FileStore } from './files/file-store.ts'
import { menuHandlers } from './menu/menu-handlers.ts'
import { hotSearchHandlers } from './search/hot-search.ts'
import type { Sessions } from './session/sessions.ts'
import { statHandlers } from './stats/stat-handlers.ts'
import { zoneHandlers } from './zones/zone-handlers.ts'

export function buildHandlers(sessions: Sessions, files: FileStore): Handlers {
  return {
    ...buildAccountHandlers(sessions),
    ...areaHandlers,
    ...dictionaryHandlers,
    ...draftHandlers,
    ...buildFileHandlers(files),
    ...hotSearchHandlers,
    ...menuHandlers,
    ...statHandlers,
    ...zoneHandlers,
  }
}
